import { Alert, Button, Descriptions, Flex } from 'antd'
import { useState } from 'react'
import type { OutputOf } from '../../lib/call.ts'
import { columnText } from '../../lib/column-text.ts'
import { Answered } from '../../lib/web/Answered.tsx'
import { useAnswer, useCommand } from '../../lib/web/call.ts'
import { DetailDrawer } from '../../lib/web/DetailDrawer.tsx'
import { EnabledTag } from '../../lib/web/Enabled.tsx'
import { LocalTime } from '../../lib/web/LocalTime.tsx'
import { useText } from '../../lib/web/language.tsx'
import { useFeature, useMay } from '../../lib/web/permission.tsx'
import { webText } from '../../lib/web/text.ts'
import { problemTexts } from '../carrier.ts'
import { accountCalls, carrierAccount, editAccount, listAccounts, testAccount } from '../carrier-contract.ts'
import { adapterTexts, carrierText, credentialTexts } from '../carrier-text.ts'
import { EditAccount } from './AccountForm.tsx'
import { CallList } from './CallList.tsx'

type Account = OutputOf<typeof carrierAccount>

/** One account: its facts, whether its carrier knows it, and what was said to the carrier last. */
export function AccountDrawer({ id, onClose }: { id: string | undefined; onClose: () => void }) {
  const t = useText()
  const found = useAnswer(carrierAccount, { id }, { enabled: id !== undefined, keep: false })
  const [edited, setEdited] = useState<string>()
  return (
    <DetailDrawer
      title={found.data?.accountName ?? t(carrierText.accounts)}
      isOpen={id !== undefined}
      onClose={onClose}
      answer={found}
    >
      {(one) =>
        edited === id ? (
          <EditAccount of={one} onClose={() => setEdited(undefined)} />
        ) : (
          <Facts key={id} of={one} onEdit={() => setEdited(id)} />
        )
      }
    </DetailDrawer>
  )
}

function Facts({ of, onEdit }: { of: Account; onEdit: () => void }) {
  const t = useText()
  const may = useMay()
  const mayChange = useFeature('channel') === 'full' && may(editAccount.permission)
  const calls = useAnswer(accountCalls, { id: String(of.id) })
  const test = useCommand(testAccount, {
    refreshes: [carrierAccount, accountCalls, listAccounts],
    quiet: true,
  })
  return (
    <Flex vertical gap={16}>
      {mayChange && (
        <Flex gap={8} wrap>
          <Button onClick={onEdit}>{t(webText.edit)}</Button>
          <Button loading={test.isPending} onClick={() => test.mutate({ id: of.id })}>
            {t(carrierText.test)}
          </Button>
        </Flex>
      )}
      <div role="status">{test.data && <TestResult {...test.data} />}</div>
      <Descriptions
        column={1}
        size="small"
        bordered
        items={[
          { label: t(carrierText.accountName), children: of.accountName },
          { label: t(columnText.status), children: <EnabledTag isEnabled={of.isEnabled} /> },
          { label: t(carrierText.adapter), children: t(adapterTexts[of.adapter]) },
          ...(of.platformName ? [{ label: t(carrierText.platform), children: of.platformName }] : []),
          { label: t(carrierText.carrier), children: of.carrier },
          { label: t(carrierText.accountNo), children: of.accountNo },
          { label: t(carrierText.environment), children: t(carrierText[of.environment]) },
          {
            label: t(carrierText.credentials),
            children:
              of.credentialNames
                .map((name) => `${t(credentialTexts[name])}: ${t(carrierText.credentialSet)}`)
                .join(' · ') || t(carrierText.noCredentials),
          },
          {
            label: t(carrierText.lastOkAt),
            children: of.lastOkAt ? <LocalTime at={of.lastOkAt} /> : t(carrierText.never),
          },
        ].map((item) => ({ ...item, key: item.label }))}
      />
      <section aria-label={t(carrierText.calls)}>
        <h3>{t(carrierText.calls)}</h3>
        <p>{t(carrierText.callsHint)}</p>
        <Answered answer={calls}>{(kept) => <CallList calls={kept} />}</Answered>
      </section>
    </Flex>
  )
}

/** The carrier's own words, and what we make of them. */
function TestResult({ problem, words }: OutputOf<typeof testAccount>) {
  const t = useText()
  return (
    <Alert
      type={problem ? 'error' : 'success'}
      showIcon
      title={t(problem ? problemTexts[problem] : carrierText.testOk)}
      description={words}
    />
  )
}
