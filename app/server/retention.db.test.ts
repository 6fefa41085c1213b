import { existsSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeXlsx } from 'hucre/xlsx'
import { sql } from 'kysely'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { startImport } from '../../platform/imports/contract.ts'
import { aUser, startTestServer } from '../../testing/test-server.ts'
import { uploadedId } from '../../testing/upload.ts'
import { atNight, worked } from '../../testing/work.ts'
import { removeLogo, setLogo } from '../../warehouse/logos/contract.ts'
import { checkBooks } from '../contract.ts'
import { sealCheck } from './seals.ts'

const server = await startTestServer()

async function aDesk() {
  const user = await aUser(server)
  const asOwner = <R extends object>(text: string, values: unknown[] = []) =>
    server.owner<R>(text, values, user.tenantId)
  return { ...user, asOwner }
}
type Desk = Awaited<ReturnType<typeof aDesk>>

/** Audit log entries, this many months and days ago. */
const audited = ({ asOwner, tenantId, id }: Desk, ago: string, many: number) =>
  asOwner(
    `insert into audit_log (tenant_id, at, account_id, login_account, ip, request_id, action, object_type, object_id, object_no)
     select $1, date_trunc('day', now(), 'UTC') - $2::interval + n * interval '1 second', $3, 'x', '', '', 'edit', 'stock', 1, $5
     from generate_series(1, $4::int) n`,
    [tenantId, ago, id, many, ago],
  )
const agesOf = async ({ asOwner }: Desk) =>
  (
    await asOwner<{ ago: string; many: number }>(
      `select object_no as ago, count(*)::int as many from audit_log where object_type = 'stock' group by 1 order by 1`,
    )
  ).map(({ ago, many }) => [ago, many])

test('events are kept for 90 days', async () => {
  const desk = await aDesk()
  await desk.asOwner(
    `insert into events (tenant_id, kind, object_type, object_id, request_id, at)
     select $1, 'x', 'x', n, 'r', now() - case when n <= 2500 then interval '91 days' else interval '89 days' end
     from generate_series(1, 2600) n`,
    [desk.tenantId],
  )
  await atNight(server, 'delete_old')
  expect(await desk.asOwner(`select 1 from events where kind = 'x'`)).toHaveLength(100)
})

test('the audit log is kept for 24 months, and the rest can still be verified', async () => {
  const desk = await aDesk()
  await audited(desk, '25 months', 1500)
  await audited(desk, '24 months 2 days', 3)
  await audited(desk, '23 months 20 days', 3)
  await atNight(server, 'check_books')
  await atNight(server, 'delete_old')
  expect(await agesOf(desk)).toEqual([['23 months 20 days', 3]])
  const seals = await desk.asOwner(
    `select expired_at is not null as "isExpired" from audit_seals where ledger = 'audit_log' order by day`,
  )
  expect(seals).toEqual([{ isExpired: true }, { isExpired: true }, { isExpired: false }])

  const hits = () => server.database.read(desk.tenantId, (db) => sealCheck.hits(db, desk.tenantId))
  expect(await hits()).toEqual([])
  // The rest is still checked against its seal, and that one against the expired ones before it.
  await desk.asOwner(`update audit_log set reason = 'changed' where object_type = 'stock'`)
  expect(await hits()).toHaveLength(1)
  await desk.asOwner(`update audit_log set reason = null where object_type = 'stock'`)
  expect(await hits()).toEqual([])
  await desk.asOwner(
    `update audit_seals set digest = sha256('x') where ledger = 'audit_log' and expired_at is not null`,
  )
  expect(await hits()).toHaveLength(1)
})

test('a day of the audit log that is half deleted when the server stops is no false alarm', async () => {
  const desk = await aDesk()
  await audited(desk, '25 months', 30)
  await audited(desk, '1 month', 3)
  await atNight(server, 'check_books')
  await desk.asOwner('select wms.delete_old_audit(10)')
  expect(await agesOf(desk)).toEqual([
    ['1 month', 3],
    ['25 months', 20],
  ])
  expect(await server.database.read(desk.tenantId, (db) => sealCheck.hits(db, desk.tenantId))).toEqual([])
  await atNight(server, 'check_books')
  await atNight(server, 'delete_old')
  expect(await agesOf(desk)).toEqual([['1 month', 3]])
})

test('an audit log that does not match its seals, or has none, is not deleted', async () => {
  const [changed, unsealed] = [await aDesk(), await aDesk()]
  await audited(changed, '25 months', 3)
  await atNight(server, 'check_books')
  await changed.asOwner(`update audit_log set reason = 'changed' where object_type = 'stock'`)
  await atNight(server, 'check_books')
  await audited(unsealed, '26 months', 2)
  await atNight(server, 'delete_old')
  expect(await agesOf(changed)).toEqual([['25 months', 3]])
  expect(await agesOf(unsealed)).toEqual([['26 months', 2]])
})

test('the server deletes nothing younger, whatever it requests', async () => {
  const desk = await aDesk()
  await audited(desk, '23 months', 3)
  await atNight(server, 'check_books')
  for (const statement of [
    'select wms.delete_old_audit(1000)',
    'select wms.delete_old_events(1000)',
    'select wms.delete_old_files(0, 1000)',
  ])
    await server.database.write(desk.tenantId, (tx) => sql.raw(statement).execute(tx))
  expect(await agesOf(desk)).toEqual([['23 months', 3]])
})

const sheetOf = (code: string) =>
  writeXlsx({
    sheets: [
      {
        name: 'x',
        rows: [
          ['客户代码 *', '客户名称 *'],
          [code, '甲'],
        ],
      },
    ],
  })
const age = ({ asOwner }: Desk, id: number, by: string) =>
  asOwner('update files set created_at = now() - $2::interval where id = $1', [id, by])
const placeOf = async ({ asOwner }: Desk, id: number) => {
  const [file] = await asOwner<{ key: string }>('select storage_key as key from files where id = $1', [id])
  return file ? join(server.folder, file.key.slice(0, 2), file.key) : ''
}

test('a logo stays as long as the company shows it', async () => {
  const desk = await aDesk()
  const red = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  const put = async (slot: 'company' | 'oms') => {
    const fileId = await uploadedId(server, desk, 'image', 'logo.png', red)
    expect(await server.send(setLogo, { slot, fileId }, desk)).toMatchObject({ success: true })
    await desk.asOwner(`update files set created_at = now() - interval '8 days'`)
  }
  await put('company')
  await put('oms')
  await atNight(server, 'delete_old')
  const kept = () => desk.asOwner(`select file_name as name from files order by 1`)
  expect(await kept()).toEqual([{ name: 'company-logo.png' }, { name: 'oms-logo.png' }])
  expect(await server.send(removeLogo, { slot: 'oms' }, desk)).toMatchObject({ success: true })
  await atNight(server, 'delete_old')
  expect(await kept()).toEqual([{ name: 'company-logo.png' }])
})

test('unreferenced uploads are deleted after 7 days; used and younger ones stay', async () => {
  const desk = await aDesk()
  const [unused, used, young] = [
    await uploadedId(server, desk, 'sheet', 'a.xlsx', await sheetOf('A')),
    await uploadedId(server, desk, 'sheet', 'b.xlsx', await sheetOf('B')),
    await uploadedId(server, desk, 'sheet', 'c.xlsx', await sheetOf('C')),
  ]
  expect(await server.send(startImport, { kind: 'customers', fileId: used }, desk)).toMatchObject({
    success: true,
  })
  for (const id of [unused, used]) await age(desk, id, '8 days')
  await age(desk, young, '6 days')
  const [gone, ...left] = await Promise.all([unused, used, young].map((id) => placeOf(desk, id)))
  await atNight(server, 'delete_old')
  const rows = await desk.asOwner<{ id: string }>('select id from files order by id')
  expect(rows.map(({ id }) => Number(id))).toEqual([used, young])
  expect([gone, ...left].map((path) => existsSync(path ?? ''))).toEqual([false, true, true])
})

test('task results are deleted after 30 days, and the task keeps its message', async () => {
  const desk = await aDesk()
  const started = async () => (await server.done(checkBooks, {}, desk)).taskId
  const [old, young] = [await started(), await started()]
  for (const id of [old, young]) await worked(server, desk, id)
  const fileOf = async (id: number) => {
    const [task] = await desk.asOwner<{ file: string | null; message: object }>(
      'select file_id as file, message from tasks where id = $1',
      [id],
    )
    return { file: task?.file ? Number(task.file) : null, message: task?.message }
  }
  const [oldFile, youngFile] = [(await fileOf(old)).file, (await fileOf(young)).file]
  await age(desk, Number(oldFile), '31 days')
  await age(desk, Number(youngFile), '29 days')
  const path = await placeOf(desk, Number(oldFile))
  await atNight(server, 'delete_old')
  expect(await fileOf(old)).toEqual({
    file: null,
    message: expect.objectContaining({ en_US: expect.any(String) }),
  })
  expect((await fileOf(young)).file).toBe(youngFile)
  expect(existsSync(path)).toBe(false)
})

test('stored files without a row are deleted after a week; files of any company stay', async () => {
  const closed = await aDesk()
  const kept = await uploadedId(server, closed, 'sheet', 'a.xlsx', await sheetOf('A'))
  const keptPath = await placeOf(closed, kept)
  await server.owner(`update tenants set status = 'closed' where id = $1`, [closed.tenantId])
  const stray = (name: string, days: number) => {
    const folder = join(server.folder, name.slice(0, 2))
    mkdirSync(folder, { recursive: true })
    const path = join(folder, name)
    writeFileSync(path, 'stray')
    const then = Date.now() / 1000 - days * 86_400
    utimesSync(path, then, then)
    return path
  }
  const [old, young, other] = [stray('0a'.repeat(16), 8), stray('0b'.repeat(16), 6), stray('notes.txt', 8)]
  const then = Date.now() / 1000 - 8 * 86_400
  utimesSync(keptPath, then, then)
  await atNight(server, 'sweep_files')
  expect([old, young, other, keptPath].map((path) => existsSync(path))).toEqual([false, true, true, true])
})
