import { createOrder } from '../orders/contract.ts'
import type { Call, SentTo } from '../platform/calls/call.ts'
import { aStore } from './stock-builders.ts'
import { aSession, type TestServer } from './test-server.ts'

type Order = SentTo<typeof createOrder>

/** A warehouse with goods, channels and addresses. */
export async function aShippingDesk(server: TestServer) {
  const store = await aStore(server)
  const { tenantId, who } = store
  await server.owner(
    `update products set audit_status = 'passed', declared_length = 10, declared_width = 8, declared_height = 5, declared_weight = 0.5
     where tenant_id = $1`,
    [tenantId],
    tenantId,
  )
  await server.owner(
    `insert into states (tenant_id, country_code, state_code, name_en, search_line)
     values ($1, 'US', 'CA', 'California', 'california'), ($1, 'US', 'NY', 'New York', 'new york') on conflict do nothing`,
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
  const channelOf = (code: string) => Number(rows.find((row) => row.code === code)?.id)
  const [customer] = await server.owner<{ id: string }>(
    `select id from customers where tenant_id = $1 and customer_code = 'ACME'`,
    [tenantId],
    tenantId,
  )
  const customerId = Number(customer?.id)
  const token = await aSession(server, tenantId, who.accountId)
  const as = { token, headers: { 'x-language': 'en_US' } }
  const send = <C extends Call>(call: C, input: SentTo<C>) => server.send(call, input, as)

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
  return { ...store, customerId, channelOf, send, facts, create, line }
}
export type ShippingDesk = Awaited<ReturnType<typeof aShippingDesk>>
