import { z } from 'zod'
import {
  bulkResult,
  command,
  id,
  ids,
  listQuery,
  nothing,
  pageOf,
  query,
  taskStarted,
} from '../../platform/calls/call.ts'
import { rule } from '../../platform/calls/problems.ts'
import { calendarDay, neededWords } from '../../platform/calls/rules.ts'
import { billStates } from './states.ts'
import { billText } from './text.ts'

const view = { permission: 'query:cost:view', feature: 'cost' } as const
/** Bills are made where payments are recorded: a satellite has neither. */
const feature = 'collectPayment'
const make = { permission: 'query:bill:create', feature } as const

const queryId = z.coerce.number().pipe(id)
const day = calendarDay(rule(billText.dayForm))

export const MAX_DAYS = 366
export const MAX_CHOSEN = 500

const filters = {
  search: z.string().trim().max(60).optional(),
  customerId: queryId.optional(),
  status: z.enum(billStates.states).optional(),
  mode: z.enum(['balance', 'bill']).optional(),
  from: day.optional(),
  to: day.optional(),
}

export const billQuery = listQuery(['createdAt', 'periodTo', 'total'], ['createdAt', 'desc'], filters)

const money = z.string()
const count = z.number().int()

/** What became of the billable events of a period. */
export const completeness = z.object({
  chargedEvents: count,
  freeEvents: count,
  waivedEvents: count,
  openEvents: count,
  waitingEvents: count,
})
export type Completeness = z.output<typeof completeness>

export const billRow = z.object({
  id,
  billNo: z.string(),
  status: z.enum(billStates.states),
  mode: z.enum(['balance', 'bill']),
  customerId: id,
  customerCode: z.string(),
  customerName: z.string(),
  periodFrom: z.iso.date(),
  periodTo: z.iso.date(),
  feeCount: count,
  total: money,
  paid: money,
  /** Events of the period without a price. */
  unpriced: count,
  createdAt: z.iso.datetime(),
  issuedAt: z.iso.datetime().nullable(),
  paidAt: z.iso.datetime().nullable(),
})
export type BillRow = z.output<typeof billRow>

export const listBills = query('/gateway/wms/bill/list', {
  ...view,
  input: billQuery,
  output: pageOf(billRow),
})

export const countBills = query('/gateway/wms/bill/counts', {
  ...view,
  input: z.strictObject(filters).omit({ status: true }),
  output: z.object({ draft: count, notSettled: count, paid: count, voided: count }),
})

export const billCustomers = query('/gateway/wms/bill/customers', {
  ...view,
  input: nothing,
  output: z.array(z.object({ id, customerCode: z.string(), customerName: z.string() })),
})

export const getBill = query('/gateway/wms/bill/one', {
  ...view,
  input: z.strictObject({ id: queryId }),
  output: billRow.extend({
    ...completeness.shape,
    openingBalance: money,
    payments: money,
    otherChanges: money,
    closingBalance: money,
    refreshedAt: z.iso.datetime(),
    createdBy: z.string(),
    issuedBy: z.string().nullable(),
    voidedBy: z.string().nullable(),
    voidedAt: z.iso.datetime().nullable(),
    voidReason: z.string().nullable(),
    groups: z.array(z.object({ orderType: z.string(), fees: count, amount: money })),
    /** What pays it, or is planned to. */
    paidWith: z.array(
      z.object({
        collectionId: id,
        collectionNo: z.string(),
        collectionStatus: z.enum(['draft', 'paid', 'reversed']),
        paidOn: z.iso.date(),
        amount: money,
      }),
    ),
  }),
})

export const billLineRow = z.object({
  id,
  feeNo: z.string(),
  orderType: z.string(),
  sourceNo: z.string().nullable(),
  chargeDate: z.iso.date(),
  feeCode: z.string(),
  nameZh: z.string(),
  nameEn: z.string(),
  amount: money,
})
export type BillLineRow = z.output<typeof billLineRow>

export const listBillLines = query('/gateway/wms/bill/lines', {
  ...view,
  input: listQuery(['chargeDate'], ['chargeDate', 'asc'], { billId: queryId }),
  output: pageOf(billLineRow),
})

const period = {
  from: day,
  to: day,
  /** All customers with fees, where none is chosen. */
  customerIds: z.array(id).min(1).max(MAX_CHOSEN).optional(),
}
const inOrder = ({ from, to }: { from: string; to: string }, ctx: z.RefinementCtx) => {
  const days = (Date.parse(to) - Date.parse(from)) / 86_400_000
  if (days < 0) ctx.addIssue({ code: 'custom', path: ['to'], message: rule(billText.endsBefore) })
  if (days > MAX_DAYS - 1)
    ctx.addIssue({ code: 'custom', path: ['to'], message: rule(billText.tooLong, { max: MAX_DAYS }) })
}

/** What creating bills would make; nothing is changed. At most 500 customers are listed, the totals are of all. */
export const previewBills = query('/gateway/wms/bill/preview', {
  ...view,
  method: 'POST',
  input: z.strictObject(period).superRefine(inOrder),
  output: z.object({
    bills: count,
    total: money,
    unpriced: count,
    customers: z.array(
      completeness.extend({
        customerId: id,
        customerCode: z.string(),
        customerName: z.string(),
        mode: z.enum(['balance', 'bill']),
        feeCount: count,
        total: money,
        /** The bill that already covers these days, or null. */
        clash: z.string().nullable(),
      }),
    ),
  }),
})

/** The customers and days of selected fees, for bills that take them. Fees that can’t be on a new bill are named with the reason. */
export const billsOfFees = query('/gateway/wms/bill/of-fees', {
  ...view,
  method: 'POST',
  input: z.strictObject({ ids }),
  output: bulkResult.extend({
    customerIds: z.array(id),
    /** Null where none of the fees can be billed. */
    period: z.object({ from: z.iso.date(), to: z.iso.date() }).nullable(),
  }),
})

/** Creates drafts. Many are created by a task. */
export const createBills = command('/gateway/wms/bill/create', {
  ...make,
  action: 'add',
  input: z.strictObject(period).superRefine(inOrder),
  output: bulkResult.extend({ taskId: z.number().int().nullable() }),
})

/** Fees that came later join a draft, and those that were voided leave it. */
export const refreshBills = command('/gateway/wms/bill/refresh', {
  ...make,
  input: z.strictObject({ ids }),
  output: bulkResult,
})

/** Deletes drafts: their fees can be billed again, and nothing of them stays but the log. */
export const deleteBills = command('/gateway/wms/bill/delete', {
  ...make,
  action: 'delete',
  input: z.strictObject({ ids }),
  output: bulkResult,
})

export const issueBills = command('/gateway/wms/bill/issue', {
  permission: 'query:bill:issue',
  feature,
  input: z.strictObject({
    ids,
    /** Whether bills whose period has events without a price are issued too. */
    withUnpriced: z.boolean().default(false),
  }),
  output: bulkResult,
})

export const voidBills = command('/gateway/wms/bill/void', {
  permission: 'query:bill:void',
  feature,
  input: z.strictObject({ ids, reason: neededWords(500) }),
  output: bulkResult,
})

export const reopenBill = command('/gateway/wms/bill/reopen', {
  permission: 'query:bill:reopen',
  feature,
  input: z.strictObject({ id, reason: neededWords(500) }),
  output: nothing,
})

/** Bills of a customer that wait for their payment, oldest first. */
export const openBills = query('/gateway/wms/bill/open', {
  permission: 'query:collection:view',
  feature,
  input: z.strictObject({ customerId: queryId }),
  output: z.array(
    z.object({
      id,
      billNo: z.string(),
      periodFrom: z.iso.date(),
      periodTo: z.iso.date(),
      total: money,
      open: money,
    }),
  ),
})

/** Uses a payment for bills, oldest first: a draft for what is planned, a confirmed one for what is left of it. */
export const payBills = command('/gateway/wms/bill/pay', {
  permission: 'query:collection:settle',
  feature,
  input: z.strictObject({ collectionId: id, billIds: z.array(id).min(1).max(100) }),
  output: nothing,
})

/** The statements as one PDF, or their lines as a spreadsheet. */
export const printBills = command('/gateway/wms/bill/print', {
  permission: 'query:money:export',
  feature: 'cost',
  whenExpired: 'allowed',
  input: z.strictObject({ ids, format: z.enum(['pdf', 'xlsx']) }),
  output: taskStarted,
})
