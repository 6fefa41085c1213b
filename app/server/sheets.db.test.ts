import { writeXlsx } from 'hucre/xlsx'
import { describe, expect, test } from 'vitest'
import { createCustomer, listCustomers, saveGroup } from '../../customers/contract.ts'
import {
  importRows,
  importState,
  importTemplate,
  mapImport,
  mendImportRow,
  runImport,
  startImport,
} from '../../lib/imports.ts'
import { exportList } from '../../lib/lists.ts'
import { readTable } from '../../lib/server/sheets.ts'
import { beginUpload, finishUpload, PART_BYTES, putPart, uploadText } from '../../lib/uploads.ts'
import { aHouse, aPerson, aSession, aTenant, type House } from '../testing/house.ts'
import { worked } from '../testing/work.ts'

type Session = { token: string; headers: Record<string, string> }

async function aDesk(house: House, permissions = ['*']) {
  const tenantId = await aTenant(house)
  const person = await aPerson(house, tenantId, { permissions })
  return {
    tenantId,
    token: await aSession(house, tenantId, person.id),
    headers: { 'x-language': 'en_US' },
  }
}

/** Sends a file as the page does, part by part. */
async function upload(
  house: House,
  who: Session,
  purpose: 'sheet' | 'image',
  fileName: string,
  bytes: Uint8Array,
) {
  const begun = await house.send(beginUpload, { purpose, fileName, size: bytes.length }, who)
  if (!begun.success) return begun
  const { uploadId } = begun.data as { uploadId: string }
  for (let part = 0; part * PART_BYTES < bytes.length; part++) {
    const base64 = Buffer.from(bytes.slice(part * PART_BYTES, (part + 1) * PART_BYTES)).toString('base64')
    expect(await house.send(putPart, { uploadId, part, base64 }, who)).toMatchObject({ success: true })
  }
  return house.send(finishUpload, { uploadId }, who)
}

const sheetOf = (...rows: (string | number | null)[][]) => writeXlsx({ sheets: [{ name: 'x', rows }] })

async function begin(house: House, who: Session, ...rows: (string | number | null)[][]) {
  const kept = await upload(house, who, 'sheet', 'customers.xlsx', await sheetOf(...rows))
  const { fileId } = kept.data as { fileId: number }
  const started = await house.send(startImport, { kind: 'customers', fileId }, who)
  return started.success ? (started.data as { id: number }).id : Promise.reject(new Error(started.message))
}

const fetched = async (house: House, url: string | null) => {
  const answer = await house.server.http.inject({ url: url ?? '' })
  return answer.rawPayload
}

const head = ['客户代码 *', '客户名称 *', '分组代码', '电话']

describe('a sheet of customers', async () => {
  const house = await aHouse()

  test('comes in: new codes make customers, known ones are changed, and nothing else', async () => {
    const who = await aDesk(house)
    await house.send(createCustomer, { ...facts, customerCode: 'OLD-1', customerName: '旧名' }, who)
    const id = await begin(
      house,
      who,
      head,
      ['NEW-1', '新客户', '', '13800000001'],
      ['old-1', '新名', '', ''],
    )
    expect((await house.send(importState, { id }, who)).data).toMatchObject({
      status: 'checking',
      counts: { new: 1, update: 1 },
      total: 2,
      sameFile: null,
    })
    const run = await house.send(runImport, { id, mode: 'all_or_nothing' }, who)
    const task = await worked(house, who, (run.data as { taskId: number }).taskId)
    expect(task).toMatchObject({ status: 'done', failures: [] })
    const { data } = await house.send(listCustomers, { sort: 'customerCode', order: 'asc' }, who)
    expect(data).toMatchObject({
      total: 2,
      rows: [
        { customerCode: 'NEW-1', customerName: '新客户', phone: '13800000001' },
        { customerCode: 'OLD-1', customerName: '新名' },
      ],
    })
    expect((await house.send(importState, { id }, who)).data).toMatchObject({
      status: 'done',
      ok: 2,
      failed: 0,
    })
  })

  test('is checked whole before a line is written: every bad cell is named, twins name the first row', async () => {
    const who = await aDesk(house)
    const id = await begin(
      house,
      who,
      head,
      ['A 1', '', '', 'call me'],
      ['B-1', '乙', '', ''],
      ['b-1', '乙', '', ''],
      ['C-1', '丙', 'NOPE', ''],
    )
    const rows = (await house.send(importRows, { id, verdict: 'error' }, who)).data as {
      rows: {
        rowNo: number
        sameAsRow: number | null
        problems: { column: string | null; message: string }[]
      }[]
    }
    expect(rows.rows.map(({ rowNo, sameAsRow }) => [rowNo, sameAsRow])).toEqual([
      [2, null],
      [4, 3],
      [5, null],
    ])
    expect(rows.rows[0]?.problems.map(({ column }) => column).sort()).toEqual([
      'customerCode',
      'customerName',
      'phone',
    ])
    expect(rows.rows[1]?.problems[0]?.message).toBe('Same as row 3')
    expect((await house.send(importState, { id }, who)).data).toMatchObject({
      counts: { new: 1, error: 3 },
      kinds: { needed: 1, form: 1, twin: 1, books: 1 },
      warnings: 0,
    })
    expect((await house.send(importRows, { id, verdict: 'error', kind: 'books' }, who)).data).toMatchObject({
      total: 1,
      rows: [{ rowNo: 5 }],
    })
    expect(await house.send(runImport, { id, mode: 'all_or_nothing' }, who)).toMatchObject({ success: false })
    expect((await house.send(listCustomers, {}, who)).data).toMatchObject({ total: 0 })

    expect(
      await house.send(mendImportRow, { id, rowNo: 5, column: 'groupCode', text: '' }, who),
    ).toMatchObject({ success: true })
    expect((await house.send(importState, { id }, who)).data).toMatchObject({ counts: { new: 2, error: 2 } })

    const run = await house.send(runImport, { id, mode: 'good_rows' }, who)
    const task = await worked(house, who, (run.data as { taskId: number }).taskId)
    expect(task.status).toBe('partly_done')
    expect(task.failures.map(({ no }) => no)).toEqual(['2', '4'])
    const { heads, rows: bad } = await readTable(await fetched(house, task.fileUrl))
    expect(heads.slice(-2)).toEqual(['Reason', 'What to do'])
    expect(bad.map(({ cells }) => cells[0])).toEqual(['A 1', 'b-1'])
    const [reason = '', remedy = ''] = bad[0]?.cells.slice(-2) ?? []
    expect(reason).toMatch(/Customer code: .*\(found “A 1”, expected: .+\)/)
    expect(remedy).toMatch(/^(?=.*Fill in “Customer name”)(?=.*for example ).*; then import this file again$/)
    expect(bad[1]?.cells.at(-1)).toContain('Delete this row or row 3')
    expect((await house.send(listCustomers, {}, who)).data).toMatchObject({ total: 2 })
  })

  test('finds its columns in either language and order, and lets somebody say otherwise', async () => {
    const who = await aDesk(house)
    const id = await begin(
      house,
      who,
      ['Phone', 'Kunde', 'Customer code', 'Extra'],
      ['138', 'Name', 'X-1', 'y'],
    )
    const state = (await house.send(importState, { id }, who)).data as { mapping: object; counts: object }
    expect(state.mapping).toEqual({ customerCode: 2, phone: 0 })
    expect(state.counts).toEqual({ error: 1 })
    const mapping = { customerCode: 2, customerName: 1 }
    expect(await house.send(mapImport, { id, mapping }, who)).toMatchObject({ success: true })
    expect((await house.send(importState, { id }, who)).data).toMatchObject({ counts: { new: 1 } })
  })

  test('remembers for each person which head stood for which column', async () => {
    const who = await aDesk(house)
    const first = await begin(house, who, ['Ref', 'Customer name'], ['X-1', 'Name'])
    await house.send(mapImport, { id: first, mapping: { customerCode: 0, customerName: 1 } }, who)
    const mappingOf = async (session: Session, id: number) =>
      ((await house.send(importState, { id }, session)).data as { mapping: object }).mapping
    const next = ['Phone', 'Customer name', 'Ref']
    expect(await mappingOf(who, await begin(house, who, next, ['', 'N', 'X-2']))).toEqual({
      customerCode: 2,
      customerName: 1,
      phone: 0,
    })
    const person = await aPerson(house, who.tenantId, { permissions: ['*'] })
    const colleague = { ...who, token: await aSession(house, who.tenantId, person.id) }
    expect(await mappingOf(colleague, await begin(house, colleague, next, ['', 'N', 'X-2']))).toEqual({
      customerName: 1,
      phone: 0,
    })
  })

  test('may come from the clipboard: cells with tabs and line ends in quotes, and no more than fits', async () => {
    const who = await aDesk(house)
    const paste = (pasted: string, also: { fileId?: number } = {}) =>
      house.send(startImport, { kind: 'customers', pasted, ...also }, who)
    const cells = `${head.join('\t')}\r\n007\t"甲\t""大""\n行"\t\t138\r\n\r\nB-1\t5" 管\t\t\r\n`
    const { id } = (await paste(cells)).data as { id: number }
    expect((await house.send(importState, { id }, who)).data).toMatchObject({
      counts: { new: 1, error: 1 },
      fileName: 'pasted.tsv',
    })
    expect((await house.send(importRows, { id }, who)).data).toMatchObject({
      rows: [
        { rowNo: 2, cells: ['007', '甲\t"大"\n行', '', '138'] },
        { rowNo: 4, cells: ['B-1', '5" 管'] },
      ],
    })
    for (const [bad, message] of [
      [head.join('\t'), 'The file has no rows'],
      ['a\t'.repeat(70), 'At most 64 columns'],
      ['x'.repeat(300_001), 'Too much was pasted; use a file instead'],
      [`a\n${'b\n'.repeat(501)}`, 'At most 500 rows; the file has 501'],
    ] as const) {
      expect(await paste(bad)).toMatchObject({ success: false, message: expect.stringContaining(message) })
    }
    expect(await paste(cells, { fileId: 1 })).toMatchObject({ success: false })
    expect(await house.send(startImport, { kind: 'customers' }, who)).toMatchObject({ success: false })
  })

  test('of 500 rows is taken, of 501 refused with their number', async () => {
    const who = await aDesk(house)
    const lines = (count: number) => Array.from({ length: count }, (_, i) => [`K-${i}`, `客户 ${i}`])
    expect(await begin(house, who, head, ...lines(500))).toBeGreaterThan(0)
    await expect(begin(house, who, head, ...lines(501))).rejects.toThrow('At most 500 rows; the file has 501')
    await expect(begin(house, who, head)).rejects.toThrow('The file has no rows')
  })

  test('is nobody’s who could not do it by hand, nor anybody else’s', async () => {
    const who = await aDesk(house, ['query:customer:view'])
    const kept = await upload(house, who, 'sheet', 'c.xlsx', await sheetOf(head, ['A-1', 'a']))
    const { fileId } = kept.data as { fileId: number }
    expect(await house.send(startImport, { kind: 'customers', fileId }, who)).toMatchObject({
      data: { kind: 'forbidden' },
    })
    const other = await aDesk(house)
    expect(await house.send(startImport, { kind: 'customers', fileId }, other)).toMatchObject({
      success: false,
    })
    const id = await begin(house, other, head, ['A-1', 'a'])
    const third = await aDesk(house)
    expect(await house.send(importState, { id }, third)).toMatchObject({ data: { kind: 'not_found' } })
  })

  test('has a template that reads back as an empty promise: its own example comes in', async () => {
    const who = await aDesk(house)
    await house.send(saveGroup, { groupCode: 'VIP', groupName: 'VIP', isEnabled: true }, who)
    const { data } = await house.send(
      importTemplate,
      { kind: 'customers' },
      { ...who, headers: { 'x-language': 'zh_CN' } },
    )
    const bytes = Buffer.from((data as { base64: string }).base64, 'base64')
    const kept = await upload(house, who, 'sheet', 't.xlsx', bytes)
    const started = await house.send(
      startImport,
      { kind: 'customers', fileId: (kept.data as { fileId: number }).fileId },
      who,
    )
    const { id } = started.data as { id: number }
    expect((await house.send(importState, { id }, who)).data).toMatchObject({ counts: { new: 1 } })
  })
})

const facts = {
  customerName: '客户',
  mnemonic: null,
  groupId: null,
  contact: null,
  phone: null,
  email: null,
  countryCode: null,
  address: null,
  salesRepId: null,
  remark: null,
}

describe('a list that is taken away', async () => {
  const house = await aHouse()

  test('holds what was filtered, with the columns shown, and keeps its zeros', async () => {
    const who = await aDesk(house)
    for (const [customerCode, customerName] of [
      ['007', '=1+1'],
      ['12345678901234567890', '长号'],
      ['OFF', '停用的'],
    ] as const) {
      await house.send(createCustomer, { ...facts, customerCode, customerName }, who)
    }
    for (const format of ['xlsx', 'csv'] as const) {
      const started = await house.send(
        exportList,
        {
          list: 'customers',
          filters: { search: '0', sort: 'customerCode', order: 'asc' },
          columns: ['customerName', 'customerCode', 'creditLimit'],
          format,
        },
        who,
      )
      const task = await worked(house, who, (started.data as { taskId: number }).taskId)
      expect(task).toMatchObject({ status: 'done', message: '2 rows exported' })
      const bytes = await fetched(house, task.fileUrl)
      if (format === 'csv') {
        expect(bytes.toString()).toBe(
          "\uFEFFCustomer name,Customer code,Credit limit\r\n'=1+1,007,0\r\n长号,12345678901234567890,0\r\n",
        )
      } else {
        const { heads, rows } = await readTable(bytes)
        expect(heads).toEqual(['Customer name', 'Customer code', 'Credit limit'])
        expect(rows.map(({ cells }) => cells)).toEqual([
          ['=1+1', '007', '0'],
          ['长号', '12345678901234567890', '0'],
        ])
      }
    }
  })

  test('is for those who may see it, and money only for those who may take it', async () => {
    const who = await aDesk(house, ['query:stock:view'])
    const ask = { list: 'customers', filters: {}, columns: ['customerCode'], format: 'csv' as const }
    expect(await house.send(exportList, ask, who)).toMatchObject({ data: { kind: 'forbidden' } })
    expect(await house.send(exportList, { ...ask, list: 'nothing' }, who)).toMatchObject({
      data: { kind: 'not_found' },
    })
    const sees = await aDesk(house, ['query:customer:view', 'query:credit:view'])
    const started = await house.send(exportList, { ...ask, columns: ['customerCode', 'creditLimit'] }, sees)
    const task = await worked(house, sees, (started.data as { taskId: number }).taskId)
    expect((await fetched(house, task.fileUrl)).toString()).toBe('\uFEFFCustomer code\r\n')
  })
})

describe('a file that comes in', async () => {
  const house = await aHouse()
  const who = await aDesk(house)

  test.each([
    ['image', 'a.svg', 10, 'Only .gif .png .jpg .jpeg files'],
    ['image', 'a.png', 2 * 1024 * 1024 + 1, 'Image exceeds size limit'],
    ['sheet', 'a.csv', 10, 'Only .xls .xlsx files'],
    ['sheet', 'a.xlsx', 20 * 1024 * 1024 + 1, 'The file must not exceed 20M'],
    ['zip', 'a.zip', 5 * 1024 * 1024 + 1, 'The file must not exceed 5M'],
    ['attachment', 'a.exe', 10, 'Only .rar .zip .doc .docx .pdf .jpg .jpeg files'],
    ['attachment', 'a.pdf', 10 * 1024 * 1024 + 1, 'The file must not exceed 10M'],
  ] as const)(
    'as %s named %s of %i bytes is refused before a byte is sent',
    async (purpose, fileName, size, words) => {
      const answer = await house.send(beginUpload, { purpose, fileName, size }, who)
      expect(answer.success).toBe(false)
      expect(answer.message).toContain(words)
    },
  )

  test('is looked at, not believed', async () => {
    const html = Buffer.from('<html><script>alert(1)</script></html>')
    expect(await upload(house, who, 'image', 'a.png', html)).toMatchObject({
      success: false,
      message: uploadText.notWhatItSays.en_US,
    })
    const torn = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(40)])
    expect(await upload(house, who, 'image', 'a.png', torn)).toMatchObject({ success: false })
  })
})
