import { afterAll, expect, test, vi } from 'vitest'
import { auditOrders } from '../../orders/contract.ts'
import type { Query } from '../../platform/calls/call.ts'
import { pdfKit } from '../../platform/server/lazy-packages.ts'
import { exampleOf } from '../../testing/example-input.ts'
import { aShippingDesk } from '../../testing/order-builders.ts'
import { aUser, startTestServer } from '../../testing/test-server.ts'
import { commandSheet, testPage } from '../../warehouse/print-settings/contract.ts'
import { previewLabel } from '../labels/contract.ts'
import { sampleStamp } from '../watermarks/contract.ts'

const server = await startTestServer()
const { pool } = server.database

/** The connections in use whenever a page is begun. */
const inUse: number[] = []
const { addPage } = pdfKit().prototype
vi.spyOn(pdfKit().prototype, 'addPage').mockImplementation(function (this: PDFKit.PDFDocument, ...page) {
  inUse.push(pool.totalCount - pool.idleCount)
  return addPage.apply(this, page)
})
afterAll(() => vi.restoreAllMocks())

test('no connection is held while a preview, a sample, a test page or a command card is drawn', async () => {
  const desk = await aShippingDesk(server)
  await desk.move({ flow: 'receive', batchId: await desk.batch('BOLT'), onHand: 1 })
  const { id } = await desk.create()
  await desk.done(auditOrders, { ids: [id] })
  const who = await aUser(server, { tenantId: desk.tenantId, permissions: ['*'] })
  const drawn: [call: Query, input: object][] = [
    [previewLabel, { id, items: ['order_no'], text: null }],
    [sampleStamp, exampleOf(sampleStamp) as object],
    [testPage, {}],
    [commandSheet, {}],
  ]
  for (const [call, input] of drawn) {
    inUse.length = 0
    expect(await server.send(call, input as never, who), call.path).toMatchObject({ success: true })
    expect(inUse.length, call.path).toBeGreaterThan(0)
    expect(new Set(inUse), call.path).toEqual(new Set([0]))
  }
})
