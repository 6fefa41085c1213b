import sharp from 'sharp'
import { expect, test, vi } from 'vitest'
import type { OutputOf } from '../../../platform/calls/call.ts'
import { RESEND_DAYS } from '../../../platform/calls/key-days.ts'
import { newId, send } from '../../../platform/calls/web/send.ts'
import { MAX_SCANNED } from '../../../platform/scanning/scanned.ts'
import { scanText } from '../../../platform/scanning/web/text.ts'
import { scanLine } from '../../../platform/scanning/web/use-queue.ts'
import { fill } from '../../../platform/text/text.ts'
import { t } from '../../../platform/text/web/language.tsx'
import { aDock } from '../../../testing/receiving-builders.ts'
import { startTestServer } from '../../../testing/test-server.ts'
import { answerQuestion, lookingUp, openTestPage } from '../../../testing/web/test-page.ts'
import { completeInbound, inboundChanges } from '../../contract.ts'
import { getParcel, keepParcel } from '../../parcels/contract.ts'
import { parcelText } from '../../parcels/text.ts'
import { takePhoto } from '../../photos/contract.ts'
import { addPhoto, sendPhoto } from '../../photos/web/photos.ts'
import { placeOfInbound, placeOfParcel } from '../../web/scan-place.ts'
import { receive, receiveWhole } from '../contract.ts'
import type { Event } from '../receive-state.ts'
import { sendScan } from '../requests.ts'
import type { ReceiveScan } from '../scanning.ts'
import { differenceReasons, receiveText } from '../text.ts'
import { takeUnknown } from './arrivals.ts'
import { happen, takeBack, takeScan } from './counting.ts'
import { cancelOne, complete, printLast, reopen } from './document-actions.ts'
import { findDocument } from './find-document.ts'
import { actionsOf } from './receive-actions.ts'
import { fetchChanges, Receiver, type Standing } from './receiver.ts'

/** The receiving screen with the real server, without a browser. */
const server = await startTestServer()
const page = openTestPage(server)
vi.stubGlobal('window', { document: { hidden: false } })

type Dock = Awaited<ReturnType<typeof aDock>>

/** A user with every permission but measuring. */
async function aReceiver(
  dock: Dock,
  may: (permission: string) => boolean = (permission) => permission !== 'query:product:measure',
) {
  page.logIn(dock.token, dock.tenantId)
  const line = scanLine<ReceiveScan, Standing>('receive', (scan, how) => sendScan(send, scan, how))
  const receiver = new Receiver(line.queue, may)
  line.hearers.clear()
  line.hearers.add(receiver)
  await line.queue.open()
  /** An unanswered question fails by name instead of by timeout. */
  const done = (work: Promise<void>) => {
    const unanswered = new Promise<void>((_, fail) =>
      setTimeout(() => fail(new Error(`asked: ${receiver.state.question?.words}`)), 60_000).unref(),
    )
    return Promise.race([work, unanswered])
  }
  const inTurn = (work: () => unknown) =>
    done(
      receiver.inTurn('', async () => {
        await work()
      }),
    )
  const newest = () => {
    const [mark] = receiver.state.marks
    return [mark?.tone, mark?.code, mark?.words]
  }
  return {
    receiver,
    inTurn,
    newest,
    open: (id: number) => inTurn(() => receiver.open(id)),
    scan: (code: string, times?: number) =>
      done(
        receiver.inTurn(code, async () => {
          const now = receiver.figures()
          const scanned = { code, times: times ?? 1, isCounted: times !== undefined }
          if (now) await takeScan(receiver, now, scanned)
        }),
      ),
    happen: (event: Event) => inTurn(() => happen(receiver, event)),
    undo: () => inTurn(() => takeBack(receiver)),
    answer: (reply: number | string) => answerQuestion(receiver, reply),
    /** Gives an invalid answer; the question stays open. */
    tell: async (text: string) => {
      const question = await vi.waitUntil(() => receiver.state.question, { timeout: 30_000, interval: 5 })
      const [before] = receiver.state.marks
      question.onText?.(text, { code: text, times: 1, isCounted: false })
      await vi.waitUntil(() => receiver.state.marks[0] !== before, { timeout: 30_000, interval: 5 })
      return newest()
    },
    choices: async () => {
      const question = await vi.waitUntil(() => receiver.state.question, { timeout: 30_000, interval: 5 })
      return question.choices.map(({ text }) => text)
    },
    sent: () => line.queue.sent(),
    good: () => receiver.figures()?.lines.map(({ good }) => good),
    buttons: () => {
      const { primary, others } = actionsOf(receiver, receiver.state, receiver.figures())
      return [primary?.text, ...others.map(({ text }) => text)]
    },
    /** Presses a button and waits until its work is done, with these answers to what it asks. */
    press: async (text: string, ...answers: number[]) => {
      const { primary, others } = actionsOf(receiver, receiver.state, receiver.figures())
      const action = [primary, ...others].find((action) => action?.text === text)
      if (!action) throw new Error(`no button ${text}`)
      action.run()
      for (const reply of answers) await answerQuestion(receiver, reply)
      await inTurn(() => {})
    },
  }
}

const twoBoxes = [
  { sku: 'BOLT', expected: 5, boxNo: 'B1' },
  { sku: 'NUT', expected: 5, boxNo: 'B2' },
]

test('a scan is a box, a bin, goods or an order, and an unknown code is asked about', async () => {
  const dock = await aDock(server)
  const id = await dock.announce(twoBoxes)
  const other = await dock.announce([{ sku: 'BOLT', expected: 1, boxNo: 'Z1' }], { trackingNos: ['T-OTHER'] })
  const [{ inboundNo: no }, { inboundNo: otherNo }] = [await dock.read(id), await dock.read(other)]
  const { receiver, open, scan, newest, answer, choices, happen, sent, tell } = await aReceiver(dock)
  await open(id)
  expect([receiver.state.way, receiver.state.products.map(({ sku }) => sku)]).toEqual([
    'box',
    ['BOLT', 'NUT'],
  ])
  await scan('a-01')
  expect(newest()).toEqual(['ok', 'A-01', t(receiveText.binSet)])
  page.cut()
  await scan('A-01')
  expect(newest()).toEqual(['ok', 'A-01', t(receiveText.binSet)])
  await scan('A-02')
  expect(newest()).toEqual(['error', 'A-02', t(scanText.offline)])
  page.mend()
  await scan('B1')
  expect(newest()).toEqual(['ok', 'B1', t(receiveText.boxTaken, { done: 1, all: 2 })])
  await sent()
  expect(receiver.state.document?.lines.map((line) => line.good)).toEqual([5, 0])
  await scan(no)
  expect(newest()).toEqual(['ok', no, t(receiveText.opened, { no, customer: 'ACME' })])
  await scan('t-other')
  expect(newest()).toEqual(['error', 't-other', t(receiveText.otherInbound, { no: otherNo })])

  let scanning = scan('Z1')
  expect(await choices()).toEqual([
    t(receiveText.openOther, { no: otherNo }),
    t(receiveText.putAside),
    t(receiveText.leaveIt),
  ])
  await answer(2)
  await scanning
  expect(newest()).toEqual(['warning', 'Z1', t(receiveText.notTaken)])
  scanning = scan('X-9')
  expect(await tell('NO-SUCH-ORDER')).toEqual(['error', 'NO-SUCH-ORDER', t(receiveText.noOrder)])
  await answer(0)
  await scanning
  const [, , extra] = receiver.state.document?.boxes ?? []
  expect([newest(), receiver.state.way, receiver.state.boxId, extra?.boxNo]).toEqual([
    ['step', 'X-9', t(receiveText.extraOpen)],
    'piece',
    extra?.id,
    'X-9',
  ])
  // Its own number or another order's says which order the box belongs to.
  await happen({ kind: 'mode' })
  scanning = scan('X-10')
  await answer(otherNo)
  await scanning
  expect(newest()).toEqual(['warning', 'X-10', t(receiveText.extraElsewhere, { no: otherNo })])
  expect((await dock.read(other)).boxes.map(({ boxNo }) => boxNo)).toEqual(['Z1', 'X-10'])
  expect(receiver.state.history.at(-1)).toMatchObject({ kind: 'fixed', text: receiveText.boxElsewhere })

  // The other order's box opens that order, and is received there.
  scanning = scan('Z1')
  await answer(0)
  expect((await choices()).at(-1)).toBe(t(receiveText.cancel))
  await answer('A-02')
  await scanning
  await sent()
  expect((await dock.read(other)).lines).toMatchObject([{ good: 1 }])
  expect([await placeOfInbound(otherNo), await placeOfInbound('NOTHING')]).toEqual([
    `/inbound/list?open=${other}`,
    undefined,
  ])
  await dock.announce([{ sku: 'BOLT', expected: 1 }], { trackingNos: ['T-OTHER'] })
  expect(await placeOfInbound('T-OTHER')).toBe('/inbound/list?search=T-OTHER')
})

test('an unexpected box is added once everything scanned before it was sent', async () => {
  const dock = await aDock(server)
  const id = await dock.announce(twoBoxes)
  const { inboundNo: no } = await dock.read(id)
  const { receiver, open, scan, newest, answer } = await aReceiver(dock)
  await open(id)
  await scan('A-01')
  page.cut((path) => path === receiveWhole.path)
  await scan('B1')
  await vi.waitUntil(() => receiver.queue.line().isCut, { timeout: 30_000 })
  const scanning = scan('X-9')
  await answer(0)
  await scanning
  page.mend()
  expect(newest()).toEqual(['warning', no, t(scanText.waitFirst)])
  expect((await dock.read(id)).boxes.map(({ boxNo }) => boxNo)).toEqual(['B1', 'B2'])
})

test('an order that is still looked up for a box that was put down says nothing about the next box', async () => {
  const dock = await aDock(server)
  const id = await dock.announce(twoBoxes)
  const { receiver, open, scan, answer, newest } = await aReceiver(dock)
  await open(id)
  const fetchNow = globalThis.fetch
  const held = Promise.withResolvers<void>()
  const looked = Promise.withResolvers<void>()
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const result = await fetchNow(url, init)
    if (!url.includes('NOWHERE')) return result
    looked.resolve()
    await held.promise
    return result
  })
  try {
    const first = scan('X-8')
    const asked = await vi.waitUntil(() => receiver.state.question, { timeout: 30_000, interval: 5 })
    asked.onText?.('NOWHERE', { code: 'NOWHERE', times: 1, isCounted: false })
    await looked.promise
    await answer(asked.choices.length - 1)
    await first
    const second = scan('X-9')
    const next = await vi.waitUntil(() => receiver.state.question, { timeout: 30_000, interval: 5 })
    held.resolve()
    // An answer that is invalid now is shown after the one that was held.
    next.onText?.('NOT-AN-ORDER', { code: 'NOT-AN-ORDER', times: 1, isCounted: false })
    await vi.waitUntil(() => newest()[1] === 'NOT-AN-ORDER', { timeout: 30_000, interval: 5 })
    expect(receiver.state.marks.slice(0, 2).map(({ code }) => code)).toEqual(['NOT-AN-ORDER', 'X-8'])
    await answer(next.choices.length - 1)
    await second
  } finally {
    vi.stubGlobal('fetch', fetchNow)
  }
})

test('a number that is a box of another order and a product of the customer is taken for the box', async () => {
  const dock = await aDock(server)
  const id = await dock.announce([{ sku: 'BOLT', expected: 2 }])
  const other = await dock.announce([{ sku: 'BOLT', expected: 1, boxNo: 'NUT' }])
  const { inboundNo: otherNo } = await dock.read(other)
  const { receiver, open, scan, newest, answer, choices } = await aReceiver(dock)
  await open(id)
  const scanning = scan('NUT')
  expect(await choices()).toEqual([
    t(receiveText.openOther, { no: otherNo }),
    t(receiveText.putAside),
    t(receiveText.leaveIt),
  ])
  await answer(2)
  await scanning
  expect(newest()).toEqual(['warning', 'NUT', t(receiveText.notTaken)])
  expect(receiver.state.products.map(({ sku }) => sku)).toEqual(['BOLT'])
})

test('an unknown code is linked to goods by choice, and another customer’s only with a second confirmation', async () => {
  const dock = await aDock(server)
  await server.owner(
    `insert into products (tenant_id, customer_id, sku, name_en, search_line, audit_status)
     select tenant_id, id, 'WASHER', 'Washer', 'washer', 'pending' from customers where customer_code = 'ACME'`,
    [],
    dock.tenantId,
  )
  await server.owner(
    `insert into product_words (tenant_id, word, product_id)
    select tenant_id, 'washer', id from products where sku = 'WASHER'`,
    [],
    dock.tenantId,
  )
  await server.owner(`update products set audit_status = 'passed' where sku = 'WASHER'`, [], dock.tenantId)
  const id = await dock.announce([{ sku: 'BOLT', expected: 9 }])
  const { receiver, open, scan, newest, answer, choices, good, tell, sent, undo } = await aReceiver(dock)
  await open(id)
  await scan('A-01')
  let scanning = scan('NEW-CODE-1')
  expect((await choices()).slice(0, 1)).toEqual(['BOLT'])
  expect((await choices()).at(-1)).toBe(t(scanText.cancel))
  await answer((await choices()).length - 1)
  await scanning
  expect(newest()).toEqual(['warning', 'NEW-CODE-1', t(receiveText.unknown)])
  scanning = scan('NEW-CODE-1', 2)
  expect(await tell('NO-SUCH-SKU')).toEqual(['error', 'NO-SUCH-SKU', t(scanText.notFound)])
  await answer('bolt')
  await scanning
  expect([newest(), good()]).toEqual([['ok', 'BOLT', t(receiveText.counted, { got: 2, expected: 9 })], [2]])
  await scan('NEW-CODE-1')
  expect(good()).toEqual([3])
  await sent()
  await undo()
  await undo()
  await undo()
  expect(newest()).toEqual(['error', '', t(fill(receiveText.keepsLink, { code: 'NEW-CODE-1', sku: 'BOLT' }))])
  expect(good()).toEqual([0])

  const owner = 'OTHER · SCREW'
  scanning = scan('SCREW')
  expect(await answer(0)).toBe(t(receiveText.belongsTo, { code: 'SCREW', owner }))
  await scanning
  expect(newest()).toEqual(['warning', 'SCREW', t(receiveText.belongsTo, { code: 'SCREW', owner })])
  scanning = scan('SCREW')
  await answer(1)
  await answer(0)
  await scanning
  expect([newest()[1], good()]).toEqual(['BOLT', [1]])
  // Unexpected goods of this customer need a reason.
  scanning = scan('WASHER')
  expect(await answer(0)).toBe(t(fill(receiveText.askUnexpected, { sku: 'WASHER' })))
  await scanning
  await sent()
  expect((await dock.read(id)).lines.map(({ good }) => good)).toEqual([1, 1])
  expect(receiver.state.products.map(({ sku }) => sku)).toContain('WASHER')

  const clerk = await aReceiver(dock, (permission) => !permission.startsWith('query:product'))
  await clerk.open(id)
  await server.owner(`delete from product_barcodes where barcode = 'SCREW'`, [], dock.tenantId)
  await clerk.open(id)
  clerk.receiver.missing = (permission) => `needs ${permission}`
  await clerk.scan('SCREW')
  const why = 'needs query:product:edit'
  expect(clerk.newest()).toEqual(['error', 'SCREW', t(receiveText.mayNotLink, { code: 'SCREW', owner, why })])
})

test('a user who may not create orders is told at an unmatched parcel which permission is missing', async () => {
  const dock = await aDock(server)
  const clerk = await aReceiver(dock, (permission) => permission !== 'inbound:order:create')
  clerk.receiver.missing = (permission) => `needs ${permission}`
  const meeting = clerk.inTurn(() => takeUnknown(clerk.receiver, 'STRAY-1'))
  expect(await clerk.choices()).toEqual([t(parcelText.keep), t(scanText.cancel)])
  expect(clerk.receiver.state.question?.hint).toBe(
    t(receiveText.mayNotMake, { why: 'needs inbound:order:create' }),
  )
  await clerk.answer(1)
  await meeting
})

test('damaged goods come with photos, and need a bin only where none accepts them', async () => {
  const dock = await aDock(server)
  const id = await dock.announce([{ sku: 'BOLT', expected: 9 }])
  const { receiver, open, scan, newest, answer, happen, tell, sent, choices } = await aReceiver(dock)
  await open(id)
  await happen({ kind: 'damaged' })
  let scanning = scan('BOLT')
  expect(await choices()).toHaveLength(3)
  const { id: first = '' } = receiver.state.photos ?? {}
  for (const fileId of [7, 7, 8, 9, 10, 11, 12]) addPhoto(receiver, first, fileId)
  expect(receiver.state.photos?.fileIds).toEqual([7, 8, 9, 10, 11])
  await answer(1)
  await scanning
  expect([newest(), receiver.state.photos]).toEqual([
    ['warning', 'BOLT', t(receiveText.leftAside)],
    undefined,
  ])
  addPhoto(receiver, first, 7)
  expect(receiver.state.photos).toBeUndefined()
  scanning = scan('BOLT', 2)
  await answer(2)
  await vi.waitUntil(() => receiver.state.photos?.phone, { timeout: 30_000 })
  await answer(0)
  await scanning
  expect(newest()).toEqual(['warning', 'BOLT', t(receiveText.damaged, { count: 2 })])
  await sent()
  expect(await dock.stock()).toMatchObject([{ place: 'D-01', pieces: 2 }])

  await server.owner(
    `update locations set mix_batch = false, mix_sku = false where location_code = 'D-01'`,
    [],
    dock.tenantId,
  )
  await happen({ kind: 'damaged' })
  scanning = scan('BOLT')
  expect(await tell('NOWHERE')).toEqual(['error', 'NOWHERE', t(receiveText.noBin)])
  expect(await tell('A-02')).toEqual(['error', 'A-02', t(receiveText.notForDamaged)])
  expect(await answer(0)).toBe(t(receiveText.askDamagedBin, { sku: 'BOLT' }))
  await scanning
  expect(receiver.state.document?.lines).toMatchObject([{ defective: 2 }])
  // Another customer's bin and a disabled one are refused when they are scanned.
  const bins = await server.owner<{ id: string }>(
    `insert into locations (tenant_id, location_code, zone_id, purpose, is_enabled, mix_customer, mix_sku, mix_batch)
     select tenant_id, x.code, id, 'storage', x.is_on, false, x.mix, x.mix
     from location_zones, (values ('D-02', true, false), ('D-03', false, true)) x (code, is_on, mix)
     where zone_code = 'BAD' returning id`,
    [],
    dock.tenantId,
  )
  await dock.move({
    flow: 'receive',
    batchId: await dock.batch('SCREW'),
    onHand: 1,
    quality: 'defective',
    locationId: Number(bins[0]?.id),
  })
  await happen({ kind: 'damaged' })
  await happen({ kind: 'damaged' })
  scanning = scan('BOLT')
  expect(await tell('D-02')).toEqual(['error', 'D-02', t(fill(receiveText.binOther, { customer: 'OTHER' }))])
  expect(await tell('D-03')).toEqual(['error', 'D-03', t(receiveText.notForDamaged)])
  await server.owner(`update locations set is_enabled = true where location_code = 'D-03'`, [], dock.tenantId)
  await answer('D-03')
  await answer(0)
  await scanning
  await sent()
  expect((await dock.stock()).map(({ sku, place, pieces }) => `${sku} ${place} ${pieces}`)).toEqual([
    'BOLT D-01 2',
    'BOLT D-03 1',
    'SCREW D-02 1',
  ])
})

test('a photo that is still being sent holds the confirmation, and never belongs to the next goods', async () => {
  const dock = await aDock(server)
  const id = await dock.announce([{ sku: 'BOLT', expected: 9 }])
  const { receiver, open, scan, newest, answer, happen, choices } = await aReceiver(dock)
  const photos = () => receiver.state.photos
  await open(id)
  await happen({ kind: 'damaged' })
  let scanning = scan('BOLT')
  await choices()
  const [fast, slow] = [
    Promise.withResolvers<{ fileId: number }>(),
    Promise.withResolvers<{ fileId: number }>(),
  ]
  const first = photos()?.id ?? ''
  const sending = sendPhoto(receiver, first, 'fast.jpg', fast.promise)
  const sendingSlow = sendPhoto(receiver, first, 'slow.jpg', slow.promise)
  await answer(0)
  await vi.waitUntil(() => newest()[2] === t(receiveText.sending), { timeout: 30_000 })
  // A phone may take another one meanwhile; a photo of this device does not end its link.
  await answer(2)
  fast.resolve({ fileId: 7 })
  await sending
  const phone = await vi.waitUntil(() => photos()?.phone, { timeout: 30_000 })
  expect(photos()).toMatchObject({ fileIds: [7], sending: 1, phone })
  addPhoto(receiver, first, 8, phone.linkId)
  expect(photos()).toMatchObject({ fileIds: [7, 8], sending: 1, phone: undefined })
  await answer(1)
  await scanning

  scanning = scan('BOLT')
  await choices()
  slow.resolve({ fileId: 9 })
  await sendingSlow
  expect(photos()).toMatchObject({ fileIds: [], sending: 0 })
  await sendPhoto(receiver, photos()?.id ?? '', 'bad.jpg', Promise.reject(new Error('too large')))
  expect([newest(), photos()?.sending]).toEqual([['error', 'bad.jpg', 'too large'], 0])
  await answer(0)
  await scanning
  expect(newest()).toEqual(['warning', 'BOLT', t(receiveText.damaged, { count: 1 })])
})

test('a photo that a phone sent just before the confirmation belongs to the confirmed goods', async () => {
  const dock = await aDock(server)
  const id = await dock.announce([{ sku: 'BOLT', expected: 9 }])
  const { receiver, open, scan, answer, happen, choices, sent } = await aReceiver(dock)
  const photo = sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } }).png()
  const base64 = (await photo.toBuffer()).toString('base64')
  const byPhone = async (before?: { link: string }) => {
    await answer(2)
    const phone = await vi.waitUntil(
      () => receiver.state.photos?.phone?.link !== before?.link && receiver.state.photos?.phone,
      { timeout: 30_000 },
    )
    expect(await server.send(takePhoto, { link: phone.link, base64 })).toMatchObject({ success: true })
    await choices()
    return phone
  }
  await open(id)
  await happen({ kind: 'damaged' })
  const scanning = scan('BOLT')
  await choices()
  // The station looks for a photo every second, and here it never does: neither a new link nor the confirmation loses one.
  await byPhone(await byPhone())
  await answer(0)
  await scanning
  await sent()
  expect((await dock.read(id)).receipts[0]?.lines[0]?.photos).toHaveLength(2)
})

test('a bin that accepted the goods of one customer is looked up again for another customer', async () => {
  const dock = await aDock(server)
  const [other] = await server.owner<{ id: string }>(
    `select id from customers where tenant_id = $1 and customer_code = 'OTHER'`,
    [dock.tenantId],
    dock.tenantId,
  )
  const bolts = await dock.announce([{ sku: 'BOLT', expected: 5 }])
  const screws = await dock.announce([{ sku: 'SCREW', expected: 5 }], { customerId: Number(other?.id) })
  await dock.move({ flow: 'receive', batchId: await dock.batch('BOLT'), onHand: 1 }, 'A-03')
  const { open, scan, newest } = await aReceiver(dock)
  await open(bolts)
  await scan('A-03')
  expect(newest()).toEqual(['ok', 'A-03', t(receiveText.binSet)])
  await open(screws)
  await scan('A-03')
  expect(newest()).toEqual(['error', 'A-03', t(fill(receiveText.binOther, { customer: 'ACME' }))])
})

test('an order is put away before it is closed, closes with a reason, and is reopened by users who may', async () => {
  const dock = await aDock(server, { receiveOneStep: false })
  const id = await dock.announce(twoBoxes)
  const { inboundNo: no } = await dock.read(id)
  const station = await aReceiver(dock)
  const { receiver, open, scan, newest, answer, inTurn, sent, good, choices, happen, undo, buttons } = station
  await inTurn(() => printLast(receiver))
  expect(newest()).toEqual(['warning', '', t(receiveText.nothingToPrint)])
  expect(buttons()).toEqual([undefined])
  await open(id)
  const rest = [t(receiveText.wholeDocument), t(receiveText.printLabel), t(receiveText.cancelOne)]
  const [damaged] = buttons().slice(1)
  expect(buttons()).toEqual([t(receiveText.complete), damaged, t(receiveText.byPiece), ...rest])
  await inTurn(() => cancelOne(receiver))
  expect(newest()).toEqual(['warning', no, t(receiveText.noReceipts)])
  await scan('B1')
  await sent()
  expect(buttons()).toEqual([
    t(receiveText.toPutAway),
    damaged,
    t(receiveText.complete),
    t(receiveText.byPiece),
    ...rest,
  ])
  await happen({ kind: 'mode' })
  await scan('B2')
  expect(buttons()).toEqual([
    t(receiveText.finishBox),
    damaged,
    t(receiveText.complete),
    t(receiveText.byBox),
    ...rest,
  ])
  await scan('B2')

  let doing = inTurn(() => cancelOne(receiver))
  const [first] = await choices()
  expect(first).toMatch(/^RC.* · .* · BOLT × 5$/)
  await answer(1)
  await doing
  expect(newest()).toEqual(['warning', no, t(receiveText.noneCancelled)])
  doing = inTurn(() => cancelOne(receiver))
  await answer(0)
  await doing
  expect([newest()[2], good()]).toEqual([t(receiveText.receiptGone), [0, 0]])
  await undo()
  expect(newest()[0]).toBe('error')

  await scan('BOLT', 3)
  await inTurn(() => complete(receiver))
  expect(newest()).toEqual(['warning', no, t(receiveText.putFirst, { pending: 3 })])
  expect([receiver.state.way, receiver.state.suggestion?.locationCode]).toEqual(['putaway', 'A-01'])
  expect(buttons()).toEqual([
    undefined,
    t(receiveText.suggested, { bin: 'A-01' }),
    t(receiveText.backToCount),
    t(receiveText.printLabel),
  ])
  await scan('A-02')
  await scan('BOLT')
  expect(newest()).toEqual(['step', 'BOLT', t(receiveText.putAway, { count: 3, bin: 'A-02' })])
  await sent()
  expect([receiver.state.suggestion, buttons()[0]]).toEqual([undefined, t(receiveText.complete)])
  doing = inTurn(() => complete(receiver))
  const closing = await vi.waitUntil(() => receiver.state.question, { timeout: 30_000, interval: 5 })
  expect([receiver.state.isClosing, closing.choices.map(({ command }) => command)]).toEqual([
    true,
    ['ok', ...differenceReasons.slice(1).map(() => undefined), 'undo'],
  ])
  expect(await answer(differenceReasons.length)).toBe(t(receiveText.askDifference))
  await doing
  expect(receiver.state.isClosing).toBe(false)
  expect(newest()).toEqual(['warning', no, t(receiveText.notComplete)])
  doing = inTurn(() => complete(receiver))
  await answer('the rest is lost')
  await doing
  expect([newest(), receiver.state.document]).toEqual([
    ['step', '', t(receiveText.completed, { no })],
    undefined,
  ])
  expect(await dock.read(id)).toMatchObject({ status: 'complete', differenceNote: 'the rest is lost' })
  await undo()
  expect(newest()).toEqual(['error', '', t(fill(receiveText.keepsComplete, { no }))])

  let isOpen: boolean | undefined
  doing = inTurn(async () => {
    isOpen = await reopen(receiver, id, no)
  })
  expect(await answer(2)).toBe(t(receiveText.askReopen, { no }))
  await doing
  expect([isOpen, newest()]).toEqual([false, ['warning', no, t(receiveText.isComplete, { no })]])
  const clerk = await aReceiver(dock, () => false)
  await clerk.inTurn(async () => {
    isOpen = await reopen(clerk.receiver, id, no)
  })
  const why = 'inbound:order:reopen'
  expect([isOpen, clerk.newest()[0]]).toEqual([false, 'error'])
  expect(clerk.newest()[2]).toContain(why.split(':')[0])
  doing = inTurn(async () => {
    isOpen = await reopen(receiver, id, no)
  })
  await answer(0)
  await doing
  expect([isOpen, newest()]).toEqual([true, ['step', '', t(receiveText.reopened, { no })]])
  expect((await dock.read(id)).status).toBe('receiving')
})

test('the last piece closes the order; undone, it is open again as before; and colleagues are visible', async () => {
  const dock = await aDock(server)
  const id = await dock.announce([{ sku: 'BOLT', expected: 3 }])
  const { inboundNo: no } = await dock.read(id)
  const { receiver, open, scan, newest, undo, sent, good } = await aReceiver(dock)
  await open(id)
  await scan('A-01')
  await scan('BOLT')
  await sent()
  await server.send(
    receive,
    {
      inboundId: id,
      lines: [{ productId: dock.productOf('BOLT'), good: 1, defective: 0, locationId: dock.at('A-02') }],
    },
    await dock.colleague(),
  )
  expect(good()).toEqual([1])
  // A hidden page asks for nothing.
  vi.stubGlobal('window', { document: { hidden: true } })
  await fetchChanges(receiver)
  expect(good()).toEqual([1])
  vi.stubGlobal('window', { document: { hidden: false } })
  await fetchChanges(receiver)
  expect(good()).toEqual([2])
  const { rowVersion } = receiver.state.document ?? { rowVersion: 0 }
  expect(await send(inboundChanges, { id, rowVersion })).toBeNull()
  const kept = receiver.kept()
  await scan('BOLT')
  await sent()
  await vi.waitUntil(() => receiver.state.document === undefined, { timeout: 30_000 })
  expect(newest()).toEqual(['step', '', t(receiveText.completed, { no })])
  const closed = receiver.kept()
  expect([closed?.inboundId, closed && receiver.isOver(closed)]).toEqual([null, true])
  await undo()
  await sent()
  await vi.waitUntil(() => receiver.state.document, { timeout: 30_000 })
  expect([good(), receiver.state.bin?.locationCode, receiver.state.way]).toEqual([[2], 'A-01', 'piece'])

  // What the server refuses never happened, and cannot be undone.
  await server.owner(`update products set is_enabled = false where sku = 'BOLT'`, [], dock.tenantId)
  const before = receiver.state.history.length
  await scan('BOLT')
  await vi.waitUntil(() => newest()[0] === 'error', { timeout: 30_000 })
  expect(newest()[2]).toContain(t(scanText.notCounted))
  expect([receiver.state.history.length, good()]).toEqual([before, [2]])
  const [refused] = receiver.queue.line().entries
  await receiver.queue.dismiss(refused?.id ?? '')

  const again = await aReceiver(dock)
  if (!kept || !closed) throw new Error('nothing kept')
  expect(await again.receiver.resume(closed)).toBeUndefined()
  expect(again.receiver.state.history).toHaveLength(closed.history.length)
  expect(await again.receiver.resume(kept)).toBe(no)
  expect([again.receiver.state.bin?.locationCode, again.good()]).toEqual(['A-01', [2]])
  again.receiver.close()
  expect(again.receiver.state.document).toBeUndefined()
})

test('an order that an undo reopens after a reload is open again as before', async () => {
  const dock = await aDock(server)
  const id = await dock.announce([{ sku: 'BOLT', expected: 1 }])
  const { receiver, open, scan, undo } = await aReceiver(dock)
  await open(id)
  await scan('A-01')
  await scan('BOLT')
  await vi.waitUntil(() => receiver.state.document === undefined, { timeout: 30_000 })
  page.cut()
  await undo()
  await vi.waitUntil(() => receiver.queue.line().isCut, { timeout: 30_000 })
  const kept = receiver.kept()
  if (!kept) throw new Error('nothing kept')
  const { receiver: reloaded } = await aReceiver(dock)
  expect(await reloaded.resume(kept)).toBeUndefined()
  page.mend()
  reloaded.queue.wake()
  await vi.waitUntil(() => reloaded.state.document, { timeout: 30_000 })
  await reloaded.inTurn('', () => {})
  expect([reloaded.state.document?.id, reloaded.state.bin?.locationCode]).toEqual([id, 'A-01'])
})

test('an order that an undo reopens does not replace the one that was opened meanwhile', async () => {
  const dock = await aDock(server)
  const id = await dock.announce([{ sku: 'BOLT', expected: 1 }])
  const next = await dock.announce([{ sku: 'NUT', expected: 5 }])
  const { receiver, open, scan, undo, inTurn } = await aReceiver(dock)
  await open(id)
  await scan('A-01')
  await scan('BOLT')
  await vi.waitUntil(() => receiver.state.document === undefined, { timeout: 30_000 })
  page.cut()
  await undo()
  await vi.waitUntil(() => receiver.queue.line().isCut, { timeout: 30_000 })
  // The next order is being looked up when the server confirms the undo.
  const lookup = Promise.withResolvers<void>()
  const opening = inTurn(async () => {
    await lookup.promise
    await receiver.open(next)
  })
  page.mend()
  receiver.queue.wake()
  await vi.waitUntil(() => receiver.queue.line().entries.length === 0, { timeout: 30_000 })
  lookup.resolve()
  await opening
  await inTurn(() => {})
  expect([receiver.state.document?.id, (await dock.read(id)).status]).toEqual([next, 'receiving'])
})

test('a box, an item, a bin or an order that is scanned at the question for a reason is not the reason', async () => {
  const dock = await aDock(server)
  const id = await dock.announce([
    { sku: 'BOLT', expected: 5, boxNo: 'B1' },
    { sku: 'BOLT', expected: 5, boxNo: 'B2' },
  ])
  await dock.announce([{ sku: 'BOLT', expected: 1, boxNo: 'Z1' }])
  const { inboundNo: no } = await dock.read(id)
  const { receiver, open, scan, inTurn, answer, tell, sent } = await aReceiver(dock)
  await open(id)
  await scan('A-01')
  await scan('B1')
  await sent()
  const notAReason = (code: string) => ['error', code, t(scanText.answerFirst)]
  let doing = inTurn(() => complete(receiver))
  // Bins that were scanned before and others, goods of the order and the customer's others.
  for (const code of ['b2', 'BOLT', 'NUT', 'a-01', 'A-02', 'Z1', no])
    expect(await tell(code)).toEqual(notAReason(code))
  expect((await dock.read(id)).status).toBe('receiving')
  // A reason may be longer than any code.
  const reason = `the second box is lost ${'x'.repeat(MAX_SCANNED)}`
  await answer(reason)
  await doing
  expect(await dock.read(id)).toMatchObject({ status: 'complete', differenceNote: reason })

  doing = inTurn(async () => void (await reopen(receiver, id, no)))
  expect(await tell('B2')).toEqual(notAReason('B2'))
  await answer('it was found')
  await doing
  expect((await dock.read(id)).status).toBe('receiving')

  receiver.close()
  await server.send(keepParcel, { trackingNo: 'BACK-1', remark: null, photoFileIds: [] }, dock)
  doing = inTurn(() => takeUnknown(receiver, 'BACK-1'))
  await answer(2)
  await vi.waitUntil(() => receiver.state.question?.words === t(receiveText.whyBack), { timeout: 30_000 })
  for (const code of ['B2', 'A-03']) expect(await tell(code)).toEqual(notAReason(code))
  await answer('wrong house')
  await doing
})

test('a parcel without an order is set aside, linked, received for its customer or sent back', async () => {
  const dock = await aDock(server)
  const inboundId = await dock.announce([{ sku: 'BOLT', expected: 3 }])
  const { inboundNo } = await dock.read(inboundId)
  const { receiver, inTurn, newest, answer, tell, choices } = await aReceiver(dock)
  const meet = (code: string) => inTurn(() => takeUnknown(receiver, code))
  let doing = meet('LOST 1')
  expect(await choices()).toEqual([t(parcelText.make), t(parcelText.keep), t(scanText.cancel)])
  expect(await answer(2)).toBe(t(receiveText.askParcel, { code: 'LOST 1' }))
  await doing
  expect(newest()).toEqual(['error', 'LOST 1', t(scanText.notFound)])
  doing = meet('LOST 1')
  await answer(1)
  expect(await answer(1)).toBe(t(receiveText.photoOfParcel, { code: 'LOST1' }))
  await doing
  expect(newest()).toEqual(['warning', 'LOST1', t(receiveText.notTaken)])
  doing = meet('LOST 1')
  await answer(1)
  await answer(0)
  await doing
  const parcelNo = newest()[1] ?? ''
  expect(newest()).toEqual(['step', expect.stringMatching(/^PC/), t(receiveText.parcelKept)])

  // Scanned again by either number, it is processed.
  doing = meet('lost1')
  expect(await choices()).toEqual([
    t(parcelText.make),
    t(parcelText.claim),
    t(parcelText.sendBack),
    t(scanText.cancel),
  ])
  expect(await answer(3)).toBe(t(receiveText.askKept, { no: parcelNo }))
  await doing
  doing = meet(parcelNo)
  await answer(1)
  expect(await tell('NOTHING')).toEqual(['error', 'NOTHING', t(scanText.notFound)])
  await answer(0)
  await doing
  expect(receiver.state.document).toBeUndefined()
  doing = meet(parcelNo)
  await answer(1)
  await answer(inboundNo)
  await doing
  expect([newest(), receiver.state.document?.id]).toEqual([
    ['step', parcelNo, t(parcelText.linked, { no: inboundNo })],
    inboundId,
  ])
  receiver.close()
  // It no longer waits, so its number is unknown again.
  doing = meet(parcelNo)
  expect(await answer(2)).toBe(t(receiveText.askParcel, { code: parcelNo }))
  await doing

  const keep = async (trackingNo: string) => {
    const kept = await server.send(keepParcel, { trackingNo, remark: null, photoFileIds: [] }, dock)
    return kept.data as OutputOf<typeof keepParcel>
  }
  const back = await keep('BACK-1')
  doing = meet('BACK-1')
  await answer(2)
  expect(await choices()).toEqual([t(receiveText.noOwner), t(receiveText.notOrdered), t(scanText.cancel)])
  expect(await answer(2)).toBe(t(receiveText.whyBack))
  await doing
  doing = meet('BACK-1')
  await answer(2)
  await answer('wrong house')
  await doing
  expect(newest()).toEqual(['step', back.parcelNo, t(parcelText.sendBack)])
  expect((await server.send(getParcel, { id: back.id }, dock)).data).toMatchObject({ status: 'sent_back' })

  await server.owner(
    `update customers set is_enabled = false where customer_code = 'OTHER'`,
    [],
    dock.tenantId,
  )
  const mine = await keep('MINE-1')
  // Only a part of its number is the same.
  await keep('MINE-11')
  expect(await placeOfParcel(' mine-1 ')).toBe(`/inbound/parcels?open=${mine.id}`)
  expect(await placeOfParcel('mine-')).toBeUndefined()
  doing = meet(' ｍine-1')
  expect(await answer(0)).toBe(t(receiveText.askKept, { no: mine.parcelNo }))
  expect(await choices()).toEqual(['ACME Acme', t(scanText.cancel)])
  expect(await tell('OTHER')).toEqual(['error', 'OTHER', t(scanText.notFound)])
  await answer(' acme')
  expect(await answer(2)).toBe(t(receiveText.whatParcel))
  await doing
  expect(receiver.state.document).toBeUndefined()
  doing = meet('MINE-1')
  await answer(0)
  await answer(0)
  await answer(0)
  await doing
  const made = receiver.state.document
  expect([newest(), made?.inboundType, made?.trackingNos]).toEqual([
    ['step', made?.inboundNo, t(parcelText.made, { no: made?.inboundNo ?? '' })],
    'return',
    ['MINE-1'],
  ])
  expect((await server.send(getParcel, { id: mine.id }, dock)).data).toMatchObject({
    inboundNo: made?.inboundNo,
  })
  const clerk = await aReceiver(dock, () => false)
  doing = clerk.inTurn(() => takeUnknown(clerk.receiver, 'OTHER-PARCEL'))
  expect(await clerk.choices()).toEqual([t(parcelText.keep), t(scanText.cancel)])
  await clerk.answer(1)
  await doing
})

test('what has not been sent yet can still be undone, and nothing is closed, read or shown twice meanwhile', async () => {
  const dock = await aDock(server)
  const id = await dock.announce([{ sku: 'BOLT', expected: 20 }])
  const { inboundNo: no } = await dock.read(id)
  const { receiver, open, scan, newest, undo, good, inTurn, sent } = await aReceiver(dock)
  const entries = () => receiver.queue.line().entries.map(({ state, scan }) => `${state} ${scan.kind}`)
  const colleague = async () =>
    server.send(
      receive,
      {
        inboundId: id,
        lines: [{ productId: dock.productOf('BOLT'), good: 1, defective: 0, locationId: dock.at('A-02') }],
      },
      await dock.colleague(),
    )
  await open(id)
  await scan('A-01')
  page.cut((path) => path === receive.path)
  await scan('BOLT')
  await vi.waitUntil(() => receiver.queue.line().isCut, { timeout: 30_000 })
  await scan('BOLT')
  expect([good(), entries()]).toEqual([[2], ['waiting count', 'waiting count']])
  for (const work of [complete, cancelOne]) {
    await inTurn(() => work(receiver))
    expect(newest()).toEqual(['warning', no, t(scanText.waitFirst)])
    receiver.say('ok', '', '')
  }
  await open(id)
  expect([newest()[0], receiver.state.document?.id, receiver.state.isBusy]).toEqual(['error', id, false])
  await colleague()
  await fetchChanges(receiver)
  expect(good()).toEqual([2])
  await undo()
  expect(receiver.state.marks.map(({ words }) => words)).toContain(t(scanText.undone))
  expect([good(), entries()]).toEqual([[1], ['waiting count']])
  // The first may have arrived, so a scan of its own undoes it.
  await undo()
  expect([good(), entries()]).toEqual([[0], ['waiting count', 'waiting undo']])
  page.mend()
  receiver.queue.wake()
  await vi.waitUntil(() => entries().length === 0, { timeout: 30_000 })
  // The colleague’s count shows at once.
  await vi.waitUntil(() => good()?.[0] === 1, { timeout: 30_000 })
  expect((await dock.read(id)).lines).toMatchObject([{ good: 1 }])

  // A scan that is refused takes the one that would undo it along.
  page.cut((path) => path === receive.path)
  await scan('BOLT')
  await vi.waitUntil(() => receiver.queue.line().isCut, { timeout: 30_000 })
  await undo()
  await server.owner(`update products set is_enabled = false where sku = 'BOLT'`, [], dock.tenantId)
  page.mend()
  receiver.queue.wake()
  await vi.waitUntil(() => entries().join() === 'refused count', { timeout: 30_000 })
  expect(good()).toEqual([1])
  const kept = receiver.kept()
  await receiver.queue.dismiss(receiver.queue.line().entries[0]?.id ?? '')
  await server.owner(`update products set is_enabled = true where sku = 'BOLT'`, [], dock.tenantId)

  // An undo that the server refuses leaves the scan as the last action.
  await open(id)
  await scan('A-01')
  await scan('BOLT', 3)
  await sent()
  const history = receiver.state.history.length
  const [row] = await server.owner<{ batch_id: string }>(
    'select batch_id from stock where location_id = $1',
    [dock.at('A-01')],
    dock.tenantId,
  )
  await dock.move({ flow: 'freeze', batchId: Number(row?.batch_id), frozen: 3 })
  await undo()
  await vi.waitUntil(() => newest()[0] === 'error', { timeout: 30_000 })
  expect([receiver.state.history.length, good()]).toEqual([history, [4]])
  await receiver.queue.dismiss(receiver.queue.line().entries[0]?.id ?? '')

  // A scan that arrives after the order was left does not open it again.
  page.cut((path) => path === receive.path)
  await scan('BOLT')
  await vi.waitUntil(() => receiver.queue.line().isCut, { timeout: 30_000 })
  receiver.close()
  page.mend()
  receiver.queue.wake()
  await vi.waitUntil(() => entries().length === 0, { timeout: 30_000 })
  await inTurn(() => {})
  expect(receiver.state.document).toBeUndefined()

  // An order that was closed meanwhile does not come back; what was done last is still known.
  await server.send(completeInbound, { id, differenceNote: 'enough' }, dock)
  if (!kept) throw new Error('nothing kept')
  expect(await receiver.resume(kept)).toBeUndefined()
  expect([receiver.state.document, receiver.state.history.length]).toEqual([undefined, kept.history.length])
  await fetchChanges(receiver)
})

test('an undo that the server refuses does not take along the undo of an earlier scan', async () => {
  const dock = await aDock(server)
  const id = await dock.announce([
    { sku: 'BOLT', expected: 5 },
    { sku: 'NUT', expected: 5 },
  ])
  const { receiver, open, scan, undo, sent } = await aReceiver(dock)
  const entries = () => receiver.queue.line().entries.map(({ state, scan }) => `${state} ${scan.kind}`)
  await open(id)
  await scan('A-01')
  await scan('BOLT')
  await scan('NUT')
  await sent()
  const [nut] = await server.owner<{ batch_id: string }>(
    'select batch_id from stock where product_id = $1',
    [dock.productOf('NUT')],
    dock.tenantId,
  )
  await dock.move({ flow: 'freeze', batchId: Number(nut?.batch_id), frozen: 1 })
  page.cut()
  await undo()
  await undo()
  expect(entries()).toEqual(['waiting undo', 'waiting undo'])
  page.mend()
  receiver.queue.wake()
  await vi.waitUntil(() => entries().join() === 'refused undo', { timeout: 30_000 })
  expect((await dock.read(id)).lines).toMatchObject([{ good: 0 }, { good: 1 }])
})

test('a scan that arrives while colleagues’ changes are looked up is not shown twice', async () => {
  const dock = await aDock(server)
  const id = await dock.announce([{ sku: 'BOLT', expected: 5 }])
  const { receiver, open, scan, good } = await aReceiver(dock)
  await open(id)
  await scan('A-01')
  const lookup = Promise.withResolvers<void>()
  const through = globalThis.fetch
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    if (url.startsWith(inboundChanges.path)) await lookup.promise
    return through(url, init)
  })
  const looking = fetchChanges(receiver)
  page.cut((path) => path === receive.path)
  await scan('BOLT')
  await vi.waitUntil(() => receiver.queue.line().isCut, { timeout: 30_000 })
  page.mend()
  const [entry] = receiver.queue.line().entries
  if (!entry) throw new Error('nothing waits')
  // The server has counted it, but its answer was lost.
  await sendScan(send, entry.scan, { key: entry.id })
  lookup.resolve()
  await looking
  vi.stubGlobal('fetch', through)
  expect(good()).toEqual([1])
})

test('an order that closes itself stays open for what was scanned after its last piece', async () => {
  const dock = await aDock(server, { overReceivePolicy: 'allow' })
  const id = await dock.announce([{ sku: 'BOLT', expected: 1 }])
  const { receiver, open, scan, inTurn, good } = await aReceiver(dock)
  await open(id)
  await scan('A-01')
  page.cut()
  await scan('BOLT')
  await scan('BOLT')
  page.mend()
  receiver.queue.wake()
  await vi.waitUntil(() => receiver.queue.line().entries.length === 0, { timeout: 30_000 })
  await inTurn(() => {})
  expect([receiver.state.document?.status, good()]).toEqual(['receiving', [2]])
})

test('a scan too old for the server to recognise is not undone by key, but shown to be corrected', async () => {
  const dock = await aDock(server)
  const id = await dock.announce([{ sku: 'BOLT', expected: 5 }])
  const { receiver, open, scan, undo, newest, sent, good } = await aReceiver(dock)
  await open(id)
  await scan('A-01')
  await scan('BOLT')
  await sent()
  const days = RESEND_DAYS
  const made = newId(Date.now() - (days + 1) * 86_400_000)
  receiver.set({ history: receiver.state.history.map((operation) => ({ ...operation, id: made })) })
  await undo()
  await sent()
  expect(newest()).toEqual(['error', 'BOLT', `${t(scanText.notCounted)}: ${t(scanText.tooOld, { days })}`])
  expect([good(), (await dock.read(id)).receipts.length]).toEqual([[1], 1])
  expect(receiver.queue.line().entries).toMatchObject([{ state: 'refused', scan: { inboundId: id } }])
})

test('bins are suggested where one is needed, and goods of unknown size are measured before they count', async () => {
  const dock = await aDock(server)
  const id = await dock.announce([{ sku: 'BOLT', expected: 9 }])
  const { receiver, open, scan, answer, good, newest } = await aReceiver(dock, () => true)
  await open(id)
  let scanning = scan('BOLT')
  const question = await vi.waitUntil(() => receiver.state.question, { timeout: 30_000, interval: 5 })
  expect(question.choices.map(({ text, command }) => [text, command])).toEqual([
    [t(receiveText.suggested, { bin: 'A-01' }), 'ok'],
    [t(receiveText.suggested, { bin: 'A-02' }), undefined],
    [t(receiveText.suggested, { bin: 'A-03' }), undefined],
    [t(receiveText.cancel), 'undo'],
  ])
  expect([question.hint, question.tone]).toEqual([t(receiveText.binHint), 'warning'])
  await answer(1)
  expect(await answer(0)).toBe(t(fill(receiveText.askMeasure, { sku: 'BOLT' })))
  const measuring = await vi.waitUntil(() => receiver.state.measuring, { timeout: 30_000 })
  expect([measuring.product.sku, good()]).toEqual(['BOLT', [0]])
  measuring.isDone()
  await scanning
  expect([good(), receiver.state.measuring, receiver.state.bin]).toEqual([
    [1],
    undefined,
    { locationId: dock.at('A-02'), locationCode: 'A-02' },
  ])
  // Without a network there are no suggestions, and a bin that was used before will do.
  receiver.set({ bin: undefined })
  page.cut()
  scanning = scan('BOLT')
  const offline = await vi.waitUntil(() => receiver.state.question, { timeout: 30_000, interval: 5 })
  expect(offline.choices).toHaveLength(1)
  await answer(0)
  await scanning
  expect(newest()).toEqual(['warning', 'BOLT', t(receiveText.leftAside)])
  page.mend()
})

test('damaged goods that wait are put away into a bin for damaged goods', async () => {
  const dock = await aDock(server)
  const [bin] = await server.owner<{ id: string }>(
    `insert into locations (tenant_id, location_code, zone_id, purpose)
     select tenant_id, 'RECV-D', id, 'receiving' from location_zones where zone_code = 'BAD' returning id`,
    [],
    dock.tenantId,
  )
  const id = await dock.announce([{ sku: 'BOLT', expected: 9 }])
  await dock.count(id, 'BOLT', 0, { defective: 1, defectiveLocationId: Number(bin?.id) })
  const { receiver, open, press } = await aReceiver(dock)
  await open(id)
  await press(t(receiveText.toPutAway))
  expect(receiver.state.suggestion?.locationCode).toBe('D-01')
  // Their label is the one that is printed.
  expect(receiver.state.productId).toBe(dock.productOf('BOLT'))
})

test('leaving the order with a question or a form open ends it, and the next scan is taken', async () => {
  const dock = await aDock(server)
  const id = await dock.announce([{ sku: 'BOLT', expected: 9 }])
  const { receiver, open, scan, answer, newest, good, sent } = await aReceiver(dock, () => true)
  await open(id)
  let scanning = scan('BOLT')
  await vi.waitUntil(() => receiver.state.question, { timeout: 30_000, interval: 5 })
  receiver.close()
  await open(id)
  await scanning
  expect([receiver.state.document?.id, receiver.state.question, good()]).toEqual([id, undefined, [0]])

  await scan('A-01')
  scanning = scan('BOLT')
  expect(await answer(0)).toBe(t(fill(receiveText.askMeasure, { sku: 'BOLT' })))
  const measuring = await vi.waitUntil(() => receiver.state.measuring, { timeout: 30_000 })
  receiver.close()
  await open(id)
  await scanning
  // The measurement is saved after the user has left: it counts nothing.
  measuring.isDone()
  expect([receiver.state.document?.id, receiver.state.measuring, good()]).toEqual([id, undefined, [0]])

  // A bin that was looked up for a cancelled question is not opened either.
  scanning = scan('BOLT')
  const asked = await vi.waitUntil(() => receiver.state.question, { timeout: 30_000, interval: 5 })
  asked.onText?.('A-03', { code: 'A-03', times: 1, isCounted: false })
  await answer(asked.choices.length - 1)
  await scanning
  await vi.waitUntil(() => [...receiver.places.keys()].some((key) => key.endsWith('A-03')), {
    timeout: 30_000,
  })
  await sent()
  expect([newest(), receiver.state.bin]).toEqual([['warning', 'BOLT', t(receiveText.leftAside)], undefined])
})

test('what is looked up when the user leaves neither opens an order nor asks about the next one', async () => {
  const dock = await aDock(server)
  const id = await dock.announce([{ sku: 'BOLT', expected: 9 }])
  const other = await dock.announce([{ sku: 'BOLT', expected: 1 }])
  const { receiver, open, scan, newest } = await aReceiver(dock)
  for (const look of [() => open(other), () => scan('UNKNOWN-1')]) {
    await open(id)
    const isLooking = lookingUp(receiver)
    const doing = look()
    await isLooking
    receiver.close()
    await doing
    expect([receiver.state.document, receiver.state.question, newest()[0]]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
  }
})

test('each button does what it says, and names the permission a user lacks', async () => {
  const dock = await aDock(server, { receiveOneStep: false })
  const id = await dock.announce([{ sku: 'BOLT', expected: 3 }])
  const { inboundNo: no } = await dock.read(id)
  const { receiver, open, scan, newest, sent, press, good, buttons, undo } = await aReceiver(dock)
  await open(id)
  const damaged = buttons()[1] ?? ''
  expect(buttons()).toEqual([
    t(receiveText.complete),
    damaged,
    t(receiveText.wholeDocument),
    t(receiveText.printLabel),
    t(receiveText.cancelOne),
  ])
  await press(damaged)
  expect(receiver.state.isDamaged).toBe(true)
  await press(damaged)
  expect(receiver.state.isDamaged).toBe(false)
  await press(t(receiveText.wholeDocument), 1)
  expect([newest(), good()]).toEqual([['warning', no, t(receiveText.notTaken)], [0]])
  await press(t(receiveText.printLabel))
  expect(newest()).toEqual(['warning', '', t(receiveText.nothingToPrint)])
  await press(t(receiveText.wholeDocument), 0)
  await sent()
  expect(good()).toEqual([3])
  await undo()
  await sent()
  await scan('BOLT')
  await sent()

  // One waiting piece is enough: it is put away before the order closes.
  await press(t(receiveText.complete))
  expect([newest(), receiver.state.way]).toEqual([
    ['warning', no, t(receiveText.putFirst, { pending: 1 })],
    'putaway',
  ])
  await press(t(receiveText.backToCount))
  expect([receiver.state.way, receiver.state.suggestion]).toEqual(['piece', undefined])
  await press(t(receiveText.toPutAway))
  expect([receiver.state.way, receiver.state.suggestion?.locationCode, receiver.state.bin]).toEqual([
    'putaway',
    'A-01',
    undefined,
  ])
  await press(t(receiveText.suggested, { bin: 'A-01' }))
  expect([newest(), receiver.state.bin?.locationCode]).toEqual([
    ['ok', 'A-01', t(receiveText.binSet)],
    'A-01',
  ])

  const clerk = await aReceiver(dock, () => false)
  clerk.receiver.missing = (permission) => `needs ${permission}`
  await clerk.open(id)
  await clerk.press(t(receiveText.toPutAway))
  expect([clerk.newest(), clerk.receiver.state.way]).toEqual([
    ['error', '', t(receiveText.mayNotPutAway, { why: 'needs inbound:order:putaway' })],
    'piece',
  ])
  await clerk.press(t(receiveText.complete))
  expect(clerk.newest()).toEqual([
    'error',
    '',
    t(receiveText.mayNotComplete, { why: 'needs inbound:order:complete' }),
  ])

  const boxed = await dock.announce(twoBoxes)
  await open(boxed)
  await press(t(receiveText.byPiece))
  expect(receiver.state.way).toBe('piece')
  await scan('B1')
  await scan('BOLT', 5)
  await press(t(receiveText.finishBox))
  expect([newest(), receiver.state.boxId]).toEqual([
    ['step', 'B1', t(receiveText.boxDone, { got: 5, expected: 5 })],
    null,
  ])
  await press(t(receiveText.byBox))
  expect(receiver.state.way).toBe('box')
})

test('a receipt that was already undone is not offered again', async () => {
  const dock = await aDock(server)
  const id = await dock.announce([{ sku: 'BOLT', expected: 9 }])
  for (const pieces of [1, 2]) await dock.count(id, 'BOLT', pieces)
  const { inboundNo: no } = await dock.read(id)
  const { receiver, open, inTurn, answer, choices, newest } = await aReceiver(dock)
  await open(id)
  let doing = inTurn(() => cancelOne(receiver))
  expect(await choices()).toHaveLength(3)
  await answer(0)
  await doing
  doing = inTurn(() => cancelOne(receiver))
  expect(await choices()).toEqual([expect.stringMatching(/ · BOLT × 1$/), t(scanText.cancel)])
  await answer(0)
  await doing
  await inTurn(() => cancelOne(receiver))
  expect(newest()).toEqual(['warning', no, t(receiveText.noReceipts)])
})

test('an order that closed itself can be closed again as soon as one more piece is scanned', async () => {
  const dock = await aDock(server, { overReceivePolicy: 'allow' })
  const id = await dock.announce([{ sku: 'BOLT', expected: 1 }])
  await dock.count(id, 'BOLT', 1)
  const { receiver, open, scan, buttons } = await aReceiver(dock)
  await open(id)
  await scan('A-01')
  expect([receiver.state.document?.status, buttons()[0]]).toEqual(['complete', undefined])
  page.cut()
  await scan('BOLT')
  expect([receiver.state.document?.status, buttons()[0]]).toEqual(['complete', t(receiveText.complete)])
  page.mend()
  receiver.queue.wake()
  await vi.waitUntil(() => receiver.queue.line().entries.length === 0, { timeout: 30_000 })
  expect([receiver.state.document?.status, buttons()[0]]).toEqual(['receiving', t(receiveText.complete)])
})

test('a long list offers its first entries: receipts, customers and goods to link', async () => {
  const dock = await aDock(server, { overReceivePolicy: 'allow' })
  const id = await dock.announce([
    { sku: 'BOLT', expected: 99 },
    { sku: 'NUT', expected: 99 },
  ])
  const lines = ['BOLT', 'NUT', 'BOLT'].map((sku, i) => ({
    productId: dock.productOf(sku),
    good: i + 1,
    defective: 0,
    locationId: dock.at('A-01'),
  }))
  for (let i = 0; i < 8; i++) await dock.count(id, 'BOLT', i + 1)
  await server.send(receive, { inboundId: id, lines }, dock)
  await server.owner(
    `insert into customers (tenant_id, customer_code, customer_name, search_line)
     select $1, 'C' || n, 'C' || n, '' from generate_series(1, 6) n`,
    [dock.tenantId],
    dock.tenantId,
  )
  const { receiver, open, inTurn, answer, choices, newest, scan, tell } = await aReceiver(dock)
  await open(id)
  let doing = inTurn(() => cancelOne(receiver))
  const offered = await choices()
  expect(offered).toHaveLength(9)
  expect(offered[0]).toMatch(/^RC.* · BOLT × 1 · NUT × 2$/)
  expect(offered[7]).toMatch(/ · BOLT × 2$/)
  await answer(8)
  await doing
  const [bolt] = receiver.state.products
  if (!bolt) throw new Error('no goods')
  receiver.set({ products: [1, 2, 3, 4, 5, 6, 7].map((n) => ({ ...bolt, id: n, sku: `S${n}` })) })
  doing = scan('NEW-CODE-7')
  expect(await choices()).toEqual(['S1', 'S2', 'S3', 'S4', 'S5', 'S6', t(scanText.cancel)])
  await answer(6)
  await doing
  // A code that is longer than any product’s is unknown too, and so is what is typed for it.
  doing = scan('9'.repeat(150))
  expect(await choices()).toHaveLength(7)
  expect((await tell('8'.repeat(150)))[2]).toBe(t(scanText.notFound))
  await answer(6)
  await doing
  receiver.close()

  // A long number is shortened as it is stored.
  const long = `1Z ${'9'.repeat(150)}`
  expect(await placeOfParcel(long)).toBeUndefined()
  doing = inTurn(() => takeUnknown(receiver, long))
  await answer(0)
  expect(await choices()).toHaveLength(7)
  await answer(6)
  await doing
  doing = inTurn(() => takeUnknown(receiver, long))
  await answer(1)
  await answer(0)
  await doing
  expect(newest()[0]).toBe('step')
  const [kept] = await server.owner<{ id: string; no: string }>(
    'select id, tracking_no, parcel_no as no from parcels',
    [],
    dock.tenantId,
  )
  expect(kept).toMatchObject({ tracking_no: `1Z${'9'.repeat(58)}` })
  // And it is found by what was scanned.
  expect(await placeOfParcel(long)).toBe(`/inbound/parcels?open=${kept?.id}`)
  doing = inTurn(() => takeUnknown(receiver, long))
  expect(await answer(3)).toBe(t(receiveText.askKept, { no: kept?.no ?? '' }))
  await doing
})

test('a number opens its order or asks which, reopens what is closed, and receives a box at once', async () => {
  const dock = await aDock(server, { receiveOneStep: false })
  const trackingNos = ['T-1']
  const bolts = [{ sku: 'BOLT', expected: 2 }]
  const id = await dock.announce(twoBoxes, { trackingNos })
  const draft = await dock.announce(bolts, { isSubmitted: false, referenceNo: 'DRAFT-1' })
  const [short, whole] = [
    await dock.announce(bolts, { referenceNo: 'SHORT-1' }),
    await dock.announce(bolts, { referenceNo: 'WHOLE-1' }),
  ]
  await dock.count(short, 'BOLT', 1)
  await server.send(completeInbound, { id: short, differenceNote: 'one is missing' }, dock)
  await dock.takeWhole(whole)
  const noOf = async (of: number) => (await dock.read(of)).inboundNo
  const { receiver, newest, answer, choices, inTurn, good, sent } = await aReceiver(dock)
  const find = (code: string) => inTurn(() => findDocument(receiver, { code, times: 1, isCounted: false }))
  await find('t-1')
  const opened = async (of: number) => t(receiveText.opened, { no: await noOf(of), customer: 'ACME' })
  expect([newest(), receiver.state.document?.id]).toEqual([['step', 't-1', await opened(id)], id])
  receiver.close()
  await find('b2')
  expect([newest(), good()]).toEqual([
    ['ok', 'B2', t(receiveText.boxTaken, { done: 1, all: 2 })],
    [0, 5],
  ])
  await sent()
  receiver.close()

  await find('DRAFT-1')
  expect(newest()).toEqual(['error', 'DRAFT-1', t(receiveText.isDraft, { no: await noOf(draft) })])
  // One that closed itself opens without a question; one that a user closed needs a reason.
  await find('WHOLE-1')
  expect([newest()[2], receiver.state.document?.id]).toEqual([await opened(whole), whole])
  receiver.close()
  let finding = find('SHORT-1')
  expect(await answer(2)).toBe(t(receiveText.askReopen, { no: await noOf(short) }))
  await finding
  expect([receiver.state.document, (await dock.read(short)).status]).toEqual([undefined, 'complete'])
  finding = find('SHORT-1')
  await answer(0)
  await finding
  expect([receiver.state.document?.id, (await dock.read(short)).status]).toEqual([short, 'receiving'])
  receiver.close()

  const other = await dock.announce(twoBoxes, { trackingNos })
  for (let i = 0; i < 8; i++) await dock.announce(bolts, { trackingNos })
  finding = find('T-1')
  const offered = await choices()
  expect([offered.length, offered[0], offered.at(-1)]).toEqual([
    10,
    `${await noOf(id)} · ACME`,
    t(scanText.cancel),
  ])
  await answer(9)
  await finding
  expect([newest(), receiver.state.document]).toEqual([
    ['warning', 'T-1', t(receiveText.notTaken)],
    undefined,
  ])
  finding = find('B1')
  expect(await choices()).toEqual([
    ...[await noOf(id), await noOf(other)].map((no) => `${no} · ACME · B1`),
    t(scanText.cancel),
  ])
  await answer(1)
  await finding
  expect([receiver.state.document?.id, good()]).toEqual([other, [5, 0]])
  receiver.close()
  finding = find('NO-SUCH-NUMBER')
  expect(await answer(2)).toBe(t(receiveText.askParcel, { code: 'NO-SUCH-NUMBER' }))
  await finding
})
