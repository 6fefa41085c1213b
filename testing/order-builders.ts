import { sql } from 'kysely'
import { createOrder } from '../orders/contract.ts'
import { auditOrders } from '../orders/server/audit.ts'
import { orderChecks } from '../orders/server/checks.ts'
import { orderJobs } from '../orders/server/jobs.ts'
import { ordersSlice } from '../orders/server/slice.ts'
import type { Call, SentTo } from '../platform/calls/call.ts'
import type { Db } from '../platform/database/server/db.ts'
import { outboundChecks } from '../shipping/outbound/server/checks.ts'
import { pickingChecks } from '../shipping/picking/server/checks.ts'
import { shippingSlice } from '../shipping/server/slice.ts'
import { wrongBy } from './books.ts'
import { freePrices } from './price-builders.ts'
import { allProducts, aStore } from './stock-builders.ts'
import { wrongIn } from './stock-work.ts'
import { doneWith, type TestServer } from './test-server.ts'

type Order = SentTo<typeof createOrder>

/** A warehouse with goods, channels and addresses, and with prices of nothing unless told otherwise. */
export async function aShippingDesk(
  server: Pick<TestServer, 'database' | 'owner' | 'send'>,
  { hasPrices = true }: { hasPrices?: boolean } = {},
) {
  const store = await aStore(server, { approved: allProducts })
  const { tenantId, customerId, who } = store
  await server.owner(
    `update products set declared_length = 10, declared_width = 8, declared_height = 5, declared_weight = 0.5 where tenant_id = $1`,
    [tenantId],
    tenantId,
  )
  await server.owner(
    `insert into states (tenant_id, country_code, state_code, name_en, search_line)
     values ($1, 'US', 'CA', 'California', 'california'), ($1, 'US', 'NY', 'New York', 'new york') on conflict do nothing`,
    [tenantId],
    tenantId,
  )
  const [returns] = await server.owner<{ id: string }>(
    `insert into locations (tenant_id, location_code, zone_id, purpose)
     select $1, 'RETURN', id, 'return' from location_zones where tenant_id = $1 and zone_code = 'GOOD' returning id`,
    [tenantId],
    tenantId,
  )
  const rows = await server.owner<{ id: string; code: string }>(
    `insert into channels (tenant_id, channel_code, name_zh, name_en, search_line, carrier, label_source, billing_method, label_format,
       countries, customer_scope, max_weight)
     select $1, x.code, x.code, x.code, lower(x.code), 'SELF', 'self_built', 'flat', 'pdf_100x150', '{US,DE}', x.scope::customer_scope, x.most
     from (values ('LOCAL', 'all', null::numeric), ('OTHERS', 'list', null), ('LIGHT', 'all', 1.2)) x (code, scope, most)
     returning id, channel_code as code`,
    [tenantId],
    tenantId,
  )
  await server.owner(
    `insert into number_pools (tenant_id, channel_id, kind, prefix, digits, start_no, next_no, end_no, first_number, last_number)
     select $1, id, 'range', left(channel_code, 2), 8, 1, 1, 99999, left(channel_code, 2) || '00000001', left(channel_code, 2) || '00099999'
     from channels where tenant_id = $1 and channel_code in ('LOCAL', 'OTHERS', 'LIGHT')`,
    [tenantId],
    tenantId,
  )
  if (hasPrices) await server.owner(freePrices, [], tenantId)
  const channelOf = (code: string) => Number(rows.find((row) => row.code === code)?.id)
  const send = <C extends Call>(call: C, input: SentTo<C>) => server.send(call, input, store)

  let count = 0
  const facts = (over: Partial<Order> = {}): Order => ({
    customerId,
    referenceNo: `REF-${++count}`,
    platform: null,
    platformOrderNo: null,
    shopName: null,
    channelId: channelOf('LOCAL'),
    receiverName: 'Ann Example',
    company: null,
    phone: null,
    email: null,
    taxNo: null,
    countryCode: 'US',
    stateCode: 'CA',
    city: 'Los Angeles',
    postcode: '90001',
    address1: '1 Main Street',
    address2: null,
    address3: null,
    doorplate: null,
    addressKind: 'residential',
    signature: false,
    insuredValue: null,
    remark: null,
    pickRemark: null,
    priority: 0,
    tags: [],
    lines: [{ productId: store.productOf('BOLT'), quantity: 1, declaredValue: null }],
    ...over,
  })
  const create = async (over: Partial<Order> = {}) => {
    const answer = await send(createOrder, facts(over))
    if (!answer.success) throw new Error(answer.message)
    return answer.data as { id: number; orderNo: string }
  }
  const line = (sku: string, quantity: number) => ({
    productId: store.productOf(sku),
    quantity,
    declaredValue: null,
  })

  /** Prints the labels of audited orders; their tracking number becomes TN and the order's id. */
  const print = (ids: readonly number[]) =>
    store.write(async (tx) => {
      await sql`
        update waybills set tracking_no = 'TN' || order_id, print_count = 1, printed_at = business_now()
        where tenant_id = ${tenantId} and order_id = any(${ids}::bigint[]) and status = 'obtained'`.execute(
        tx,
      )
      await sql`update orders set status = 'waybill_printed', status_at = business_now()
        where tenant_id = ${tenantId} and id = any(${ids}::bigint[])`.execute(tx)
    })

  /** Orders whose goods are allocated and whose waybill is printed. */
  const createPrinted = async (...overs: Partial<Order>[]) => {
    const made: { id: number; orderNo: string }[] = []
    for (const over of overs) made.push(await create(over))
    const ids = made.map(({ id }) => id)
    const { failed } = await store.write((tx) => auditOrders(tx, who, { ids }))
    if (failed.length > 0) throw new Error(JSON.stringify(failed))
    await print(ids)
    return made
  }
  const session = { token: store.token, headers: store.headers }
  return {
    ...store,
    returnsBin: Number(returns?.id),
    channelOf,
    session,
    send,
    done: doneWith(send),
    facts,
    create,
    print,
    createPrinted,
    line,
  }
}
export type ShippingDesk = Awaited<ReturnType<typeof aShippingDesk>>

/** Channels of every label source: a demo carrier, uploads, a platform's labels, and pick-up without a label. */
export async function addLabelChannels(
  server: Pick<TestServer, 'owner'>,
  { tenantId }: { tenantId: number },
) {
  const rows = await server.owner<{ id: string; code: string }>(
    `with account as (
       insert into carrier_accounts (tenant_id, adapter, carrier, account_name, environment, search_line)
       values ($1, 'demo', 'DEMO', 'Demo', 'sandbox', 'demo') returning id)
     insert into channels (tenant_id, channel_code, name_zh, name_en, search_line, carrier, service_code, label_source, billing_method,
       label_format, carrier_account_id, tracking_pattern, countries, void_days)
     select $1, x.code, x.code, x.code, lower(x.code), x.carrier, x.service, x.source::label_source, 'none', x.format::label_format,
       case when x.source = 'carrier_api' then (select id from account) end, x.pattern, '{US}', x.days
     from (values ('BOUGHT', 'DEMO', 'GROUND', 'carrier_api', 'pdf_100x150', null, 2), ('UPLOAD', 'UPS', null, 'uploaded', 'pdf_100x150', '1Z[0-9]{8}', null),
       ('SHOP', 'USPS', null, 'platform', 'pdf_100x150', null, null), ('PICKUP', 'NONE', null, 'none', 'pdf_a4', null, null))
       x (code, carrier, service, source, format, pattern, days)
     returning id, channel_code as code`,
    [tenantId],
    tenantId,
  )
  return (code: string) => Number(rows.find((row) => row.code === code)?.id)
}

type QueuedJob = { id: string; task: string; input: unknown; isDue: boolean }

/** A company's jobs in the queue. */
export const queuedJobs = (server: TestServer, { tenantId }: { tenantId: number }) =>
  server.owner<QueuedJob>(
    `select j.id, t.identifier as task, j.payload -> 'input' as input, j.run_at <= now() as "isDue"
     from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
     where (j.payload ->> 'tenantId')::bigint = $1 order by j.id`,
    [tenantId],
  )

/** Removes the orders and manifest jobs of a company that are due from the queue and returns them ready to run; with `isLater`, also those for later. */
export async function takeJobs(
  server: TestServer,
  desk: { tenantId: number },
  {
    isLater = false,
    services = server.services,
    max = 1,
  }: { isLater?: boolean; services?: TestServer['services']; max?: number } = {},
) {
  const jobs = {
    ...orderJobs(server.database),
    ...ordersSlice.carrierJobs?.(server.database, services),
    ...shippingSlice.carrierJobs?.(server.database, services),
  }
  const queued = (await queuedJobs(server, desk)).filter(
    ({ task, isDue }) => Object.hasOwn(jobs, task) && (isDue || isLater),
  )
  const taken = queued.slice(0, max)
  await server.owner('delete from graphile_worker._private_jobs where id = any($1)', [
    taken.map(({ id }) => id),
  ])
  return taken.map(({ task, input }) => ({ task, run: () => jobs[task]?.(desk.tenantId, input as never) }))
}

/** Does a company's orders jobs that are due, and what they queue, until none is left; with `isLater`, also those for later. */
export async function doOrderJobs(
  server: TestServer,
  desk: { tenantId: number },
  options: { isLater?: boolean; services?: TestServer['services'] } = {},
) {
  for (;;) {
    const [job] = await takeJobs(server, desk, options)
    if (!job) return
    await job.run()
  }
}

/** The ledger check results for stock, receiving, orders, picking lists and shipping. */
export async function wrongInOrders(db: Db, tenantId: number): Promise<string[]> {
  const wrong = await wrongIn(db, tenantId)
  const checks = [...orderChecks, ...outboundChecks, ...pickingChecks]
  return [...wrong, ...(await wrongBy(checks, db, { tenantId }))]
}
