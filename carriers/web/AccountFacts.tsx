import type { OutputOf } from '../../platform/calls/call.ts'
import { useAnswer } from '../../platform/calls/web/call.ts'
import { columnText } from '../../platform/lists/column-text.ts'
import { EnabledTag } from '../../platform/lists/web/Enabled.tsx'
import { labelled, type Text } from '../../platform/text/text.ts'
import { LocalTime } from '../../platform/text/web/LocalTime.tsx'
import { language, useText } from '../../platform/text/web/language.tsx'
import { FactList } from '../../platform/ui/web/FactList.tsx'
import { QueryBoundary } from '../../platform/ui/web/QueryBoundary.tsx'
import { accountCalls, type carrierAccount } from '../contract.ts'
import { adapterTexts, carrierText, credentialTexts } from '../text.ts'
import { CallList } from './CallList.tsx'

/** An account's details; of its credentials only that they are set. */
export function AccountFacts({ of, title }: { of: OutputOf<typeof carrierAccount>; title?: Text }) {
  const t = useText()
  const set = of.credentialNames.map((name) =>
    labelled(t(credentialTexts[name]), t(carrierText.credentialSet), language),
  )
  return (
    <FactList
      {...(title && { title })}
      facts={[
        [carrierText.accountName, of.accountName],
        [columnText.status, <EnabledTag key="status" isEnabled={of.isEnabled} />],
        [carrierText.adapter, t(adapterTexts[of.adapter])],
        ...(of.platformName ? [[carrierText.platform, of.platformName] as const] : []),
        [carrierText.carrier, of.carrier],
        [carrierText.accountNo, of.accountNo],
        [carrierText.environment, t(carrierText[of.environment])],
        ...(of.costCurrency && of.costRate && of.costRateOn
          ? [
              [
                carrierText.costRate,
                t(carrierText.costRateSince, {
                  currency: of.costCurrency,
                  rate: of.costRate.replace(/\.?0+$/, ''),
                  day: of.costRateOn,
                }),
              ] as const,
            ]
          : []),
        [carrierText.credentials, set.join(' · ') || t(carrierText.noCredentials)],
        [
          carrierText.lastOkAt,
          of.lastOkAt ? <LocalTime key="lastOk" at={of.lastOkAt} /> : t(carrierText.never),
        ],
      ]}
    />
  )
}

/** The latest calls of the account, by any channel. */
export function AccountCalls({ id }: { id: number }) {
  const t = useText()
  const calls = useAnswer(accountCalls, { id: String(id) })
  return (
    <section aria-label={t(carrierText.calls)}>
      <h3>{t(carrierText.calls)}</h3>
      <p>{t(carrierText.callsHint)}</p>
      <QueryBoundary answer={calls}>{(kept) => <CallList calls={kept} />}</QueryBoundary>
    </section>
  )
}
