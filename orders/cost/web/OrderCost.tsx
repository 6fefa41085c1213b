import { Alert, Spin } from 'antd'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { SentTo } from '../../../platform/calls/call.ts'
import { useAnswer } from '../../../platform/calls/web/call.ts'
import { grouped } from '../../../platform/lists/columns.ts'
import { withCents } from '../../../platform/text/decimal.ts'
import { labelled, type Text } from '../../../platform/text/text.ts'
import { language, useText } from '../../../platform/text/web/language.tsx'
import { useSettled } from '../../../platform/ui/web/settled.ts'
import { nameOf } from '../../../products/web/names.ts'
import { topInfo } from '../../../warehouse/top-contract.ts'
import { type Charged, type Estimate, estimateOrder, getOrderCost } from '../contract.ts'
import { costText, eventText, feeStateText } from '../text.ts'
import './order-cost.css'

/** Typing an address should not ask for a price at every key. */
const SETTLED_MS = 400

type Typed = SentTo<typeof estimateOrder>

/** What the order that is being typed would cost; nothing for users who may not see fees. */
export function EstimateOfTyped({ typed }: { typed: Typed }) {
  const t = useText()
  // As text: an equal order is the same order.
  const settled: Typed = JSON.parse(useSettled(JSON.stringify(typed), SETTLED_MS))
  const isComplete = estimateOrder.input.safeParse(settled).success
  const answer = useAnswer(estimateOrder, settled, { enabled: isComplete, staleTime: 5000 })
  if (answer.missing) return null
  const title = costText.estimate
  if (!isComplete)
    return (
      <Frame title={title}>
        <p className="order-cost-note">{t(costText.notYet)}</p>
      </Frame>
    )
  if (answer.error)
    return (
      <Frame title={title}>
        <Alert type="warning" showIcon title={answer.error.message} />
      </Frame>
    )
  if (answer.data === undefined)
    return (
      <Frame title={title}>
        <Spin size="small" />
      </Frame>
    )
  if (answer.data === null) return null
  return <EstimateFacts of={answer.data} isNew />
}

/** What an order costs: an estimate before it leaves, what was charged afterwards. */
export function OrderCost({ id }: { id: number }) {
  const answer = useAnswer(getOrderCost, { id }, { keep: false })
  if (answer.missing || answer.data === null) return null
  if (answer.error)
    return (
      <Frame title={costText.cost}>
        <Alert type="error" showIcon title={answer.error.message} />
      </Frame>
    )
  if (answer.data === undefined)
    return (
      <Frame title={costText.cost}>
        <Spin size="small" />
      </Frame>
    )
  return answer.data.kind === 'estimate' ? <EstimateFacts of={answer.data} /> : <Fees of={answer.data} />
}

function Frame({ title, children }: { title: Text; children: ReactNode }) {
  const t = useText()
  return (
    <section className="order-cost" aria-label={t(title)} aria-live="polite">
      <h4>{t(title)}</h4>
      {children}
    </section>
  )
}

/** A sum without a limit is said in words. */
const isAmount = (text: string) => /^-?\d+(\.\d+)?$/.test(text)

type Row = { key: string; label: ReactNode; amount: string; isTotal?: boolean }

function Amounts({ rows }: { rows: readonly Row[] }) {
  const currency = useAnswer(topInfo, {}).data?.currencyCode ?? ''
  return (
    <dl className="order-cost-lines">
      {rows.map(({ key, label, amount, isTotal }) => (
        <div key={key} {...(isTotal && { className: 'order-cost-total' })}>
          <dt>{label}</dt>
          <dd>
            {isAmount(amount) ? grouped(amount) : amount} {isTotal && currency}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** A fee that opens to how it is calculated. */
function ExplainedFee({ of }: { of: Estimate['lines'][number] }) {
  if (of.steps.length === 0) return nameOf(of)
  return (
    <details>
      <summary>{nameOf(of)}</summary>
      <ul className="order-cost-steps">
        {of.steps.map(({ what, how, amount }) => (
          <li key={`${what} ${how}`}>
            {what && how ? labelled(what, how, language) : what || how} = {withCents(amount)}
          </li>
        ))}
      </ul>
    </details>
  )
}

function EstimateFacts({ of, isNew = false }: { of: Estimate; isNew?: boolean }) {
  const t = useText()
  const rows = [
    ...of.lines.map((line) => ({
      key: line.feeCode,
      label: <ExplainedFee of={line} />,
      amount: line.amount,
    })),
    ...(of.amount === null
      ? []
      : [{ key: 'total', label: t(costText.total), amount: of.amount, isTotal: true }]),
  ]
  const account: Row[] = [
    ...(of.held === null ? [] : [{ key: 'held', label: t(costText.held), amount: of.held }]),
    { key: 'balance', label: t(costText.balance), amount: of.balance },
    { key: 'frozen', label: t(costText.frozen), amount: of.frozen },
    { key: 'spendable', label: t(costText.spendable), amount: of.spendable ?? t(costText.noLimit) },
  ]
  return (
    <Frame title={costText.estimate}>
      {of.problem && <Alert type="warning" showIcon title={t(costText.noPrice, { reason: of.problem })} />}
      <Amounts rows={rows} />
      {of.isFreightLater && <p className="order-cost-note">{t(costText.freightLater)}</p>}
      {of.shortBy && (
        <Alert
          type="warning"
          showIcon
          title={t(isNew ? costText.shortNew : costText.short, { short: of.shortBy })}
        />
      )}
      <Amounts rows={account} />
    </Frame>
  )
}

function Fees({ of }: { of: Charged }) {
  const t = useText()
  if (of.status === null && of.lines.length === 0) return null
  const rows: Row[] = [
    ...of.lines.map((line) => ({
      key: line.feeNo,
      label: (
        <>
          <Link to={`/query/cost?open=${line.feeId}`}>{nameOf(line)}</Link>{' '}
          <small>{t(feeStateText[line.status])}</small>
        </>
      ),
      amount: line.amount,
    })),
    ...(of.lines.length === 0
      ? []
      : [{ key: 'total', label: t(costText.total), amount: of.amount, isTotal: true }]),
    ...(of.held === null ? [] : [{ key: 'held', label: t(costText.held), amount: of.held }]),
  ]
  return (
    <Frame title={costText.charged}>
      {of.status !== null && of.status !== 'charged' && (
        <Alert
          type={of.status === 'open' ? 'warning' : 'info'}
          showIcon
          title={t(eventText[of.status])}
          {...(of.problem && { description: of.problem })}
        />
      )}
      <Amounts rows={rows} />
    </Frame>
  )
}
