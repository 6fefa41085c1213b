import type { OutputOf } from '../../lib/call.ts'
import { columnText } from '../../lib/column-text.ts'
import { Answered } from '../../lib/web/Answered.tsx'
import { useAnswer } from '../../lib/web/call.ts'
import { EditDrawer } from '../../lib/web/EditDrawer.tsx'
import { EnabledTag } from '../../lib/web/Enabled.tsx'
import { FactList } from '../../lib/web/FactList.tsx'
import { LocalTime } from '../../lib/web/LocalTime.tsx'
import { useText } from '../../lib/web/language.tsx'
import { accountCalls, carrierAccount, editAccount } from '../carrier-contract.ts'
import { adapterTexts, carrierText, credentialTexts } from '../carrier-text.ts'
import { EditAccount } from './AccountForm.tsx'
import { AccountTest } from './AccountTest.tsx'
import { CallList } from './CallList.tsx'

/** One account: its facts, whether its carrier knows it, and what was said to the carrier last. */
export function AccountDrawer({ id, onClose }: { id: string | undefined; onClose: () => void }) {
  const t = useText()
  return (
    <EditDrawer
      id={id}
      onClose={onClose}
      call={carrierAccount}
      editCall={editAccount}
      title={(one) => one?.accountName ?? t(carrierText.accounts)}
      actions={(one) => <AccountTest id={one.id} />}
      facts={(one) => <Facts of={one} />}
      form={(one, close) => <EditAccount of={one} onClose={close} />}
    />
  )
}

function Facts({ of }: { of: OutputOf<typeof carrierAccount> }) {
  const t = useText()
  const calls = useAnswer(accountCalls, { id: String(of.id) })
  const set = of.credentialNames.map((name) => `${t(credentialTexts[name])}: ${t(carrierText.credentialSet)}`)
  return (
    <>
      <FactList
        facts={[
          [carrierText.accountName, of.accountName],
          [columnText.status, <EnabledTag key="status" isEnabled={of.isEnabled} />],
          [carrierText.adapter, t(adapterTexts[of.adapter])],
          ...(of.platformName ? [[carrierText.platform, of.platformName] as const] : []),
          [carrierText.carrier, of.carrier],
          [carrierText.accountNo, of.accountNo],
          [carrierText.environment, t(carrierText[of.environment])],
          [carrierText.credentials, set.join(' · ') || t(carrierText.noCredentials)],
          [
            carrierText.lastOkAt,
            of.lastOkAt ? <LocalTime key="lastOk" at={of.lastOkAt} /> : t(carrierText.never),
          ],
        ]}
      />
      <section aria-label={t(carrierText.calls)}>
        <h3>{t(carrierText.calls)}</h3>
        <p>{t(carrierText.callsHint)}</p>
        <Answered answer={calls}>{(kept) => <CallList calls={kept} />}</Answered>
      </section>
    </>
  )
}
