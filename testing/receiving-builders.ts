import { expect } from 'vitest'
import type { OutputOf, SentTo } from '../platform/calls/call.ts'
import { createInbound, inbound } from '../receiving/contract.ts'
import { putAway, receive, receiveWhole } from '../receiving/scanning/contract.ts'
import { blankBox, blankInbound } from './blank-inputs.ts'
import { ledgerChecks, wrongNow } from './books.ts'
import { allProducts, aStore } from './stock-builders.ts'
import { aUser, type TestServer } from './test-server.ts'

type Announced = { sku: string; expected: number; boxNo?: string; expiryDate?: string; lot?: string }

/** A receiving warehouse with approved products, a user with all permissions, and the receiving calls. */
export async function aDock(server: TestServer, settings: object = {}) {
  const store = await aStore(server, { approved: allProducts, settings })
  const { tenantId, customerId } = store

  const announce = async (lines: Announced[], over: Partial<SentTo<typeof createInbound>> = {}) => {
    const boxNos = [...new Set(lines.flatMap(({ boxNo }) => (boxNo ? [boxNo] : [])))]
    const { data, message } = await server.send(
      createInbound,
      {
        customerId,
        ...blankInbound,
        inboundType: boxNos.length > 0 ? 'standard' : 'by_sku',
        boxes: boxNos.map((boxNo) => ({ boxNo, ...blankBox })),
        lines: lines.map(({ sku, expected, boxNo = null, expiryDate = null, lot = null }) => ({
          boxNo,
          productId: store.productOf(sku),
          expected,
          productionDate: null,
          expiryDate,
          lot,
        })),
        ...over,
      },
      store,
    )
    if (!data) throw new Error(message)
    return (data as OutputOf<typeof createInbound>).id
  }

  const read = (id: number) => server.done(inbound, { id }, store)
  const boxId = async (id: number, boxNo: string) => {
    const box = (await read(id)).boxes.find((box) => box.boxNo === boxNo)
    if (!box) throw new Error(`no box ${boxNo}`)
    return box.id
  }

  type Line = SentTo<typeof receive>['lines'][number]
  const count = (
    inboundId: number,
    sku: string,
    good: number,
    { boxId: ofBox = null, ...over }: Partial<Line> & { boxId?: number | null } = {},
  ) => {
    const line = {
      productId: store.productOf(sku),
      good,
      defective: 0,
      locationId: store.at('A-01'),
      ...over,
    }
    return server.send(receive, { inboundId, boxId: ofBox, lines: [line] }, store)
  }
  const takeWhole = (inboundId: number, over: Partial<SentTo<typeof receiveWhole>> = {}) =>
    server.send(receiveWhole, { inboundId, locationId: store.at('A-01'), ...over }, store)
  const put = (inboundId: number, line: SentTo<typeof putAway>['lines'][number]) =>
    server.send(putAway, { inboundId, lines: [line] }, store)

  /** Another user of the same company. */
  const colleague = () => aUser(server, { tenantId })

  const cleanBooks = async () => expect(await wrongNow(ledgerChecks, server, store)).toEqual([])

  /** The stock by SKU, bin and expiry. */
  const stock = () =>
    server.owner<{ sku: string; place: string; expiry: string | null; pieces: number }>(
      `select p.sku, l.location_code as place, to_char(b.expiry_date, 'YYYY-MM-DD') as expiry, sum(s.on_hand)::int as pieces
       from stock s join batches b on b.tenant_id = s.tenant_id and b.id = s.batch_id
       join products p on p.tenant_id = s.tenant_id and p.id = s.product_id
       join locations l on l.tenant_id = s.tenant_id and l.id = s.location_id
       where s.tenant_id = $1 and s.on_hand > 0 group by 1, 2, 3 order by 1, 2, 3`,
      [tenantId],
      tenantId,
    )

  return { ...store, announce, read, boxId, count, takeWhole, put, colleague, cleanBooks, stock }
}

export type TestDock = Awaited<ReturnType<typeof aDock>>
