import { Button } from 'antd'
import { useState } from 'react'
import type { OutputOf } from '../../../platform/calls/call.ts'
import { useAnswer } from '../../../platform/calls/web/call.ts'
import { grouped } from '../../../platform/lists/columns.ts'
import { useText } from '../../../platform/text/web/language.tsx'
import { QueryBoundary } from '../../../platform/ui/web/QueryBoundary.tsx'
import { type Span, spans, stockThroughput } from '../throughput-contract.ts'
import { beforeText, spanText, throughputText } from '../throughput-text.ts'
import './throughput.css'

/** Pieces received and shipped today or lately, beside the time before, and whose they are. */
export function ThroughputCard() {
  const t = useText()
  const [days, setDays] = useState<Span>('1')
  const [customerId, setCustomerId] = useState<number>()
  const answer = useAnswer(
    stockThroughput,
    { days, ...(customerId && { customerId }) },
    { every: 300_000, staleTime: 60_000 },
  )
  return (
    <>
      <fieldset className="throughput-spans" aria-label={t(throughputText.span)}>
        {spans.map((span) => (
          <button key={span} type="button" aria-pressed={span === days} onClick={() => setDays(span)}>
            {t(spanText[span])}
          </button>
        ))}
      </fieldset>
      <QueryBoundary answer={answer}>
        {(moved) => (
          <div className="throughput">
            <Chart {...moved} />
            {moved.customers.length > 0 && (
              <Customers customers={moved.customers} chosen={customerId} onChoose={setCustomerId} />
            )}
          </div>
        )}
      </QueryBoundary>
    </>
  )
}

type Moved = OutputOf<typeof stockThroughput>
const kinds = ['received', 'shipped'] as const
const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)

/** The hour, or the day as month and day. */
function labelOf(days: Span, firstDay: string, slot: number): string {
  if (days === '1') return `${slot}:00`
  const day = new Date(`${firstDay}T00:00:00Z`)
  day.setUTCDate(day.getUTCDate() + slot)
  return day.toISOString().slice(5, 10)
}

function Chart({ days, firstDay, received, shipped, receivedBefore, shippedBefore }: Moved) {
  const t = useText()
  const now = { received, shipped }
  const before = { received: receivedBefore, shipped: shippedBefore }
  const all = [received, shipped, receivedBefore, shippedBefore].flat()
  const max = Math.max(1, ...all)
  const slots = [...received.keys()]
  const label = (slot: number) => labelOf(days, firstDay, slot)
  const heightOf = (pieces: number) => (Math.max(0, pieces) / max) * 100
  return (
    <div>
      <div className="figure-row">
        {kinds.map((kind) => (
          <p key={kind} className={`throughput-${kind}`}>
            <strong>{grouped(String(sum(now[kind])))}</strong> {t(throughputText[kind])}{' '}
            <span className="hint">
              {t(throughputText.before, {
                when: t(beforeText[days]),
                count: grouped(String(sum(before[kind]))),
              })}
            </span>
          </p>
        ))}
      </div>
      {all.every((pieces) => pieces === 0) ? (
        <p>{t(throughputText.none)}</p>
      ) : (
        <>
          <svg viewBox={`0 0 ${slots.length} 100`} preserveAspectRatio="none" role="img">
            <title>{t(throughputText.title)}</title>
            {slots.map((slot) => (
              <g key={slot}>
                <title>
                  {[
                    label(slot),
                    ...kinds.map((kind) => `${t(throughputText[kind])} ${now[kind][slot]}`),
                  ].join(' · ')}
                </title>
                {kinds.map((kind, place) => (
                  <g key={kind} className={`throughput-${kind}`}>
                    {[before[kind], now[kind]].map((series, isNow) => (
                      <rect
                        key={isNow ? 'now' : 'before'}
                        className={isNow ? undefined : 'is-before'}
                        x={slot + 0.1 + place * 0.4}
                        width={0.38}
                        y={100 - heightOf(series[slot] ?? 0)}
                        height={heightOf(series[slot] ?? 0)}
                      />
                    ))}
                  </g>
                ))}
              </g>
            ))}
          </svg>
          <div className="throughput-axis" aria-hidden="true">
            {slots
              .filter((slot) => slot % Math.ceil(slots.length / 8) === 0)
              .map((slot) => (
                <span key={slot}>{label(slot)}</span>
              ))}
          </div>
          <details>
            <summary>{t(throughputText.asTable)}</summary>
            <table>
              <thead>
                <tr>
                  <th scope="col">{t(days === '1' ? throughputText.hour : throughputText.day)}</th>
                  {kinds.map((kind) => (
                    <th key={kind} scope="col">
                      {t(throughputText[kind])}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {slots
                  .filter((slot) => received[slot] || shipped[slot])
                  .map((slot) => (
                    <tr key={slot}>
                      <th scope="row">{label(slot)}</th>
                      {kinds.map((kind) => (
                        <td key={kind}>{grouped(String(now[kind][slot]))}</td>
                      ))}
                    </tr>
                  ))}
              </tbody>
            </table>
          </details>
        </>
      )}
    </div>
  )
}

/** The busiest customers; a click shows the pieces of one of them alone. */
function Customers({
  customers,
  chosen,
  onChoose,
}: {
  customers: Moved['customers']
  chosen: number | undefined
  onChoose: (id: number | undefined) => void
}) {
  const t = useText()
  const max = Math.max(1, ...customers.map(({ received, shipped }) => received + shipped))
  return (
    <div>
      <h3>{t(throughputText.customers)}</h3>
      <ul className="throughput-customers">
        {customers.map(({ id, customerCode, customerName, received, shipped }) => (
          <li key={id}>
            <button
              type="button"
              aria-pressed={id === chosen}
              onClick={() => onChoose(id === chosen ? undefined : id)}
            >
              <span>{customerName}</span> <span className="hint">{customerCode}</span>
              <strong>{t(throughputText.pieces, { count: grouped(String(received + shipped)) })}</strong>
              <meter min={0} max={max} value={Math.max(0, received + shipped)} aria-hidden="true" />
            </button>
          </li>
        ))}
      </ul>
      {chosen !== undefined && (
        <Button type="link" size="small" onClick={() => onChoose(undefined)}>
          {t(throughputText.allCustomers)}
        </Button>
      )}
    </div>
  )
}
