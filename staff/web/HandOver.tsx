import { Alert, Button, Flex } from 'antd'
import type { Text } from '../../platform/text/text.ts'
import { useText } from '../../platform/text/web/language.tsx'
import { Copyable } from '../../platform/ui/web/Copyable.tsx'
import { FactList } from '../../platform/ui/web/FactList.tsx'
import { staffText } from '../text.ts'

/** An account and its password to pass on: shown once, after the server has saved them. */
export function HandOver({
  loginAccount,
  password,
  passwordText,
  onDone,
}: {
  loginAccount: string
  password: string
  passwordText: Text
  onDone: () => void
}) {
  const t = useText()
  const facts: readonly (readonly [Text, string])[] = [
    [staffText.loginAddress, `${location.origin}/login`],
    [staffText.loginAccount, loginAccount],
    [passwordText, password],
  ]
  return (
    <Flex vertical gap={16}>
      <Alert type="success" showIcon title={t(staffText.handOver)} description={t(staffText.handOverHint)} />
      <FactList
        isNarrow
        facts={facts.map(([what, value]) => [
          what,
          <Copyable key="value" what={t(what)}>
            {value}
          </Copyable>,
        ])}
      />
      <Flex justify="end">
        <Button type="primary" autoFocus onClick={onDone}>
          {t(staffText.handedOver)}
        </Button>
      </Flex>
    </Flex>
  )
}
