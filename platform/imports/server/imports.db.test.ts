import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeXlsx } from 'hucre/xlsx'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { importKinds, listSources } from '../../../app/server/slices.ts'
import { taskKinds } from '../../../app/server/task-kinds.ts'
import { createCustomer, listCustomers, saveGroup } from '../../../customers/contract.ts'
import { blankCustomer } from '../../../testing/blank-inputs.ts'
import { atOnce } from '../../../testing/server-ground.ts'
import {
  aPerson,
  aSession,
  aTenant,
  aUser,
  startTestServer,
  type TestServer,
} from '../../../testing/test-server.ts'
import { upload } from '../../../testing/upload.ts'
import { worked } from '../../../testing/work.ts'
import type { OutputOf } from '../../calls/call.ts'
import type { Who } from '../../calls/who.ts'
import type { Tx } from '../../database/server/db.ts'
import { folderStore } from '../../files/server/store.ts'
import { beginUpload, uploadText } from '../../files/uploads.ts'
import { exportList, listText } from '../../lists/lists.ts'
import { exportTask, startExport } from '../../lists/server/exports.ts'
import type { ListSources } from '../../lists/server/list-sources.ts'
import type { Work } from '../../tasks/server/tasks.ts'
import { openWorkers } from '../../tasks/server/workers.ts'
import { cancelTask, myTasks, retryTask, type TaskRow } from '../../tasks/tasks.ts'
import { fill } from '../../text/text.ts'
import {
  correctImportRow,
  importRows,
  importState,
  importTemplate,
  lastImports,
  mapImport,
  runImport,
  startImport,
} from '../contract.ts'
import { importText } from '../text.ts'
import { runImport as runNow } from './imports.ts'
import { readTable } from './spreadsheets.ts'
import { importTask } from './write-import.ts'

type Session = { token: string; headers: Record<string, string> }

const aDesk = (server: TestServer, permissions = ['*']) => aUser(server, { permissions })

const sheetOf = (...rows: (string | number | null)[][]) => writeXlsx({ sheets: [{ name: 'x', rows }] })

const begin = async (server: TestServer, who: Session, ...rows: (string | number | null)[][]) =>
  beginWith(server, who, await sheetOf(...rows))

async function beginWith(server: TestServer, who: Session, bytes: Uint8Array) {
  const kept = await upload(server, who, 'sheet', 'customers.xlsx', bytes)
  const { fileId } = kept.data as { fileId: number }
  const started = await server.send(startImport, { kind: 'customers', fileId }, who)
  return started.success ? (started.data as { id: number }).id : Promise.reject(new Error(started.message))
}

const fetched = async (server: TestServer, url: string | null) => {
  const answer = await server.server.http.inject({ url: url ?? '' })
  return answer.rawPayload
}

const head = ['客户代码 *', '客户名称 *', '分组代码', '电话']

describe('a spreadsheet of customers', async () => {
  const server = await startTestServer()

  test('is imported: new codes create customers, known ones are updated, and nothing else changes', async () => {
    const who = await aDesk(server)
    await server.send(createCustomer, { ...facts, customerCode: 'OLD-1', customerName: '旧名' }, who)
    const id = await begin(
      server,
      who,
      head,
      ['NEW-1', '新客户', '', '13800000001'],
      ['old-1', '新名', '', ''],
    )
    expect((await server.send(importState, { id }, who)).data).toMatchObject({
      status: 'checking',
      counts: { new: 1, update: 1 },
      total: 2,
      sameFile: null,
    })
    const run = await server.send(runImport, { id, mode: 'all_or_nothing' }, who)
    const task = await worked(server, who, (run.data as { taskId: number }).taskId)
    expect(task).toMatchObject({ status: 'done', failures: [] })
    const { data } = await server.send(listCustomers, { sort: 'customerCode', order: 'asc' }, who)
    expect(data).toMatchObject({
      total: 2,
      rows: [
        { customerCode: 'NEW-1', customerName: '新客户', phone: '13800000001' },
        { customerCode: 'OLD-1', customerName: '新名' },
      ],
    })
    expect((await server.send(importState, { id }, who)).data).toMatchObject({
      status: 'done',
      ok: 2,
      failed: 0,
    })
  })

  test('is checked completely before a row is written: every bad cell is reported, duplicates name the first row', async () => {
    const who = await aDesk(server)
    const id = await begin(
      server,
      who,
      head,
      ['A 1', '', '', 'call me'],
      ['B-1', '乙', '', ''],
      ['b-1', '乙', '', ''],
      ['C-1', '丙', 'NOPE', ''],
    )
    const rows = (await server.send(importRows, { id, verdict: 'error' }, who)).data as {
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
    expect(rows.rows[1]?.problems).toEqual([
      {
        column: 'customerCode',
        message: 'Duplicate of row 3',
        remedy:
          'Change “Customer code” so that this row differs from row 3; otherwise this row is not imported',
      },
    ])
    expect((await server.send(importState, { id }, who)).data).toMatchObject({
      counts: { new: 1, error: 3 },
      kinds: { needed: 1, form: 1, twin: 1, books: 1 },
      warnings: 0,
    })
    expect((await server.send(importRows, { id, verdict: 'error', kind: 'books' }, who)).data).toMatchObject({
      total: 1,
      rows: [{ rowNo: 5 }],
    })
    expect(await server.send(runImport, { id, mode: 'all_or_nothing' }, who)).toMatchObject({
      success: false,
    })
    expect((await server.send(listCustomers, {}, who)).data).toMatchObject({ total: 0 })

    expect(
      await server.send(correctImportRow, { id, rowNo: 5, column: 'groupCode', text: '' }, who),
    ).toMatchObject({ success: true })
    expect((await server.send(importState, { id }, who)).data).toMatchObject({ counts: { new: 2, error: 2 } })

    const run = await server.send(runImport, { id, mode: 'good_rows' }, who)
    const task = await worked(server, who, (run.data as { taskId: number }).taskId)
    expect(task.status).toBe('partly_done')
    expect(task.failures.map(({ no }) => no)).toEqual(['2', '4'])
    const { heads, rows: bad } = await readTable(await fetched(server, task.fileUrl))
    expect(heads.slice(-2)).toEqual(['Reason', 'What to do'])
    expect(bad.map(({ cells }) => cells[0])).toEqual(['A 1', 'b-1'])
    const [reason = '', remedy = ''] = bad[0]?.cells.slice(-2) ?? []
    expect(reason).toMatch(/Customer code: .*\(entered “A 1”, expected: .+\)/)
    expect(remedy).toMatch(/^(?=.*Fill in “Customer name”)(?=.*for example ).*; then import this file again$/)
    expect(bad[1]?.cells.slice(-2)).toEqual([
      'Duplicate of row 3',
      'Change “Customer code” so that this row differs from row 3; otherwise this row is not imported; then import this file again',
    ])
    expect((await server.send(listCustomers, {}, who)).data).toMatchObject({ total: 2 })
  })

  test('lets a duplicate be corrected in place', async () => {
    const who = await aDesk(server)
    const id = await begin(server, who, head, ['B-1', '乙', '', ''], ['b-1', '乙', '', ''])
    expect((await server.send(importState, { id }, who)).data).toMatchObject({ counts: { new: 1, error: 1 } })
    const mended = { id, rowNo: 3, column: 'customerCode', text: 'B-2' }
    expect(await server.send(correctImportRow, mended, who)).toMatchObject({ success: true })
    expect((await server.send(importState, { id }, who)).data).toMatchObject({ counts: { new: 2 } })
  })

  test('reports the first of duplicates even if that one is invalid, until one of them is corrected', async () => {
    const who = await aDesk(server)
    const id = await begin(
      server,
      who,
      head,
      ['T-1', '甲', '', 'call me'],
      ['t-1', '乙', '', ''],
      ['T-1', '', '', ''],
    )
    const sames = async () =>
      (
        (await server.send(importRows, { id, verdict: 'error' }, who)).data as {
          rows: { rowNo: number; sameAsRow: number | null; problems: { message: string }[] }[]
        }
      ).rows.map(({ rowNo, sameAsRow, problems }) => [rowNo, sameAsRow, problems.at(-1)?.message])
    expect(await sames()).toEqual([
      [2, null, 'Invalid phone number'],
      [3, 2, 'Duplicate of row 2'],
      [4, 2, 'Duplicate of row 2'],
    ])
    await server.send(correctImportRow, { id, rowNo: 2, column: 'customerCode', text: 'T-9' }, who)
    expect(await sames()).toEqual([
      [2, null, 'Invalid phone number'],
      [4, 3, 'Duplicate of row 3'],
    ])
    await server.send(correctImportRow, { id, rowNo: 4, column: 'customerCode', text: 'T-8' }, who)
    expect((await sames())[1]).toEqual([4, null, 'Required'])
  })

  test('has no column named like a built-in object property', async () => {
    const who = await aDesk(server)
    const id = await begin(server, who, head, ['A-1', '甲', '', ''])
    for (const column of ['constructor', '__proto__', 'toString', 'nothing'])
      expect(await server.send(correctImportRow, { id, rowNo: 2, column, text: 'x' }, who)).toMatchObject({
        status: 200,
        data: { kind: 'not_found' },
      })
  })

  test('that is all or nothing says for each row which one blocked it', async () => {
    const who = await aDesk(server)
    await server.send(saveGroup, { groupCode: 'VIP', groupName: 'VIP', isEnabled: true }, who)
    const id = await begin(server, who, head, ['A-1', '甲', '', ''], ['B-1', '乙', 'VIP', ''])
    const { data } = await server.send(runImport, { id, mode: 'all_or_nothing' }, who)
    await server.owner('update customer_groups set is_enabled = false', [], who.tenantId)
    const task = await worked(server, who, (data as { taskId: number }).taskId)
    const held = 'Row 3 has an error, so the whole spreadsheet is not imported'
    expect(task).toMatchObject({ status: 'partly_done', failures: [{ no: '2', reason: held }, { no: '3' }] })
    expect((await server.send(importRows, { id }, who)).data).toMatchObject({
      rows: [
        { verdict: 'failed', problems: [{ message: held, remedy: 'Correct row 3 first' }] },
        { rowNo: 3 },
      ],
    })
    const { rows } = await readTable(await fetched(server, task.fileUrl))
    expect(rows[0]?.cells.slice(-2)).toEqual([held, 'Correct row 3 first; then import this file again'])
    expect((await server.send(listCustomers, {}, who)).data).toMatchObject({ total: 0 })
    expect((await server.send(importState, { id }, who)).data).toMatchObject({
      status: 'failed',
      ok: 0,
      failed: 2,
    })
  })

  test('updates customers only for users who may edit them by hand', async () => {
    const who = await aDesk(server)
    await server.send(createCustomer, { ...facts, customerCode: 'OLD-1' }, who)
    const person = await aPerson(server, who.tenantId, {
      permissions: ['query:customer:view', 'query:customer:create'],
    })
    const maker = { ...who, token: await aSession(server, who.tenantId, person.id) }
    const rows = [head, ['NEW-1', '新', '', ''], ['old-1', '旧', '', '']]
    const id = await begin(server, maker, ...rows)
    expect((await server.send(importRows, { id, verdict: 'error' }, maker)).data).toMatchObject({
      total: 1,
      rows: [{ rowNo: 3, problems: [{ column: null, message: importText.mayNotEdit.en_US }] }],
    })
    const others = await begin(server, who, ...rows)
    expect((await server.send(importState, { id: others }, who)).data).toMatchObject({
      counts: { new: 1, update: 1 },
    })
  })

  /** Two concurrent runs: the first has done everything but commit when the second goes as far as it can. */
  async function runTogether(desk: Awaited<ReturnType<typeof aDesk>>, ids: [number, number]) {
    const run = runNow({ kinds: importKinds, files: server.files, may: () => {} })
    const who = {
      ...{ tenantId: desk.tenantId, accountId: desk.id, loginAccount: 'x', requestId: 'x', ip: '' },
      ...{ permissions: ['*'], language: 'en_US', zone: 'UTC' },
    } as Who
    const begin = (id: number) => (tx: Tx) => run(tx, who, { id, mode: 'good_rows' })
    const { first, second } = await atOnce(server, desk, [begin(ids[0]), begin(ids[1])])
    const tasks = await server.owner(`select 1 from tasks where kind = 'import'`, [], desk.tenantId)
    return { first, second, tasks: tasks.length }
  }

  test('that is imported twice at the same moment is refused once', async () => {
    const who = await aDesk(server)
    const bytes = await sheetOf(head, ['A-1', '甲', '', ''])
    const ids: [number, number] = [await beginWith(server, who, bytes), await beginWith(server, who, bytes)]
    expect(await runTogether(who, ids)).toMatchObject({
      first: { value: { taskId: expect.any(Number) } },
      second: { fault: { detail: { kind: 'busy' } } },
      tasks: 1,
    })
  })

  test('runs once when the same import is started twice at the same moment', async () => {
    const who = await aDesk(server)
    const id = await begin(server, who, head, ['A-1', '甲', '', ''])
    expect(await runTogether(who, [id, id])).toMatchObject({
      first: { value: { taskId: expect.any(Number) } },
      second: { fault: { detail: { kind: 'moved_on' } } },
      tasks: 1,
    })
  })

  test('whose task failed for good does not block another import of the same file', async () => {
    const who = await aDesk(server)
    const bytes = await sheetOf(head, ['A-1', '甲', '', ''])
    const run = async (id: number) => server.send(runImport, { id, mode: 'good_rows' }, who)
    const first = await beginWith(server, who, bytes)
    const { data } = await run(first)
    const second = await beginWith(server, who, bytes)
    expect(await run(second)).toMatchObject({ data: { kind: 'busy' } })
    for (const status of ['running', 'failed'])
      await server.owner(
        'update tasks set status = $2 where id = $1',
        [(data as { taskId: number }).taskId, status],
        who.tenantId,
      )
    const again = await run(second)
    expect(again).toMatchObject({ success: true })
    // It is closed from here on: retried, it would import the same rows twice.
    expect((await server.send(importState, { id: first }, who)).data).toMatchObject({
      status: 'failed',
      ok: 0,
    })
    await worked(server, who, (again.data as { taskId: number }).taskId)
    const { taskId } = data as { taskId: number }
    expect(await server.send(retryTask, { id: taskId }, who)).toMatchObject({ success: true })
    expect(await worked(server, who, taskId)).toMatchObject({ message: '0 rows imported, 0 failed' })
    expect((await server.send(listCustomers, {}, who)).data).toMatchObject({
      rows: [{ customerCode: 'A-1', customerName: '甲' }],
    })
  })

  test('that is cancelled before it starts has written nothing and can run again', async () => {
    const who = await aDesk(server)
    const id = await begin(server, who, head, ['A-1', '甲', '', ''])
    const stateNow = async () => (await server.send(importState, { id }, who)).data
    const run = async () =>
      ((await server.send(runImport, { id, mode: 'good_rows' }, who)).data as { taskId: number }).taskId
    const waiting = await run()
    expect(await stateNow()).toMatchObject({ status: 'running', isCancelled: false })
    expect(await server.send(cancelTask, { id: waiting }, who)).toMatchObject({ success: true })
    expect(await stateNow()).toMatchObject({ status: 'checking', isCancelled: true, counts: { new: 1 } })

    const begun = await run()
    await server.owner(
      `update tasks set status = 'running', is_cancel_asked = true where id = $1`,
      [begun],
      who.tenantId,
    )
    expect(await worked(server, who, begun)).toMatchObject({ status: 'cancelled', message: null })
    expect(await stateNow()).toMatchObject({ status: 'checking', isCancelled: true, ok: 0 })
    expect((await server.send(listCustomers, {}, who)).data).toMatchObject({ total: 0 })

    expect(await worked(server, who, await run())).toMatchObject({ status: 'done' })
    expect(await stateNow()).toMatchObject({ status: 'done', isCancelled: false, ok: 1 })
  })

  test('that is complete is never reported as cancelled', async () => {
    const who = await aDesk(server)
    const id = await begin(server, who, head, ['A-1', '甲', '', ''], ['B 2', '乙', '', ''])
    const { data } = await server.send(runImport, { id, mode: 'good_rows' }, who)
    const [task] = await server.owner<{ input: object }>(
      'select input from tasks where id = $1',
      [(data as { taskId: number }).taskId],
      who.tenantId,
    )
    const reports: number[] = []
    const work = {
      input: task?.input,
      read: server.database.read.bind(undefined, who.tenantId),
      write: server.database.write.bind(undefined, who.tenantId),
      progress: async (done: number) => ({ isCancelAsked: reports.push(done) > 1 }),
    } as unknown as Work<never>
    const outcome = await importTask({ kinds: importKinds, files: server.files, may: () => {} })(work)
    expect(outcome).toMatchObject({
      message: { zh_CN: '导入 1 行，失败 1 行', en_US: '1 row imported, 1 failed' },
      failures: [{ no: '3' }],
    })
    expect(reports).toEqual([0, 2])
    // The server died before it reported success, and the user asked to cancel meanwhile: it is imported
    // anyway.
    const again = { ...work, progress: async () => ({ isCancelAsked: true }) }
    const { file, ...later } = await importTask({ kinds: importKinds, files: server.files, may: () => {} })(
      again,
    )
    const { file: _, ...sooner } = outcome
    // What it left out is reported again, with its spreadsheet.
    expect(later).toEqual(sooner)
    const back = await readTable((file as { bytes: Buffer }).bytes)
    expect(back.rows.map(({ cells }) => cells[0])).toEqual(['B 2'])
    expect((await server.send(importState, { id }, who)).data).toMatchObject({ status: 'partial', ok: 1 })
  })

  test('is found again after the tab was closed, at the step it had reached; colleagues see completed ones', async () => {
    const who = await aDesk(server)
    const id = await begin(server, who, head, ['A 1', '甲', '', ''], ['B-1', '乙', '', ''])
    await server.send(correctImportRow, { id, rowNo: 2, column: 'customerCode', text: 'A-1' }, who)

    const later = { ...who, token: await aSession(server, who.tenantId, who.id) }
    const last = async (session: Session) =>
      (await server.send(lastImports, { kind: 'customers' }, session)).data as OutputOf<typeof lastImports>
    expect(await last(later)).toMatchObject({
      limits: { rows: 500, sheet: 20 * 1024 * 1024, zip: 5 * 1024 * 1024 },
      imports: [
        { id, isOwn: true, status: 'checking', fileName: 'customers.xlsx', total: 2, ok: 0, failed: 0 },
      ],
    })
    expect((await server.send(importState, { id }, later)).data).toMatchObject({ counts: { new: 2 } })
    expect((await server.send(importRows, { id }, later)).data).toMatchObject({
      rows: [{ cells: ['A-1', '甲'] }, { cells: ['B-1', '乙'] }],
    })
    const run = await server.send(runImport, { id, mode: 'good_rows' }, later)
    await worked(server, later, (run.data as { taskId: number }).taskId)
    expect(await last(later)).toMatchObject({ imports: [{ id, status: 'done', ok: 2 }] })

    const person = await aPerson(server, who.tenantId, { permissions: ['*'] })
    const colleague = { ...who, token: await aSession(server, who.tenantId, person.id) }
    const unfinished = await begin(server, who, head, ['C-1', '丙', '', ''])
    expect((await last(who)).imports.map((item) => item.id)).toEqual([unfinished, id])
    // A colleague sees what was imported and by whom, but cannot open it.
    expect((await last(colleague)).imports).toMatchObject([
      { id, status: 'done', ok: 2, isOwn: false, userName: expect.stringMatching(/./) },
    ])
    expect(await server.send(importState, { id }, colleague)).toMatchObject({ data: { kind: 'not_found' } })
    const elsewhere = await aDesk(server)
    expect((await last(elsewhere)).imports).toEqual([])
  })

  test('that was imported before says so, and may continue anyway', async () => {
    const who = await aDesk(server)
    const bytes = await sheetOf(head, ['A-1', '甲', '', ''])
    const first = await beginWith(server, who, bytes)
    const unused = await beginWith(server, who, bytes)
    expect((await server.send(importState, { id: unused }, who)).data).toMatchObject({ sameFile: null })
    const run = async (id: number) => {
      const { data } = await server.send(runImport, { id, mode: 'good_rows' }, who)
      return worked(server, who, (data as { taskId: number }).taskId)
    }
    const begun = await server.send(runImport, { id: first, mode: 'good_rows' }, who)
    expect(await server.send(runImport, { id: unused, mode: 'good_rows' }, who)).toMatchObject({
      success: false,
      data: { kind: 'busy' },
    })
    await worked(server, who, (begun.data as { taskId: number }).taskId)
    const { importNo } = (await server.send(importState, { id: first }, who)).data as { importNo: string }
    const second = await beginWith(server, who, bytes)
    expect((await server.send(importState, { id: second }, who)).data).toMatchObject({
      sameFile: { id: first, importNo },
      counts: { update: 1 },
    })
    expect(await run(second)).toMatchObject({ status: 'done' })
    const other = await begin(server, who, head, ['A-1', '别的', '', ''])
    expect((await server.send(importState, { id: other }, who)).data).toMatchObject({ sameFile: null })
  })

  test('writes to the audit log what it changed of a customer, before and after, and nothing else', async () => {
    const who = await aDesk(server)
    await server.send(createCustomer, { ...facts, customerCode: 'OLD-1', phone: '138' }, who)
    const id = await begin(server, who, head, ['old-1', '新名', '', '138'])
    const run = await server.send(runImport, { id, mode: 'good_rows' }, who)
    await worked(server, who, (run.data as { taskId: number }).taskId)
    expect(
      await server.owner(
        `select object_no, before, after from audit_log where object_type = 'customer' and action = 'edit' and tenant_id = $1`,
        [who.tenantId],
        who.tenantId,
      ),
    ).toEqual([{ object_no: 'OLD-1', before: { customerName: '客户' }, after: { customerName: '新名' } }])
  })

  test('matches its columns in either language and order, and lets the user change the mapping', async () => {
    const who = await aDesk(server)
    const id = await begin(
      server,
      who,
      ['Phone', 'Kunde', 'Customer code', 'Extra'],
      ['138', 'Name', 'X-1', 'y'],
    )
    const state = (await server.send(importState, { id }, who)).data as { mapping: object; counts: object }
    expect(state.mapping).toEqual({ customerCode: 2, phone: 0 })
    expect(state.counts).toEqual({ error: 1 })
    const mapping = { customerCode: 2, customerName: 1 }
    expect(await server.send(mapImport, { id, mapping }, who)).toMatchObject({ success: true })
    expect((await server.send(importState, { id }, who)).data).toMatchObject({ counts: { new: 1 } })
  })

  test('remembers the column mapping for each user', async () => {
    const who = await aDesk(server)
    const first = await begin(server, who, ['Ref', 'Customer name'], ['X-1', 'Name'])
    await server.send(mapImport, { id: first, mapping: { customerCode: 0, customerName: 1 } }, who)
    const mappingOf = async (session: Session, id: number) =>
      ((await server.send(importState, { id }, session)).data as { mapping: object }).mapping
    const next = ['Phone', 'Customer name', 'Ref']
    expect(await mappingOf(who, await begin(server, who, next, ['', 'N', 'X-2']))).toEqual({
      customerCode: 2,
      customerName: 1,
      phone: 0,
    })
    const person = await aPerson(server, who.tenantId, { permissions: ['*'] })
    const colleague = { ...who, token: await aSession(server, who.tenantId, person.id) }
    expect(await mappingOf(colleague, await begin(server, colleague, next, ['', 'N', 'X-2']))).toEqual({
      customerName: 1,
      phone: 0,
    })
  })

  test('may come from the clipboard: cells with tabs and line breaks in quotes, up to the limit', async () => {
    const who = await aDesk(server)
    const paste = (pasted: string, also: { fileId?: number } = {}) =>
      server.send(startImport, { kind: 'customers', pasted, ...also }, who)
    const cells = `${head.join('\t')}\r\n007\t"甲\t""大""\n行"\t\t138\r\n\r\nB-1\t5" 管\t\t\r\n`
    const { id } = (await paste(cells)).data as { id: number }
    expect((await server.send(importState, { id }, who)).data).toMatchObject({
      counts: { new: 1, error: 1 },
      fileName: 'pasted.tsv',
    })
    expect((await server.send(importRows, { id }, who)).data).toMatchObject({
      rows: [
        { rowNo: 2, cells: ['007', '甲\t"大"\n行', '', '138'] },
        { rowNo: 4, cells: ['B-1', '5" 管'] },
      ],
    })
    for (const [bad, message] of [
      [head.join('\t'), 'The file contains no data rows'],
      ['a\t'.repeat(70), 'Up to 64 columns allowed'],
      ['x'.repeat(300_001), 'Too much content was pasted. Import a file instead.'],
      [`a\n${'b\n'.repeat(501)}`, 'Up to 500 rows allowed; the file has 501'],
    ] as const) {
      expect(await paste(bad)).toMatchObject({ success: false, message: expect.stringContaining(message) })
    }
    expect(await paste(cells, { fileId: 1 })).toMatchObject({ success: false })
    expect(await server.send(startImport, { kind: 'customers' }, who)).toMatchObject({ success: false })
  })

  test('of 500 rows is accepted, of 501 refused with the number', async () => {
    const who = await aDesk(server)
    const lines = (count: number) => Array.from({ length: count }, (_, i) => [`K-${i}`, `客户 ${i}`])
    expect(await begin(server, who, head, ...lines(500))).toBeGreaterThan(0)
    await expect(begin(server, who, head, ...lines(501))).rejects.toThrow(
      'Up to 500 rows allowed; the file has 501',
    )
    await expect(begin(server, who, head)).rejects.toThrow('The file contains no data rows')
  })

  test('is refused to users who could not do it by hand, and hidden from other users', async () => {
    const who = await aDesk(server, ['query:customer:view'])
    const kept = await upload(server, who, 'sheet', 'c.xlsx', await sheetOf(head, ['A-1', 'a']))
    const { fileId } = kept.data as { fileId: number }
    expect(await server.send(startImport, { kind: 'customers', fileId }, who)).toMatchObject({
      data: { kind: 'forbidden' },
    })
    const other = await aDesk(server)
    const colleague = await aUser(server, { tenantId: who.tenantId })
    for (const stranger of [other, colleague])
      expect(await server.send(startImport, { kind: 'customers', fileId }, stranger)).toMatchObject({
        success: false,
        data: { kind: 'not_found' },
      })
    const id = await begin(server, other, head, ['A-1', 'a'])
    const third = await aDesk(server)
    expect(await server.send(importState, { id }, third)).toMatchObject({ data: { kind: 'not_found' } })
  })

  test('still shows its failed rows after fifty other tasks', async () => {
    const who = await aDesk(server)
    const id = await begin(server, who, head, ['A-1', 'a'], ['A 2', 'b'])
    const run = await server.send(runImport, { id, mode: 'good_rows' }, who)
    await worked(server, who, (run.data as { taskId: number }).taskId)
    await server.owner(
      `insert into tasks (tenant_id, kind, input, created_by, request_id)
       select $1, 'print_sku_labels', '{}', $2, 'r' from generate_series(1, 60)`,
      [who.tenantId, who.id],
      who.tenantId,
    )
    expect((await server.send(myTasks, {}, who)).data).not.toContainEqual(
      expect.objectContaining({ kind: 'import' }),
    )
    const { data } = await server.send(importState, { id }, who)
    expect(data).toMatchObject({
      status: 'partial',
      task: { status: 'partly_done', failures: [{ no: '3' }] },
    })
    const { fileUrl } = (data as { task: TaskRow }).task
    const { rows } = await readTable(await fetched(server, fileUrl))
    expect(rows.map(({ cells }) => cells[0])).toEqual(['A 2'])
  })

  test('skips the example of its template and says so; with one letter changed it is imported', async () => {
    const who = await aDesk(server)
    const { data } = await server.send(
      importTemplate,
      { kind: 'customers' },
      { ...who, headers: { 'x-language': 'zh_CN' } },
    )
    const bytes = Buffer.from((data as { base64: string }).base64, 'base64')
    const kept = await upload(server, who, 'sheet', 't.xlsx', bytes)
    const started = await server.send(
      startImport,
      { kind: 'customers', fileId: (kept.data as { fileId: number }).fileId },
      who,
    )
    const { id } = started.data as { id: number }
    expect((await server.send(importState, { id }, who)).data).toMatchObject({ counts: { skip: 1 } })
    expect((await server.send(importRows, { id }, who)).data).toMatchObject({
      rows: [
        {
          rowNo: 2,
          verdict: 'skip',
          problems: [
            {
              column: null,
              message: 'The template’s example row is not imported',
              remedy: 'Nothing to do. If this is your own data, change any cell and import again.',
            },
          ],
        },
      ],
    })
    expect(await server.send(runImport, { id, mode: 'all_or_nothing' }, who)).toMatchObject({
      message: importText.noneGood.en_US,
    })

    const { heads, rows } = await readTable(bytes)
    const example = rows[0]?.cells ?? []
    const mixed = await begin(server, who, heads, example, [`${example[0]}B`, ...example.slice(1)], example)
    expect((await server.send(importState, { id: mixed }, who)).data).toMatchObject({
      counts: { skip: 2, new: 1 },
    })
    const run = await server.send(runImport, { id: mixed, mode: 'all_or_nothing' }, who)
    await worked(server, who, (run.data as { taskId: number }).taskId)
    expect((await server.send(importState, { id: mixed }, who)).data).toMatchObject({
      status: 'done',
      ok: 1,
      failed: 0,
    })
    expect((await server.send(listCustomers, {}, who)).data).toMatchObject({
      rows: [{ customerCode: 'ACME-01B' }],
    })
  })
})

const facts = { ...blankCustomer, customerName: '客户' }

describe('an exported list', async () => {
  const server = await startTestServer()

  test('holds the filtered rows with the visible columns, and keeps leading zeros', async () => {
    const who = await aDesk(server)
    for (const [customerCode, customerName] of [
      ['007', '=1+1'],
      ['12345678901234567890', '长号'],
      ['OFF', '停用的'],
    ] as const) {
      await server.send(createCustomer, { ...facts, customerCode, customerName }, who)
    }
    for (const format of ['xlsx', 'csv'] as const) {
      const started = await server.send(
        exportList,
        {
          list: 'customers',
          filters: { search: '0', sort: 'customerCode', order: 'asc' },
          columns: ['customerName', 'customerCode', 'creditLimit', 'isEnabled'],
          format,
        },
        who,
      )
      const task = await worked(server, who, (started.data as { taskId: number }).taskId)
      expect(task).toMatchObject({ status: 'done', message: '2 rows exported', done: 2, total: 2 })
      const bytes = await fetched(server, task.fileUrl)
      if (format === 'csv') {
        expect(bytes.toString()).toBe(
          "\uFEFFCustomer name,Customer code,Credit limit,Status\r\n'=1+1,007,0,Enabled\r\n长号,12345678901234567890,0,Enabled\r\n",
        )
      } else {
        const { heads, rows } = await readTable(bytes)
        expect(heads).toEqual(['Customer name', 'Customer code', 'Credit limit', 'Status'])
        expect(rows.map(({ cells }) => cells)).toEqual([
          ['=1+1', '007', '0', 'Enabled'],
          ['长号', '12345678901234567890', '0', 'Enabled'],
        ])
      }
    }
  })

  test.each(['xlsx', 'csv'] as const)(
    'is readable only by the server while it is written (%s)',
    async (format) => {
      const folder = mkdtempSync(join(tmpdir(), 'tallyhouse-modes-'))
      onTestFinished(() => rmSync(folder, { recursive: true }))
      const store = folderStore(folder, console)
      const modes: number[] = []
      const put: typeof store.put = (key, content) => {
        if ('path' in content) modes.push(statSync(content.path).mode & 0o777)
        return store.put(key, content)
      }
      const watched = await startTestServer({ store: { ...store, put } })
      const who = await aDesk(watched)
      const input = { list: 'customers', filters: {}, columns: ['customerCode'], format }
      const started = await watched.send(exportList, input, who)
      await worked(watched, who, (started.data as { taskId: number }).taskId)
      expect(modes).toEqual([0o600])
    },
  )

  test('is named after the list, the warehouse time and the warehouse code, and its headers name units and time zone', async () => {
    const tenantId = await aTenant(server, { zone: 'Pacific/Kiritimati' })
    const person = await aPerson(server, tenantId)
    const who = {
      token: await aSession(server, tenantId, person.id),
      headers: { 'x-language': 'zh_CN', 'x-timezone': 'America/New_York' },
    }
    await server.owner(`update warehouses set warehouse_code = 'WH-01'`, [], tenantId)
    const minuteThere = async () =>
      (
        await server.owner<{ minute: string }>(
          `select to_char(business_now() at time zone 'Pacific/Kiritimati', 'YYYYMMDD_HH24MI') as minute`,
        )
      )[0]?.minute
    const heads: Record<string, string[]> = {
      locations: ['库位编码', '长 (cm)', '宽 (cm)', '高 (cm)', '承重 (kg)'],
      products: ['SKU', '申报尺寸 (cm)', '申报重量 (kg)', '创建时间 (America/New_York)'],
    }
    const columns: Record<string, string[]> = {
      locations: ['locationCode', 'length', 'width', 'height', 'maxWeight'],
      products: ['sku', 'declaredSize', 'declaredWeight', 'createdAt'],
    }
    for (const list of ['locations', 'products']) {
      const input = { list, filters: {}, columns: columns[list] ?? [], format: 'csv' as const }
      const before = await minuteThere()
      const started = await server.send(exportList, input, who)
      const task = await worked(server, who, (started.data as { taskId: number }).taskId)
      const file = await server.server.http.inject({ url: task.fileUrl ?? '' })
      expect([before, await minuteThere()].map((minute) => `${list}_${minute}_WH-01.csv`)).toContain(
        /filename\*=UTF-8''(.*)$/.exec(String(file.headers['content-disposition']))?.[1],
      )
      expect(file.body).toBe(`\uFEFF${heads[list]?.join(',')}\r\n`)
    }
  })

  test('is refused upfront when more rows match than fit, or fails with the same message while running', async () => {
    const who = await aDesk(server)
    for (const customerCode of ['A', 'B', 'C'])
      await server.send(createCustomer, { ...facts, customerCode }, who)
    const words = fill(listText.tooManyToExport, { count: 3, max: 2 })
    expect(words.en_US).toBe(
      '3 records match, but a file can hold up to 2. Narrow the filters and export again.',
    )
    const input = { list: 'customers', filters: {}, columns: ['customerCode'], format: 'csv' as const }
    const person = {
      tenantId: who.tenantId,
      accountId: who.id,
      permissions: ['*'],
      language: 'en_US',
      zone: 'UTC',
      requestId: 'r',
      loginAccount: 'a',
      ip: '',
    } as unknown as Parameters<ReturnType<typeof startExport>>[1]
    const start = (max: number) =>
      server.database.write(who.tenantId, (tx) => startExport(listSources, () => {}, max)(tx, person, input))
    await expect(start(2)).rejects.toMatchObject({ text: words })
    await expect(start(3)).resolves.toMatchObject({ taskId: expect.any(Number) })

    const reports: [number, number][] = []
    const run = (sources: ListSources, max: number) => {
      reports.length = 0
      const place = async () => ({ warehouseCode: 'W', minute: 'M', units: { side: '', weight: '' } })
      return exportTask(
        sources,
        (_, value) => value,
        place,
        max,
      )({
        input: { ...input, asked: { sort: 'customerCode', order: 'asc' }, who: person } as never,
        read: (read) => server.database.read(who.tenantId, read),
        snapshot: (read) => server.database.snapshot(who.tenantId, read),
        progress: async (done, total) => {
          reports.push([done, total])
          return { isCancelAsked: false }
        },
      } as Work<never>)
    }
    expect(await run(listSources, 2)).toEqual({ end: 'fail', message: words })
    expect(await run(listSources, 3)).toMatchObject({ file: { name: 'customers_M_W.csv' } })
    expect(reports).toEqual([[3, 3]])

    // A list that counts only up to two claims no total smaller than what is written.
    const { customers } = listSources
    if (!customers) throw new Error('no list of customers')
    const counted = {
      customers: {
        ...customers,
        rows: async (...given: Parameters<typeof customers.rows>) => ({
          ...(await customers.rows(...given)),
          total: 2,
        }),
      },
    }
    expect(await run(counted, 2)).toEqual({ end: 'fail', message: words })
    expect(await run(counted, 3)).toMatchObject({ message: { en_US: '3 rows exported' } })
    expect(reports).toEqual([[3, 0]])
  })

  test('leaves no file on disk when the list fails midway', async () => {
    const who = await aDesk(server)
    const folder = mkdtempSync(join(tmpdir(), 'tallyhouse-broken-'))
    vi.stubEnv('TMPDIR', folder)
    const { customers } = listSources
    if (!customers) throw new Error('no list of customers')
    const broken = { customers: { ...customers, rows: () => Promise.reject(new Error('the line was cut')) } }
    const place = async () => ({ warehouseCode: 'W', minute: 'M', units: { side: '', weight: '' } })
    for (const format of ['csv', 'xlsx'])
      await expect(
        exportTask(
          broken,
          (_, value) => value,
          place,
        )({
          input: { list: 'customers', asked: {}, columns: ['customerCode'], format, who } as never,
          read: (read) => server.database.read(who.tenantId, read),
          snapshot: (read) => server.database.snapshot(who.tenantId, read),
        } as Work<never>),
      ).rejects.toThrow('the line was cut')
    expect(readdirSync(folder)).toEqual([])
    vi.unstubAllEnvs()
    rmSync(folder, { recursive: true })
  })

  test('leaves no file on disk when the store rejects it', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tallyhouse-broken-'))
    const full = () => Promise.reject(new Error('the store is full'))
    const testServer = await startTestServer({ store: { ...folderStore(folder, console), put: full } })
    const who = await aDesk(testServer)
    vi.stubEnv('TMPDIR', folder)
    const input = { list: 'customers', filters: {}, columns: ['customerCode'], format: 'csv' as const }
    expect(await testServer.send(exportList, input, who)).toMatchObject({ success: true })
    const workers = await openWorkers({
      ...{
        at: testServer.at.app,
        database: testServer.database,
        files: testServer.files,
        log: testServer.log,
      },
      ...{ kinds: taskKinds(testServer.files), crontab: '', clock: {}, jobs: {} },
    })
    await expect
      .poll(() => testServer.lines.some((line) => line.includes('the store is full')), { timeout: 20_000 })
      .toBe(true)
    await workers.stop()
    vi.unstubAllEnvs()
    expect(readdirSync(folder)).toEqual([])
    rmSync(folder, { recursive: true })
  })

  test('needs the permission to see the list, and for money the permission to export it', async () => {
    const who = await aDesk(server, ['query:stock:view'])
    const ask = { list: 'customers', filters: {}, columns: ['customerCode'], format: 'csv' as const }
    expect(await server.send(exportList, ask, who)).toMatchObject({ data: { kind: 'forbidden' } })
    expect(await server.send(exportList, { ...ask, list: 'nothing' }, who)).toMatchObject({
      data: { kind: 'not_found' },
    })
    const sees = await aDesk(server, ['query:customer:view', 'query:credit:view'])
    const started = await server.send(exportList, { ...ask, columns: ['customerCode', 'creditLimit'] }, sees)
    const task = await worked(server, sees, (started.data as { taskId: number }).taskId)
    expect((await fetched(server, task.fileUrl)).toString()).toBe('\uFEFFCustomer code\r\n')
    expect(task.message).toBe(
      '0 rows exported without Credit limit: you don’t have the “Export customer money” permission',
    )
  })
})

describe('an uploaded file', async () => {
  const server = await startTestServer()
  const who = await aDesk(server)

  test.each([
    ['image', 'a.svg', 10, 'Only .gif .png .jpg .jpeg files are supported'],
    ['image', 'a.png', 2 * 1024 * 1024 + 1, 'Image exceeds size limit'],
    ['sheet', 'a.csv', 10, 'Only .xls .xlsx files are supported'],
    ['sheet', 'a.xlsx', 20 * 1024 * 1024 + 1, 'The file must not be larger than 20 MB'],
    ['zip', 'a.zip', 5 * 1024 * 1024 + 1, 'The file must not be larger than 5 MB'],
    ['attachment', 'a.exe', 10, 'Only .rar .zip .doc .docx .pdf .jpg .jpeg files are supported'],
    ['attachment', 'a.pdf', 10 * 1024 * 1024 + 1, 'The file must not be larger than 10 MB'],
  ] as const)(
    'as %s named %s of %i bytes is refused before a byte is sent',
    async (purpose, fileName, size, words) => {
      const answer = await server.send(beginUpload, { purpose, fileName, size }, who)
      expect(answer.success).toBe(false)
      expect(answer.message).toContain(words)
    },
  )

  test('is identified by its content, not its name', async () => {
    const html = Buffer.from('<html><script>alert(1)</script></html>')
    expect(await upload(server, who, 'image', 'a.png', html)).toMatchObject({
      success: false,
      message: uploadText.notWhatItSays.en_US,
    })
    const torn = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(40)])
    expect(await upload(server, who, 'image', 'a.png', torn)).toMatchObject({ success: false })
  })
})
