import { PDFDocument } from '@cantoo/pdf-lib'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { createCustomer } from '../../../customers/contract.ts'
import type { SentTo } from '../../../platform/calls/call.ts'
import { exportList } from '../../../platform/lists/lists.ts'
import { labelLayoutNames } from '../../../platform/printing/labels.ts'
import { inputCodes, scanCommands } from '../../../platform/scanning/scan-commands.ts'
import type { TaskRow } from '../../../platform/tasks/tasks.ts'
import {
  addBarcode,
  chooseBarcode,
  createProduct,
  getProduct,
  listSkuLabels,
  printSkuLabels,
} from '../../../products/contract.ts'
import { exampleOf } from '../../../testing/example-input.ts'
import { untilLockWaits } from '../../../testing/lock-waits.ts'
import { readPaper, readZpl } from '../../../testing/read-paper.ts'
import { aTenant, aUser, startTestServer } from '../../../testing/test-server.ts'
import { worked as workedOn } from '../../../testing/work.ts'
import {
  commandSheet,
  printSettings,
  savePrintSettings,
  testPage,
  usualSettings,
} from '../../../warehouse/print-settings/contract.ts'
import {
  channelStamp,
  createTemplate,
  editTemplate,
  getTemplate,
  listTemplates,
  sampleStamp,
  switchTemplates,
  templatesInUse,
} from '../contract.ts'
import { SAMPLE_TRACKING } from '../sample-label.ts'

const server = await startTestServer()
type Desk = Awaited<ReturnType<typeof aDesk>>

const aDesk = (permissions = ['*'], tenantId?: number) => aUser(server, { permissions, tenantId })

/** Runs the queue until a task has ended. */
const worked = (who: Desk, { data }: { data: unknown }) =>
  workedOn(server, who, (data as { taskId: number }).taskId)

async function fileOf({ fileUrl }: TaskRow): Promise<Buffer> {
  const answer = await server.server.http.inject({ method: 'GET', url: fileUrl ?? '' })
  return answer.rawPayload
}

const bytesIn = ({ data }: { data: unknown }) => Buffer.from((data as { base64: string }).base64, 'base64')

async function aProduct(who: Desk, customerCode: string, sku: string, nameZh = '陶瓷杯') {
  const blank = exampleOf(createCustomer)
  const { id: customerId } = await server.done(
    createCustomer,
    { ...blank, customerCode, customerName: customerCode, groupId: null, salesRepId: null } as SentTo<
      typeof createCustomer
    >,
    who,
  )
  const facts = { ...exampleOf(createProduct), expiryManaged: false, shelfLifeDays: null }
  const input = { ...facts, customerId, sku, nameZh, nameEn: null } as SentTo<typeof createProduct>
  const { data, message } = await server.send(createProduct, input, who)
  if (!data) throw new Error(message)
  return (data as { id: number }).id
}

describe('SKU labels', () => {
  test.each(labelLayoutNames)(
    'on %s scan as the default barcodes, as many of each as requested',
    async (layout) => {
      const who = await aDesk()
      const [mug, lamp] = [
        await aProduct(who, 'ACME', 'MUG-01'),
        await aProduct(who, 'BOLT', 'LAMP', '台灯（中文）'),
      ]
      await server.send(addBarcode, { id: lamp, type: 'upc', barcode: '012345678905', packQuantity: 1 }, who)
      const { data } = await server.send(getProduct, { id: lamp }, who)
      const upc = (data as { barcodes: { id: number; type: string }[] }).barcodes.find(
        ({ type }) => type === 'upc',
      )
      await server.send(chooseBarcode, { id: lamp, barcodeId: upc?.id ?? 0 }, who)
      const started = await server.send(printSkuLabels, { ids: [lamp, mug], layout, copies: 2 }, who)
      const task = await worked(who, started)
      expect(task).toMatchObject({ status: 'done', message: '4 labels', done: 4, total: 4 })
      const pages = await readPaper(await fileOf(task), layout === 'a4_3x8' ? 300 : 203)
      const codes = pages.flatMap((page) => page.codes)
      expect(codes.sort()).toEqual(['012345678905', '012345678905', 'ACME.MUG-01', 'ACME.MUG-01'])
    },
  )

  test('of all that match a filter; none for no match, foreign products, or too many', async () => {
    const who = await aDesk()
    await aProduct(who, 'ACME', 'MUG-01')
    const other = await aProduct(who, 'BOLT', 'LAMP')
    const layout = 'thermal_100x50' as const
    const print = (input: Partial<SentTo<typeof printSkuLabels>>, as = who) =>
      server.send(printSkuLabels, { layout, copies: 1, ...input }, as)
    const pages = await readPaper(
      await fileOf(await worked(who, await print({ filters: { search: 'mug' } }))),
    )
    expect(pages.map(({ codes }) => codes)).toEqual([['ACME.MUG-01']])
    const none = { success: false, message: 'No products to print' }
    expect(await print({ filters: { search: 'nowhere' } })).toMatchObject(none)
    expect(await print({ ids: [other] }, await aDesk())).toMatchObject(none)
    await server.owner(
      `with more as (
         insert into products (tenant_id, customer_id, sku, name_en, search_line)
         select tenant_id, customer_id, 'N' || n, 'n', 'n' from products, generate_series(1, 30) n
         where tenant_id = $1 and id = $2 returning tenant_id, customer_id, id, sku)
       insert into product_barcodes (tenant_id, customer_id, product_id, barcode, type, is_default)
       select tenant_id, customer_id, id, 'B' || sku, 'system', true from more`,
      [who.tenantId, other],
      who.tenantId,
    )
    expect(await print({ copies: 200 })).toMatchObject({ success: false, message: /^Up to 5000 labels/ })
  })

  test('are listed first, then printed as selected and in that order, and reprinted with a reason', async () => {
    const who = await aDesk()
    const mug = await aProduct(who, 'ACME', 'MUG-01')
    const lamp = await aProduct(who, 'BOLT', 'LAMP')
    const cup = await aProduct(who, 'CUPS', 'CUP')
    const { data } = await server.send(listSkuLabels, { ids: [cup, mug, lamp] }, who)
    expect(data).toEqual({
      labels: [
        { id: mug, text: 'ACME · MUG-01' },
        { id: lamp, text: 'BOLT · LAMP' },
        { id: cup, text: 'CUPS · CUP' },
      ],
    })
    const stranger = await aProduct(await aDesk(), 'ELSE', 'WHERE')
    const print = async (input: Partial<SentTo<typeof printSkuLabels>>) => {
      const query = { ids: [mug, lamp, cup], layout: 'thermal_100x50' as const, copies: 1, ...input }
      return worked(who, await server.send(printSkuLabels, query, who))
    }
    const codes = async (task: TaskRow) => (await readPaper(await fileOf(task))).flatMap((page) => page.codes)
    expect(await codes(await print({ only: [cup, stranger, mug, cup] }))).toEqual([
      'CUPS.CUP',
      'ACME.MUG-01',
      'CUPS.CUP',
    ])
    const again = await print({ only: [lamp], again: { from: 2, reason: 'jam' } })
    expect(await codes(again)).toEqual(['BOLT.LAMP'])
    const [row] = await server.owner<{ after: object; reason: string }>(
      `select after, reason from audit_log where action = 'reprint' and object_id = $1`,
      [again.id],
      who.tenantId,
    )
    expect(row).toEqual({
      after: { from: 2, labels: 1, because: { zh_CN: '卡纸或缺纸', en_US: 'Paper jam or out of paper' } },
      reason: null,
    })
    const zpl = await print({ only: [lamp, mug], language: 'zpl', dpi: 300 })
    expect((await readZpl((await fileOf(zpl)).toString())).map((page) => page.codes)).toEqual([
      ['BOLT.LAMP'],
      ['ACME.MUG-01'],
    ])
    const sheet = { ids: [mug], layout: 'a4_3x8' as const, copies: 1, language: 'zpl' as const }
    expect(await server.send(printSkuLabels, sheet, who)).toMatchObject({
      success: false,
      message: 'ZPL is only for thermal labels',
    })
  })
})

type Item = SentTo<typeof createTemplate>['items'][number]
const first: Item = { item: 'sku_qty', xMm: 3, yMm: 130, wMm: 60, fontPt: 8, maxRows: 3, text: null }
const second: Item = {
  item: 'custom_text',
  xMm: 65,
  yMm: 130,
  wMm: 30,
  fontPt: 10,
  maxRows: 1,
  text: '小心',
}
const template: SentTo<typeof createTemplate> = {
  templateName: 'Bench',
  labelSource: null,
  labelFormat: 'pdf_100x150',
  stampMode: 'overlay',
  scalePercent: 100,
  lang: 'zh_CN',
  items: [first, second],
}

async function aTemplate(who: Desk, over: Partial<typeof template> = {}) {
  const { data, message } = await server.send(createTemplate, { ...template, ...over }, who)
  if (!data) throw new Error(message)
  return (data as { id: number }).id
}

const aStampedChannel = (who: Desk, code: string, templateId: number) =>
  server.owner(
    `insert into channels (tenant_id, channel_code, name_zh, name_en, search_line, carrier, label_source, billing_method,
       label_format, weight_step, countries, address_len, watermark_template_id)
     values ($1, $2, 'u', 'u', 'u', 'UPS', 'uploaded', 'none', 'pdf_100x150', 1, '{US}', 35, $3)`,
    [who.tenantId, code, templateId],
    who.tenantId,
  )

describe('a watermark template', () => {
  test('is created, found by its name, edited once per version, and logged', async () => {
    const who = await aDesk()
    const id = await aTemplate(who)
    const item = await server.send(getTemplate, { id }, who)
    expect(item.data).toMatchObject({ ...template, id, isEnabled: true, rowVersion: 1 })
    const edit = {
      ...template,
      id,
      rowVersion: 1,
      templateName: '台面',
      stampMode: 'shrink',
      scalePercent: 80,
    } as const
    expect(await server.send(editTemplate, edit, who)).toMatchObject({ data: { rowVersion: 2 } })
    expect(await server.send(editTemplate, edit, who)).toMatchObject({ data: { kind: 'stale' } })
    const match = await server.send(listTemplates, { search: '台' }, who)
    expect(match.data).toMatchObject({ total: 1, rows: [{ id, scalePercent: 80 }] })
    const rows = await server.owner(
      `select action, object_no, before, after from audit_log where object_type = 'watermark_template' order by id desc limit 1`,
      [],
      who.tenantId,
    )
    expect(rows).toEqual([
      {
        action: 'edit',
        object_no: '台面',
        before: { templateName: 'Bench', stampMode: 'overlay', scalePercent: 100 },
        after: { templateName: '台面', stampMode: 'shrink', scalePercent: 80 },
      },
    ])
  })

  test('in use by a channel’s labels cannot be changed to other labels', async () => {
    const who = await aDesk()
    const id = await aTemplate(who)
    await aStampedChannel(who, 'UPLOAD', id)
    const items = [{ ...first, yMm: 86 }]
    for (const [over, path] of [
      [{ labelFormat: 'pdf_100x100', items }, 'labelFormat'],
      [{ labelSource: 'carrier_api' }, 'labelSource'],
    ] as const)
      expect(await server.send(editTemplate, { ...template, ...over, id, rowVersion: 1 }, who)).toMatchObject(
        {
          success: false,
          data: { fields: [{ path, message: expect.stringContaining('UPLOAD') }] },
        },
      )
    const same = { ...template, labelSource: 'uploaded', id, rowVersion: 1 } as const
    expect(await server.send(editTemplate, same, who)).toMatchObject({ success: true })
  })

  test('is not overwritten by an edit that waited for another one', async () => {
    const who = await aDesk()
    const id = await aTemplate(who)
    let late: ReturnType<typeof server.send> | undefined
    await server.database.write(who.tenantId, async (tx) => {
      await sql`update watermark_templates set row_version = 2 where id = ${id}`.execute(tx)
      late = server.send(editTemplate, { ...template, id, rowVersion: 1 }, who)
      await untilLockWaits(server)
    })
    expect(await late).toMatchObject({ data: { kind: 'stale' } })
  })

  test('is shown on a channel’s label to users who may see channels', async () => {
    const desk = await aDesk()
    const id = await aTemplate(desk)
    const who = await aDesk(['setting:channel:view'], desk.tenantId)
    expect(await server.send(getTemplate, { id }, who)).toMatchObject({ data: { kind: 'forbidden' } })
    const { templateName: _, labelSource: __, ...layout } = template
    expect((await server.send(channelStamp, { id }, who)).data).toEqual(layout)
    await server.send(
      editTemplate,
      { ...template, id, rowVersion: 1, stampMode: 'shrink', scalePercent: 80 },
      desk,
    )
    await server.send(switchTemplates, { ids: [id], isEnabled: false }, desk)
    expect((await server.send(channelStamp, { id }, who)).data, 'one that is off stamps nothing').toEqual({
      ...layout,
      items: [],
    })
    expect(await server.send(channelStamp, { id }, await aDesk())).toMatchObject({
      data: { kind: 'not_found' },
    })
  })

  test('lists the channels that use it, and how many use those about to be disabled', async () => {
    const who = await aDesk()
    const [item, two] = [await aTemplate(who), await aTemplate(who, { templateName: 'Two' })]
    for (const [code, of] of [
      ['B', item],
      ['A', item],
      ['C', two],
    ] as const)
      await aStampedChannel(who, code, of)
    expect((await server.send(getTemplate, { id: item }, who)).data).toMatchObject({
      channels: ['A', 'B'],
    })
    expect((await server.send(listTemplates, { sort: 'templateName' }, who)).data).toMatchObject({
      rows: [{ channels: ['A', 'B'] }, { channels: ['C'] }],
    })
    const using = async (which: SentTo<typeof templatesInUse>) =>
      (await server.send(templatesInUse, which, who)).data
    expect(await using({ ids: [item] })).toEqual({ channels: 2 })
    expect(await using({ ids: [item, two] })).toEqual({ channels: 3 })
    expect(await using({ filters: { search: 'tw' } })).toEqual({ channels: 1 })
    expect(await using({ filters: { isEnabled: '0' } })).toEqual({ channels: 0 })
  })

  test('has a unique name', async () => {
    const who = await aDesk()
    await aTemplate(who)
    const again = await server.send(createTemplate, { ...template, templateName: 'BENCH' }, who)
    expect(again).toMatchObject({
      success: false,
      data: { fields: [{ path: 'templateName', message: 'This template name is already in use' }] },
    })
  })

  test('is disabled and enabled, and those already in the state are reported', async () => {
    const who = await aDesk()
    const [item, two] = [await aTemplate(who), await aTemplate(who, { templateName: 'Two' })]
    expect(await server.send(switchTemplates, { ids: [item], isEnabled: false }, who)).toMatchObject({
      data: { ok: 1 },
    })
    const mixed = await server.send(switchTemplates, { ids: [item, two], isEnabled: false }, who)
    expect(mixed.data).toEqual({
      ok: 1,
      failed: [{ id: item, no: 'Bench', reason: 'Status unchanged' }],
    })
  })

  test.each<[string, Partial<typeof template>, string, string]>([
    ['an item on the barcode', { items: [{ ...first, yMm: 90 }] }, 'items[0].yMm', 'covers a barcode'],
    [
      'an item beyond the page',
      { items: [first, { ...second, xMm: 80 }] },
      'items[1].yMm',
      'beyond the label',
    ],
    ['no item', { items: [] }, 'items', 'Add at least one'],
    ['15 items', { items: Array.from({ length: 15 }, () => first) }, 'items', 'Up to 14'],
    ['letters of 4 points', { items: [{ ...first, fontPt: 4 }] }, 'items[0].fontPt', 'from 5 to 14'],
    [
      'an overlay that shrinks',
      { scalePercent: 80 },
      'scalePercent',
      'Overlay doesn’t change the label size',
    ],
    [
      'a label of a third its size',
      { stampMode: 'shrink', scalePercent: 30 },
      'scalePercent',
      'from 50 to 100',
    ],
    ['no words', { items: [{ ...second, text: ' ' }] }, 'items[0].text', 'Invalid watermark text'],
    [
      '31 letters',
      { items: [{ ...second, text: '字'.repeat(31) }] },
      'items[0].text',
      'Invalid watermark text',
    ],
    [
      '200 letters',
      { items: [{ ...second, text: 'x'.repeat(200) }] },
      'items[0].text',
      'Invalid watermark text',
    ],
    ['control codes', { items: [{ ...second, text: 'a\u0007' }] }, 'items[0].text', 'Invalid watermark text'],
    [
      'letters no font has',
      { items: [{ ...second, text: '🚚' }] },
      'items[0].text',
      'Invalid watermark text',
    ],
  ])('with %s is refused at the wrong field', async (_, over, path, words) => {
    const who = await aDesk()
    for (const [call, input] of [
      [createTemplate, { ...template, ...over }],
      [
        editTemplate,
        { ...template, ...over, id: await aTemplate(who, { templateName: 'old' }), rowVersion: 1 },
      ],
    ] as const) {
      const answer = await server.send(call, input, who)
      expect(answer).toMatchObject({ success: false, data: { kind: 'validation' } })
      const { fields } = answer.data as { fields: { path: string; message: string }[] }
      expect(fields[0]?.path).toBe(path)
      expect(fields[0]?.message).toContain(words)
    }
  })

  test('that is not a list of at most 14 items cannot be stored by any writer', async () => {
    const tenantId = await aTenant(server)
    const insert = (items: unknown) =>
      server.owner(
        `insert into watermark_templates (tenant_id, template_name, label_format, stamp_mode, items, lang)
         values ($1, 'x', 'pdf_a4', 'overlay', $2, 'zh_CN')`,
        [tenantId, JSON.stringify(items)],
        tenantId,
      )
    for (const items of [{}, [], 'x', Array.from({ length: 15 }, () => first)])
      await expect(insert(items)).rejects.toMatchObject({ code: '23514' })
  })

  test.each([
    { stampMode: 'overlay', scalePercent: 100 },
    { stampMode: 'shrink', scalePercent: 85 },
  ] as const)('is tested on a sample label, whose own barcode still scans ($stampMode)', async (mode) => {
    const who = await aDesk(['setting:basicData:view'])
    const { templateName: _, labelSource: __, ...layout } = template
    const bytes = bytesIn(await server.send(sampleStamp, { ...layout, ...mode }, who))
    const [page] = await readPaper(bytes, 203, { x: 3, y: 130, width: 60, height: 12 })
    expect(page?.codes).toEqual([SAMPLE_TRACKING])
    expect(page?.ink).toBeGreaterThan(100)
  })

  test('is exported as the list shows it', async () => {
    const who = await aDesk()
    await aTemplate(who)
    const started = await server.send(
      exportList,
      {
        list: 'watermarks',
        format: 'csv',
        columns: ['templateName', 'labelSource', 'stampMode', 'items'],
        filters: {},
      },
      who,
    )
    const csv = (await fileOf(await worked(who, started))).toString('utf8')
    expect(csv).toContain('Bench,Any,Overlay on blank areas,"SKU × qty, 小心"')
  })
})

describe('print settings', () => {
  const [here, there] = ['a'.repeat(32), 'b'.repeat(32)]
  const settings = {
    ...usualSettings,
    labelPrinter: '2 号台 ZD421',
    copies: 2,
    labelSort: 'location_sku',
  } as const

  test('belong to a user at one workstation, for every logged-in user, in every version', async () => {
    const tenantId = await aTenant(server, { version: 'satellite' })
    const [packer, other] = [await aDesk(['order:waybill:print'], tenantId), await aDesk([], tenantId)]
    expect(await server.send(savePrintSettings, { workstation: here, ...settings }, packer)).toMatchObject({
      success: true,
    })
    const profile = {
      name: 'Bench 2',
      layout: 'thermal_100x50',
      dpi: 300,
      language: 'zpl',
      way: 'download',
    } as const
    const saved = {
      ...settings,
      copies: 3,
      profiles: [profile],
      defaults: { sku: 'Bench 2', bin: null, box: null },
    }
    await server.send(savePrintSettings, { workstation: here, ...saved }, packer)
    const at = async (who: Desk, workstation: string) =>
      (await server.send(printSettings, { workstation }, who)).data
    const usual = { ...usualSettings, isSaved: false }
    expect(await at(packer, here)).toEqual({ ...saved, isSaved: true })
    expect(await at(packer, there)).toEqual(usual)
    expect(await at(other, here)).toEqual(usual)
  })

  const pdf = {
    name: 'A',
    layout: 'thermal_100x50',
    dpi: 203,
    language: 'pdf',
    way: 'browser',
  } as const
  test.each([
    { copies: 0 },
    { copies: 4 },
    { workstation: 'x' },
    { labelPrinter: 'x'.repeat(101) },
    { profiles: [pdf, pdf] },
    { profiles: [{ ...pdf, name: ' ' }] },
    { profiles: [{ ...pdf, dpi: 72 as 203 }] },
    { profiles: [{ ...pdf, language: 'zpl' as const }] },
    { profiles: [{ ...pdf, language: 'zpl' as const, way: 'download' as const, layout: 'a4_3x8' as const }] },
    { profiles: Array.from({ length: 11 }, (_, i) => ({ ...pdf, name: `P${i}` })) },
  ])('with %j are refused', async (over) => {
    const who = await aDesk([])
    const answer = await server.send(savePrintSettings, { workstation: here, ...settings, ...over }, who)
    expect(answer).toMatchObject({ success: false, data: { kind: 'validation' } })
  })

  test('include a sheet of all commands, each of which scans', async () => {
    const bytes = bytesIn(await server.send(commandSheet, {}, await aDesk([])))
    const pages = await readPaper(bytes, 300)
    expect(pages.map((page) => [Math.round(page.width), Math.round(page.height)])).toEqual([
      [210, 297],
      [210, 297],
    ])
    expect(pages.map(({ codes }) => codes.sort())).toEqual(
      [Object.values(scanCommands), inputCodes].map((page) => page.map(({ code }) => code).sort()),
    )
  })

  test.each(['zh_CN', 'en_US'])(
    'include a test page whose codes scan and whose paper is 100 × 150 (%s)',
    async (language) => {
      const who = await aDesk([])
      const bytes = bytesIn(await server.send(testPage, {}, { ...who, headers: { 'x-language': language } }))
      const [page, ...more] = await readPaper(bytes)
      expect(more).toEqual([])
      expect(page?.codes.sort()).toEqual(['TALLYHOUSE-TEST-1', 'TALLYHOUSE-TEST-2'])
      expect([Math.round(page?.width ?? 0), Math.round(page?.height ?? 0)]).toEqual([100, 150])
      expect((await PDFDocument.load(bytes)).getPageCount()).toBe(1)
    },
  )
})
