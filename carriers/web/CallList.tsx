import { Collapse, Tag } from 'antd'
import { LocalTime } from '../../platform/text/web/LocalTime.tsx'
import { useText } from '../../platform/text/web/language.tsx'
import { isUnknownKey, type KeptCall } from '../contract.ts'
import { carrierText, lineTexts, operationTexts } from '../text.ts'
import './calls.css'

/** Carrier calls, newest first; each expands to request and response. */
export function CallList({ calls }: { calls: readonly (KeptCall & { id?: number; at?: string })[] }) {
  const t = useText()
  if (calls.length === 0) return <p>{t(carrierText.noCalls)}</p>
  return (
    <Collapse
      size="small"
      items={calls.map((call, place) => ({
        key: call.id ?? place,
        label: <Head of={call} />,
        children: <CallDetails of={call} />,
      }))}
    />
  )
}

function Head({ of }: { of: KeptCall & { at?: string } }) {
  const t = useText()
  const operation = operationTexts[of.deed]
  const isOk = of.status !== null && of.status < 400
  return (
    <span className="call-head">
      <Tag color={isUnknownKey(of) ? 'default' : isOk ? 'success' : 'error'}>
        {of.status ?? t(carrierText.noAnswer)}
      </Tag>
      <span>{operation ? t(operation) : of.deed}</span>
      <span className="figures">{of.ms} ms</span>
      {of.at && <LocalTime at={of.at} />}
    </span>
  )
}

function CallDetails({ of }: { of: KeptCall }) {
  const t = useText()
  const ours = Object.entries(lineTexts).find(([kind]) => kind === of.problem)?.[1]
  const problem = ours ? t(ours) : of.problem
  return (
    <>
      <h4>{t(carrierText.sent)}</h4>
      <Words of={`${of.method} ${of.url}\n${of.request}`} label={t(carrierText.sent)} />
      <h4>{t(carrierText.received)}</h4>
      <Words of={problem ?? of.answer} label={t(carrierText.received)} />
    </>
  )
}

function Words({ of, label }: { of: string; label: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached without a mouse
    <section className="call-words" tabIndex={0} aria-label={label}>
      {of}
    </section>
  )
}
