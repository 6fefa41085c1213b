import { Alert, Button, Descriptions, Flex } from 'antd'
import { useText } from '../../platform/text/web/language.tsx'
import { Copyable } from '../../platform/ui/web/Copyable.tsx'
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
  passwordText: { zh_CN: string; en_US: string }
  onDone: () => void
}) {
  const t = useText()
  const facts = [
    { what: t(staffText.loginAddress), value: `${location.origin}/login` },
    { what: t(staffText.loginAccount), value: loginAccount },
    { what: t(passwordText), value: password },
  ]
  return (
    <Flex vertical gap={16}>
      <Alert type="success" showIcon title={t(staffText.handOver)} description={t(staffText.handOverHint)} />
      <Descriptions
        column={1}
        size="small"
        bordered
        items={facts.map(({ what, value }) => ({
          key: what,
          label: what,
          children: <Copyable what={what}>{value}</Copyable>,
        }))}
      />
      <Flex justify="end">
        <Button type="primary" autoFocus onClick={onDone}>
          {t(staffText.handedOver)}
        </Button>
      </Flex>
    </Flex>
  )
}
