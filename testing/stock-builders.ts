import { type BatchKey, batchesOf, post, type StockLine } from '../inventory/stock/server/ledger.ts'
import type { Who } from '../platform/calls/who.ts'
import { aUser, type TestServer } from './test-server.ts'

export const allProducts = ['BOLT', 'NUT', 'SCREW']

/**
 * A warehouse with a few bins and two customers' products, and a logged-in user: the basis of every stock
 * test. Only approved products can be received and ordered.
 */
export async function aStore(
  server: Pick<TestServer, 'database' | 'owner'>,
  { approved = [], settings = {} }: { approved?: readonly string[]; settings?: object } = {},
) {
  const { tenantId, id: accountId, loginAccount, token, headers } = await aUser(server)
  const [ids] = await server.owner<Record<string, string>>(
    `with zones as (
       insert into location_zones (tenant_id, zone_code, zone_name, quality)
       values ($1, 'GOOD', 'Good', 'good'), ($1, 'BAD', 'Bad', 'defective') returning id, zone_code),
     places as (
       insert into locations (tenant_id, location_code, zone_id, purpose, mix_customer)
       select $1, p.code, z.id, p.purpose::location_purpose, p.mix
       from (values ('A-01', 'GOOD', 'storage', true), ('A-02', 'GOOD', 'storage', true), ('A-03', 'GOOD', 'storage', false),
         ('D-01', 'BAD', 'storage', true), ('RECV', 'GOOD', 'receiving', true)) p (code, zone, purpose, mix)
       join zones z on z.zone_code = p.zone returning id, location_code),
     owners as (
       insert into customers (tenant_id, customer_code, customer_name, search_line)
       values ($1, 'ACME', 'Acme', 'acme'), ($1, 'OTHER', 'Other', 'other') returning id, customer_code),
     things as (
       insert into products (tenant_id, customer_id, sku, name_en, search_line, audit_status)
       select $1, o.id, s.sku, s.sku, lower(s.sku), 'pending'
       from (values ('ACME', 'BOLT'), ('ACME', 'NUT'), ('OTHER', 'SCREW')) s (owner, sku) join owners o on o.customer_code = s.owner
       returning id, sku),
     words as (
       insert into product_words (tenant_id, word, product_id) select $1, lower(sku), id from things returning 1)
     select (select jsonb_object_agg(location_code, id) from places) as places,
       (select jsonb_object_agg(customer_code, id) from owners) as owners, (select jsonb_object_agg(sku, id) from things) as things`,
    [tenantId],
    tenantId,
  )
  await server.owner(
    `with passed as (update products set audit_status = 'passed' where tenant_id = $1 and sku = any($2))
     update warehouses set settings = $3 where tenant_id = $1`,
    [tenantId, approved, JSON.stringify(settings)],
    tenantId,
  )
  const named = (part: string) => (ids?.[part] ?? {}) as unknown as Record<string, number>
  const [places, owners, things] = [named('places'), named('owners'), named('things')]
  const who: Who = {
    tenantId,
    accountId,
    loginAccount,
    sessionId: 0,
    kind: 'staff',
    userName: 'Test',
    zone: 'Asia/Shanghai',
    language: 'en_US',
    permissions: ['*'],
    version: 'standard',
    isExpired: false,
    mustChange: false,
    isTyped: false,
    requestId: 'test',
    ip: '127.0.0.1',
  }
  const at = (code: string) => Number(places[code])
  const write = <T>(work: Parameters<typeof server.database.write<T>>[1]) =>
    server.database.write(tenantId, work)

  /** A batch of a product, by default put away on 1 January. */
  const batch = async (sku: string, over: Partial<BatchKey> = {}) => {
    const customerId = Number(owners[sku === 'SCREW' ? 'OTHER' : 'ACME'])
    const key = { customerId, productId: Number(things[sku]), inboundId: null, putawayDate: '2026-01-01' }
    const [id] = await write((tx) => batchesOf(tx, who, [{ ...key, expiryDate: null, lot: null, ...over }]))
    return Number(id)
  }

  let count = 0
  /** Posts one line; each has its own fact id unless given. */
  const move = (line: Partial<StockLine> & Pick<StockLine, 'flow' | 'batchId'>, place = 'A-01') =>
    write((tx) =>
      post(tx, who, { type: 'test' }, [
        {
          sourceId: ++count,
          sourceNo: `T-${count}`,
          line: 1,
          locationId: at(place),
          quality: 'good',
          ...line,
        },
      ]),
    )

  const level = async (batchId: number, place = 'A-01') => {
    const [row] = await server.owner<{ on_hand: string; allocated: string; frozen: string; seq: string }>(
      'select on_hand, allocated, frozen, seq from stock where batch_id = $1 and location_id = $2',
      [batchId, at(place)],
      tenantId,
    )
    return [row?.on_hand, row?.allocated, row?.frozen, row?.seq].map((figure) => Number(figure ?? 0))
  }

  const productOf = (sku: string) => Number(things[sku])
  const customerId = Number(owners.ACME)
  return { tenantId, token, headers, who, customerId, productOf, at, write, batch, move, level }
}

export type TestStore = Awaited<ReturnType<typeof aStore>>
