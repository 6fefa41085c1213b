import { expect, test } from 'vitest'
import { openDatabase } from '../../platform/database/server/db.ts'
import { importStates } from '../../platform/imports/imports.ts'
import { taskStates } from '../../platform/tasks/tasks.ts'
import { stepsOf } from '../../platform/text/state-machine.ts'
import { aDatabase } from '../../testing/database.ts'
import { aPerson, aSession, aTenant, startTestServer } from '../../testing/test-server.ts'
import { bookChecks, filesCheck } from './book-checks.ts'
import { slices } from './slices.ts'

const server = await startTestServer()
const tenantId = await aTenant(server)
const hitsOf = async (code: string, db = server) => {
  const check = bookChecks.find((bookCheck) => bookCheck.code === code)
  if (!check) throw new Error(`no check ${code}`)
  return (await db.database.read(tenantId, (read) => check.hits(read, tenantId))).map((hit) => hit.what)
}

test('the ledgers of a new installation are clean', async () => {
  for (const { code } of bookChecks) expect([code, await hitsOf(code)]).toEqual([code, []])
})

test('every check has a code of its own, under which its result is stored', () => {
  const codes = [...bookChecks, filesCheck(server.files)].map(({ code }) => code)
  expect(codes.filter((code, i) => codes.indexOf(code) !== i)).toEqual([])
})

test('the auditor’s role, which may only read, can run every check', async () => {
  const auditor = openDatabase(server.at.auditor, 'auditor', { max: 1 })
  try {
    for (const { code, hits } of bookChecks)
      expect([code, await auditor.read(tenantId, (db) => hits(db, tenantId))]).toEqual([code, []])
  } finally {
    await auditor.close()
  }
})

test.each([
  ['row security', 'create table wms.sabotage (tenant_id bigint)', 'sabotage'],
  [
    'references',
    `create table wms.sabotage (tenant_id bigint, account_id bigint constraint loose references wms.accounts (id))`,
    'loose',
  ],
  [
    'unique indexes',
    'create table wms.sabotage (tenant_id bigint, code text constraint loose unique)',
    'loose',
  ],
  ['append-only', 'grant update on wms.audit_log to tally_app', 'audit_log UPDATE'],
  ['append-only', 'grant update on wms.stock to tally_app', 'stock UPDATE'],
  ['append-only', 'grant insert on wms.stock_flows to tally_app', 'stock_flows INSERT'],
  ['append-only', 'grant update on wms.customer_accounts to tally_app', 'customer_accounts UPDATE'],
  ['append-only', 'grant insert on wms.balance_flows to tally_app', 'balance_flows INSERT'],
  ['row security', 'alter table wms.stock_flows no force row level security', 'stock_flows'],
])('the check "%s" reports a violation', async (code, sabotage, expected) => {
  const scratch = await aDatabase()
  await scratch.owner(sabotage)
  expect((await hitsOf(code, { ...server, ...scratch })).map((what) => what.replace('wms.', ''))).toEqual([
    expected,
  ])
})

test('the file check says for each file whether it is missing or damaged, and where', async () => {
  const who = { tenantId, accountId: (await aPerson(server, tenantId)).id }
  const kept = (name: string) =>
    server.database.write(tenantId, (tx) =>
      server.files.keep(tx, who, { name, mime: 'text/plain', bytes: Buffer.from(name) }),
    )
  const [whole, gone, damaged] = [await kept('whole'), await kept('gone'), await kept('damaged')]
  const keys = await server.owner<{ id: string; storage_key: string }>(
    'select id, storage_key from files',
    [],
    tenantId,
  )
  const keyOf = (id: number) => keys.find((key) => Number(key.id) === id)?.storage_key ?? ''
  await server.files.remove(keyOf(gone))
  await server.owner('update files set size = size + 1 where id = $1', [damaged], tenantId)
  const results = async (files: typeof server.files) =>
    (await server.database.read(tenantId, (db) => filesCheck(files).hits(db, tenantId))).map(
      ({ what }) => what,
    )
  expect(keyOf(whole)).not.toBe('')
  expect(await results(server.files)).toEqual([
    `file ${gone}: not on this server`,
    `file ${damaged}: damaged on this server`,
  ])
  expect(await results({ ...server.files, isShared: true })).toEqual([
    `file ${gone}: not in the bucket`,
    `file ${damaged}: damaged in the bucket`,
  ])
  await server.owner('delete from files', [], tenantId)
})

test('the check "answers" reports a command that was stored without its response', async () => {
  const person = await aPerson(server, tenantId)
  await server.owner(
    `insert into idempotency (tenant_id, actor_id, key, route, request_hash) values ($1, $2, 'a-key-of-16-chars', '/x', '')`,
    [tenantId, person.id],
    tenantId,
  )
  expect(await hitsOf('answers')).toEqual([`${tenantId}/a-key-of-16-chars`])
  await server.owner('delete from idempotency', [], tenantId)
})

test('the check "sessions" reports a disabled user who is still logged in', async () => {
  const person = await aPerson(server, tenantId)
  await aSession(server, tenantId, person.id)
  await server.owner('update accounts set is_enabled = false where id = $1', [person.id])
  expect(await hitsOf('sessions')).toEqual([person.loginAccount])
})

test('the check "products" reports a search term of no product and a product without its barcode', async () => {
  await server.owner(
    `insert into product_words (tenant_id, word, product_id) values ($1, 'stray', 999999)`,
    [tenantId],
    tenantId,
  )
  await server.owner(
    `with owner as (
       insert into customers (tenant_id, customer_code, customer_name, search_line) values ($1, 'C', 'C', 'c') returning tenant_id, id)
     insert into products (tenant_id, customer_id, sku, name_en, search_line) select tenant_id, id, 'BARE', 'x', 'x' from owner`,
    [tenantId],
    tenantId,
  )
  expect((await hitsOf('products')).sort()).toEqual(['BARE', 'stray'])
})

test('page, server and database allow the same transitions', async () => {
  const machines = [taskStates, importStates, ...slices.flatMap((slice) => slice.machines ?? [])]
  const rows = await server.owner<{ machine: string; from_state: string; to_state: string }>(
    'select machine, from_state, to_state from state_steps',
  )
  const inDatabase = rows.map((row) => `${row.machine}: ${row.from_state} > ${row.to_state}`).sort()
  const inCode = machines
    .flatMap(stepsOf)
    .map((step) => `${step.machine}: ${step.fromState} > ${step.toState}`)
  expect(inDatabase).toEqual(inCode.sort())
})

test('a transition that no machine allows is refused by the database', async () => {
  const person = await aPerson(server, tenantId)
  const insert = `insert into tasks (tenant_id, kind, input, status, created_by, request_id) values ($1, 'x', '{}', $2, $3, 'r') returning id`
  await expect(server.owner(insert, [tenantId, 'done', person.id], tenantId)).rejects.toMatchObject({
    constraint: 'state_step',
  })
  const [task] = await server.owner<{ id: string }>(insert, [tenantId, 'waiting', person.id], tenantId)
  const leap = server.owner(`update tasks set status = 'done' where id = $1`, [task?.id], tenantId)
  await expect(leap).rejects.toMatchObject({ constraint: 'state_step' })
})
