import { expect } from 'vitest'
import { bookChecks } from '../app/server/book-checks.ts'
import { post } from '../inventory/stock/server/ledger.ts'
import { inboundProducts } from '../receiving/contract.ts'
import { findPlace } from '../receiving/scanning/contract.ts'
import type { InboundDocument } from '../receiving/scanning/scanning.ts'
import { wrongNow } from './books.ts'
import { type Announced, goods, places } from './paper-order.ts'
import { type Answering, figuresOf, type Named, PaperServer, Refused, works } from './paper-server.ts'
import { aDock, type TestDock } from './receiving-builders.ts'
import type { TestServer } from './test-server.ts'

/** The goods and bins of the in-memory order, in a company of their own. */
async function furnish(server: TestServer, settings: object): Promise<TestDock> {
  const dock = await aDock(server, settings)
  const { tenantId, customerId } = dock
  const ask = (text: string, values: unknown[] = []) => server.owner(text, [tenantId, ...values], tenantId)
  for (const { sku, expiryManaged, shelfLifeDays, lotManaged } of Object.values(goods))
    await ask(
      `insert into products (tenant_id, customer_id, sku, name_en, search_line, audit_status, expiry_managed, shelf_life_days, lot_managed,
         declared_length, declared_width, declared_height, declared_weight)
       values ($1, $2, $3, $3, lower($3), 'pending', $4, $5, $6, 1, 1, 1, 1)
       on conflict on constraint sku_taken do update set declared_length = 1, declared_width = 1, declared_height = 1, declared_weight = 1`,
      [customerId, sku, expiryManaged, shelfLifeDays, lotManaged],
    )
  await ask(`update products set audit_status = 'passed' where tenant_id = $1 and audit_status = 'pending'`)
  await ask(
    `insert into product_words (tenant_id, word, product_id)
     select tenant_id, lower(sku), id from products where tenant_id = $1 on conflict do nothing`,
  )
  await ask(
    `insert into product_barcodes (tenant_id, customer_id, product_id, barcode, type, pack_quantity)
     select tenant_id, customer_id, id, 'CARTON', 'custom'::barcode_type, 6 from products
     where tenant_id = $1 and customer_id = $2 and sku = 'BOLT'
     union all select tenant_id, customer_id, id, 'SYS' || id, 'system', 1 from products where tenant_id = $1`,
    [customerId],
  )
  await ask(
    `insert into locations (tenant_id, location_code, zone_id, purpose, mix_customer, is_enabled)
     select z.tenant_id, p.code, z.id, p.purpose::location_purpose, false, p.on
     from location_zones z, (values ('OFF', 'storage', false), ('X-01', 'storage', true), ('PACK', 'packing', true)) p (code, purpose, "on")
     where z.tenant_id = $1 and z.quality = 'good'`,
  )
  const [taken] = await server.owner<{ id: string }>(
    `select id from locations where tenant_id = $1 and location_code = 'X-01'`,
    [tenantId],
    tenantId,
  )
  const batchId = await dock.batch('SCREW')
  const line = {
    sourceId: 1,
    sourceNo: 'X',
    line: 1,
    flow: 'receive',
    quality: 'good',
    onHand: 1,
    batchId,
  } as const
  await dock.write((tx) => post(tx, dock.who, { type: 'test' }, [{ ...line, locationId: Number(taken?.id) }]))
  return dock
}

/**
 * An inbound order on the real server and the same order in memory: everything is sent to both, and both must
 * accept or refuse it with the same quantities.
 */
export async function aRealOrder(testServer: TestServer, announced: readonly Announced[], settings: object) {
  const dock = await furnish(testServer, settings)
  const { tenantId, customerId } = dock
  const ids = await testServer.owner<{ sku: string; id: string }>(
    'select sku, id from products where tenant_id = $1 and customer_id = $2',
    [tenantId, customerId],
    tenantId,
  )
  // A product is on an order at most once without a box.
  const single = announced.filter(
    ({ sku, boxNo }, i) => announced.findIndex((item) => item.sku === sku && item.boxNo === boxNo) === i,
  )
  const lines = single.map(({ sku, expected, boxNo = null, expiryDate = null, lot = null }) => {
    const productId = Number(ids.find((item) => item.sku === sku)?.id)
    return { boxNo, productId, expected, productionDate: null, expiryDate, lot }
  })
  const inboundId = await dock.announce(single, { lines })
  const colleague = await dock.colleague()

  const results = await Promise.all(
    places.map(({ locationCode: scanned }) => testServer.done(findPlace, { scanned, customerId }, dock)),
  )
  const real = results.flatMap((place) => place ?? [])
  expect(real.map(({ locationId: _, ...place }) => place)).toEqual(
    places.map(({ locationId: _, ...place }) => place),
  )

  const read = () => dock.read(inboundId)
  const known = await Promise.all(
    Object.keys(goods).map((search) => testServer.done(inboundProducts, { customerId, search }, dock)),
  )
  const document: InboundDocument = { ...(await read()), products: known.flat() }
  const paper = new PaperServer(document, real)

  /** The server of one of its users; a request may arrive twice at once. */
  const server = (who: 'me' | 'colleague', isTwice: () => boolean) => {
    const answered = new Set<string>()
    const answer: Answering = async (url, { method, headers, body }) => {
      const request = {
        method: method === 'POST' ? 'POST' : 'GET',
        url,
        headers: headers as Record<string, string>,
        ...(typeof body === 'string' && { payload: body }),
      } as const
      const once = () => testServer.server.http.inject(request)
      const key = request.headers['x-idempotency-key']
      const [first, second] = await Promise.all(key && isTwice() ? [once(), once()] : [once()])
      if (first.statusCode >= 500) throw new Error(first.body)
      if (!key || !works.some(({ path }) => path === url))
        return { status: first.statusCode, body: first.body }
      const { success, data, message }: { success: boolean; data: Named; message: string } = first.json()
      const { success: isRepeated, data: repeated } = (second ?? first).json()
      expect([isRepeated, repeated]).toEqual([success, data])
      const sent = JSON.parse(String(body))
      const isTaken = !(paper.take(url, sent, key, success ? data : {}) instanceof Refused)
      expect([isTaken, url, sent, message]).toEqual([success, url, sent, message])
      // A repeat gets the first response, whatever has happened since.
      if (success && !answered.has(key)) expect(figuresOf(await read())).toEqual(figuresOf(paper.standing()))
      answered.add(key)
      return { status: first.statusCode, body: first.body }
    }
    return { answer, token: (who === 'me' ? dock : colleague).token }
  }

  /** The stock by levels and by flows, and the active documents. */
  const books = async () => {
    const key = `l.location_code || '|' || s.product_id || '|' || coalesce(to_char(b.expiry_date, 'YYYY-MM-DD'), 'null') || coalesce('/' || b.lot, '') || '|' || s.quality`
    const joined = `join batches b on b.tenant_id = s.tenant_id and b.id = s.batch_id
      join locations l on l.tenant_id = s.tenant_id and l.id = s.location_id where s.tenant_id = $1 and b.inbound_id = $2`
    const ask = (text: string) =>
      testServer.owner<{ key: string; pieces: number }>(text, [tenantId, inboundId], tenantId)
    const pairs = (rows: { key: string; pieces: number }[]) => rows.map((row) => [row.key, row.pieces]).sort()
    const levels = await ask(
      `select ${key} as key, sum(s.on_hand)::int as pieces from stock s ${joined} group by 1 having sum(s.on_hand) <> 0`,
    )
    const flows = await ask(
      `select ${key} as key, sum(f.d_on_hand)::int as pieces from stock_flows f
       join stock s on s.tenant_id = f.tenant_id and s.id = f.stock_id ${joined} group by 1 having sum(f.d_on_hand) <> 0`,
    )
    const papers = await ask(
      `select 'receipts' as key, count(*)::int as pieces from receipts where tenant_id = $1 and inbound_id = $2 and cancelled_at is null
       union all select 'putaways', count(*)::int from putaways p where tenant_id = $1 and inbound_id = $2 and undoes_id is null
         and not exists (select 1 from putaways u where u.tenant_id = p.tenant_id and u.undoes_id = p.id)`,
    )
    expect(await wrongNow(bookChecks, testServer, dock)).toEqual([])
    return { levels: pairs(levels), flows: pairs(flows), papers: Object.fromEntries(pairs(papers)) }
  }

  return { document, paper, server, read, books }
}
