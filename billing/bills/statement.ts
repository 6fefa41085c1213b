import { toAmount } from '../../platform/text/amount.ts'
import type { Decimal } from '../../platform/text/decimal.ts'
import type { Language } from '../../platform/text/text.ts'
import { say } from '../../platform/text/text.ts'
import { billingDictionaries } from '../dictionaries.ts'
import { sumOf } from '../pricing/amounts.ts'
import type { BillLineRow, Completeness } from './contract.ts'
import type { BillState } from './states.ts'
import { billText } from './text.ts'

/** All that stands on a bill or statement that is given to the customer. */
export type Statement = Completeness & {
  billNo: string
  mode: 'balance' | 'bill'
  status: BillState
  periodFrom: string
  periodTo: string
  issuedOn: string | null
  currency: string
  /** Name, address and the like, line by line. */
  company: readonly string[]
  customer: readonly string[]
  openingBalance: Decimal
  payments: Decimal
  otherChanges: Decimal
  total: Decimal
  closingBalance: Decimal
  lines: readonly Omit<BillLineRow, 'id' | 'feeCode'>[]
  collections: readonly { collectionNo: string; day: string; amount: Decimal }[]
}

/** A row of a statement on paper or in a spreadsheet: texts, and an amount at its end. */
export type StatementRow = {
  kind: 'title' | 'head' | 'line' | 'sum' | 'note'
  cells: readonly string[]
  amount?: Decimal
}

const documents = billingDictionaries.find(({ code }) => code === 'bill_order_type')?.items ?? []
const documentOf = (orderType: string, language: Language) =>
  documents.find(({ value }) => value === orderType)?.text[language] ?? orderType

/** The amounts at the top: from the opening balance to the closing one, and what a bill asks for. */
export function sumsOf(of: Statement, language: Language): [string, Decimal][] {
  const t = (text: keyof typeof billText) => billText[text][language]
  const isStatement = of.mode === 'balance'
  return [
    [t('openingBalance'), of.openingBalance],
    [t('payments'), of.payments],
    [t('otherChanges'), of.otherChanges],
    ...(isStatement
      ? ([[t('total'), toAmount(sumOf([of.total]).times(-1))]] satisfies [string, Decimal][])
      : []),
    [t('closingBalance'), of.closingBalance],
    ...(isStatement ? [] : ([[t('amountDue'), of.total]] satisfies [string, Decimal][])),
  ]
}

/** The rows below them: the fees by document type with their subtotals, the payments of the period, and the completeness line. */
export function rowsOf(of: Statement, language: Language): StatementRow[] {
  const t = (text: keyof typeof billText) => billText[text][language]
  const groups = [...Map.groupBy(of.lines, ({ orderType }) => orderType)]
  const fees = groups.flatMap(([orderType, lines]): StatementRow[] => [
    { kind: 'title', cells: [documentOf(orderType, language)] },
    ...lines.map(
      ({ sourceNo, chargeDate, nameZh, nameEn, feeNo, amount }): StatementRow => ({
        kind: 'line',
        cells: [sourceNo ?? '', chargeDate, language === 'zh_CN' ? nameZh : nameEn, feeNo],
        amount,
      }),
    ),
    { kind: 'sum', cells: [t('subtotal')], amount: toAmount(sumOf(lines.map(({ amount }) => amount))) },
  ])
  const paid: StatementRow[] = of.collections.map(({ collectionNo, day, amount }) => ({
    kind: 'line',
    cells: [collectionNo, day, '', ''],
    amount,
  }))
  const { chargedEvents, freeEvents, waivedEvents, openEvents, waitingEvents } = of
  const events = {
    charged: chargedEvents,
    free: freeEvents,
    waived: waivedEvents,
    open: openEvents,
    waiting: waitingEvents,
  }
  const unpriced = openEvents + waitingEvents
  return [
    { kind: 'head', cells: [t('document'), t('chargeDate'), t('feeType'), t('feeNo'), t('amount')] },
    ...fees,
    { kind: 'sum', cells: [t('total')], amount: of.total },
    ...(paid.length > 0
      ? [
          { kind: 'title', cells: [t('payments')] } as const,
          ...paid,
          { kind: 'sum', cells: [t('subtotal')], amount: of.payments } as const,
        ]
      : []),
    { kind: 'note', cells: [say(billText.complete, language, events)] },
    ...(unpriced > 0
      ? [{ kind: 'note', cells: [say(billText.unpricedCount, language, { count: unpriced })] } as const]
      : []),
  ]
}

/** What it is called, and whether it counts. */
export function titleOf({ mode, status }: Pick<Statement, 'mode' | 'status'>, language: Language): string {
  const name = billText[mode === 'balance' ? 'statement' : 'bill'][language]
  const mark = status === 'draft' ? billText.draftMark : status === 'voided' ? billText.voidMark : undefined
  return mark ? `${name} (${mark[language]})` : name
}
