import {
  answerIntercepts,
  assignChannel,
  auditOrders,
  editOrder,
  forceOrders,
  interceptOrders,
  markOrders,
  voidOrders,
} from '../orders/contract.ts'
import { reissueLabels, uploadLabel, uploadLabels } from '../orders/waybills/contract.ts'
import type { Call, Envelope, SentTo } from '../platform/calls/call.ts'
import {
  cancelLabelPrint,
  confirmLabelPrint,
  printLabels,
  reprintLabels,
} from '../shipping/labels/contract.ts'
import { shipOrders, weighPackage } from '../shipping/outbound/contract.ts'
import { cancelPickingLists, completePickingLists, createPickingLists } from '../shipping/picking/contract.ts'
import { openReturn } from '../shipping/returns/contract.ts'
import type { ShippingDesk } from './order-builders.ts'

/** An order, and what the commands name beside it: its package, its unconfirmed print, its picking list. */
type Target = {
  id: number
  rowVersion: number
  packageId: number
  printId: number
  listId: number
  productId: number
  otherChannelId: number
  /** A label of this order, as a file and in a ZIP. */
  labelFileId: number
  zipFileId: number
  facts: Omit<SentTo<typeof editOrder>, 'id' | 'rowVersion'>
}

type Asked = { call: Call; input: object }
const asked = <C extends Call>(call: C, input: SentTo<C>): Asked => ({ call, input: input as object })

export const reason = 'changed mind'
export const printOptions = {
  sort: 'order_time',
  copies: 1,
  packingSlip: 'none',
  file: 'pdf',
  printer: null,
  items: null,
  text: null,
} as const satisfies Partial<SentTo<typeof printLabels>>

/** The tracking number on the uploaded label of an order. */
export const uploadedNo = (id: number) => `1Z${String(id).padStart(8, '0')}`

/** Every command that changes an order, as it is sent for one order. */
export const orderCommands = {
  edit: ({ id, rowVersion, facts }) => asked(editOrder, { id, rowVersion, ...facts }),
  audit: ({ id }) => asked(auditOrders, { ids: [id] }),
  force: ({ id }) => asked(forceOrders, { ids: [id], reason }),
  void: ({ id }) => asked(voidOrders, { ids: [id], reason }),
  intercept: ({ id }) => asked(interceptOrders, { ids: [id], reason }),
  approve: ({ id }) => asked(answerIntercepts, { ids: [id], isApproved: true, reason: null }),
  reject: ({ id }) => asked(answerIntercepts, { ids: [id], isApproved: false, reason: null }),
  channel: ({ id, otherChannelId }) => asked(assignChannel, { ids: [id], channelId: otherChannelId }),
  reissue: ({ id }) => asked(reissueLabels, { ids: [id], reason }),
  upload: ({ id, labelFileId }) =>
    asked(uploadLabel, { id, fileId: labelFileId, trackingNo: uploadedNo(id), readyAt: null }),
  'upload ZIP': ({ zipFileId }) => asked(uploadLabels, { fileId: zipFileId }),
  print: ({ id }) => asked(printLabels, { ids: [id], ...printOptions }),
  confirm: ({ printId }) => asked(confirmLabelPrint, { id: printId, notPrinted: [] }),
  reprint: ({ id }) => asked(reprintLabels, { ids: [id], reason, ...printOptions }),
  unprint: ({ id }) => asked(cancelLabelPrint, { ids: [id], reason }),
  list: ({ id }) => asked(createPickingLists, { ids: [id] }),
  pick: ({ listId }) => asked(completePickingLists, { ids: [listId] }),
  unlist: ({ listId }) => asked(cancelPickingLists, { ids: [listId] }),
  ship: ({ id }) => asked(shipOrders, { ids: [id] }),
  weigh: ({ packageId }) => asked(weighPackage, { packageId, weight: '0.700' }),
  return: ({ id, productId }) =>
    asked(openReturn, { id, trackingNo: null, remark: null, lines: [{ productId, quantity: 1 }] }),
  mark: ({ id }) => asked(markOrders, { ids: [id], priority: 3 }),
} satisfies Record<string, (target: Target) => Asked>
export type OrderCommand = keyof typeof orderCommands

/** Whether a command did something; a selection of one that was refused did not. */
export function went({ success, data }: Pick<Envelope, 'success' | 'data'>): boolean {
  const ok = (data as { ok?: number } | null)?.ok
  return success && ok !== 0
}

type Owner = <R extends object>(text: string, values?: unknown[], tenantId?: number) => Promise<R[]>

/** An order with what the commands need to name. */
export async function targetOf(
  owner: Owner,
  {
    tenantId,
    facts,
    channelOf,
    productOf,
  }: Pick<ShippingDesk, 'tenantId' | 'facts' | 'channelOf' | 'productOf'>,
  id: number,
  files: Pick<Target, 'labelFileId' | 'zipFileId'> = { labelFileId: 1, zipFileId: 1 },
): Promise<Target> {
  const [row] = await owner<{
    version: number
    reference: string
    package: number
    print: number
    list: number
  }>(
    `select o.row_version as version, o.reference_no as reference, coalesce((select min(p.id) from packages p where p.order_id = o.id), 1)::int as package,
       coalesce((select max(l.print_id) from label_print_lines l where l.order_id = o.id), 1)::int as print,
       coalesce((select max(l.list_id) from picking_list_orders l where l.order_id = o.id), 1)::int as list
     from orders o where o.id = $1`,
    [id],
    tenantId,
  )
  if (!row) throw new Error(`no order ${id}`)
  const { customerId: _, ...edited } = facts({ referenceNo: row.reference, receiverName: 'Bob Example' })
  return {
    id,
    rowVersion: row.version,
    packageId: row.package,
    printId: row.print,
    listId: row.list,
    productId: productOf('BOLT'),
    otherChannelId: channelOf('LIGHT'),
    ...files,
    facts: edited,
  }
}

/** The labels of all prints so far are drawn. What they look like is tested with the labels. */
export async function drawPrints(owner: Owner, tenantId: number) {
  for (const status of ['running', 'done'])
    await owner(
      `update tasks set status = $1::text::task_status, started_at = now(), finished_at = case when $1 = 'done' then now() end
       where tenant_id = $2 and kind = 'print_labels' and status in ('waiting', 'running')`,
      [status, tenantId],
      tenantId,
    )
  await owner(
    `delete from graphile_worker._private_jobs where key in (
       select 'task:' || id from tasks where tenant_id = $1 and kind = 'print_labels' and status = 'done')`,
    [tenantId],
    tenantId,
  )
}

/**
 * The queue writes down each kind of job when the first one comes, in that transaction; others wait for its end. Tests whose
 * transactions stay open do that before.
 */
export const nameJobs = (owner: Owner) =>
  owner(
    'insert into graphile_worker._private_tasks (identifier) select unnest($1::text[]) on conflict do nothing',
    [['task', 'retry_short_orders', 'settle_picking_lists', 'price_open_events', 'retry_unpriced_orders']],
  )
