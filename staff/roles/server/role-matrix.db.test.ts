import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { importKinds, listSources } from '../../../app/server/slices.ts'
import type { Call } from '../../../platform/calls/call.ts'
import { importTemplate } from '../../../platform/imports/contract.ts'
import { exportList } from '../../../platform/lists/lists.ts'
import { exampleOf } from '../../../testing/example-input.ts'
import { shareOf } from '../../../testing/random.ts'
import { aPerson, aSession, aTenant, startTestServer } from '../../../testing/test-server.ts'
import { isRight } from '../rights.ts'
import { seedRoles } from './seed-roles.ts'

/** The letters of the table below; C is a customer's account. */
const roles = {
  O: 'owner',
  M: 'manager',
  R: 'receiver',
  P: 'picker',
  K: 'packer',
  S: 'stock_controller',
  B: 'biller',
  D: 'service_desk',
  V: 'read_only',
  C: 'customer',
} as const
type Letter = keyof typeof roles
const letters = Object.keys(roles) as Letter[]

/** The three versions by their columns: standard, satellite, and none. */
const versions = ['standard', 'satellite', null] as const

/**
 * Who may call, export and import what, written by hand from the role table in the access.txt of each folder:
 * one line each. Roles that are not listed are refused. `everyone` needs no login. The last three letters are
 * the versions in which it can be called: standard, satellite, none; a dot is a version that closes it.
 */
const table = readdirSync('.')
  .map((folder) => `${folder}/access.txt`)
  .filter((file) => existsSync(file))
  .flatMap((file) => readFileSync(file, 'utf8').trim().split('\n'))
  .map((line, place) => {
    const [, what = '', who = '', versions = ''] = /^(\S+(?: \S+)?) {2,}(\S+) {2,}(.+)$/.exec(line) ?? []
    return { what, who, place, open: versions.split(' ').map((letter) => letter !== '.') }
  })
const lines = table
  .filter(({ what }) => !what.includes(' '))
  .map(({ what, ...line }) => ({ path: what, ...line }))
const sheetLines = table
  .filter(({ what }) => what.includes(' '))
  .map(({ what, ...line }) => {
    const [way = '', name = ''] = what.split(' ')
    return { way, name, ...line }
  })

const server = await startTestServer()
// The examples use rows with the id 1; those belong to a company that no test user works for.
await aPerson(server, await aTenant(server))
const tenants = await Promise.all(versions.map((version) => aTenant(server, { version })))
await seedRoles(server.at.owner)

const people = await Promise.all(
  tenants.flatMap((tenantId, column) =>
    letters.map(async (letter) => {
      const id = await aHolder(tenantId, letter)
      return { tenantId, column, letter, id, token: await aSession(server, tenantId, id) }
    }),
  ),
)

/** A user with one of the default roles. A customer may have any: it grants nothing. */
async function aHolder(tenantId: number, letter: Letter) {
  const { id } = await aPerson(server, tenantId, { kind: letter === 'C' ? 'customer' : 'staff' })
  await server.owner('delete from account_roles where account_id = $1', [id], tenantId)
  await server.owner(
    `insert into account_roles (tenant_id, account_id, role_id)
     select $1, $2, id from roles where tenant_id = $1 and code = $3`,
    [tenantId, id, letter === 'C' ? 'owner' : roles[letter]],
    tenantId,
  )
  return id
}

/** Whether the call passes all checks, whatever its own result. */
async function isLetIn(call: Call, token: string | undefined, input: object = exampleOf(call)) {
  const isGet = call.method === 'GET'
  const answer = await server.server.http.inject({
    method: call.method,
    url: call.path,
    ...(isGet ? { query: asText(input) } : { payload: input }),
    headers: token ? { 'x-access-token': token } : {},
  })
  expect(answer.statusCode, answer.body).toBeLessThan(500)
  if (!String(answer.headers['content-type']).startsWith('application/json')) return true
  const { code, data } = answer.json()
  // One of the public calls responds to a wrong code as to a lost session.
  expect(token !== undefined && code === 2, 'the session is over').toBe(false)
  return data?.kind !== 'forbidden' && answer.statusCode !== 401
}

/**
 * The roles of a line are let in, in its versions, and no other. A sample tries every role in one version and the owner
 * in all.
 */
async function onlyThese(
  { who, open, place }: Pick<(typeof table)[number], 'who' | 'open' | 'place'>,
  isIn: (person: (typeof people)[number]) => Promise<boolean>,
) {
  const full = shareOf(versions, place, versions.length)
  const asked = people.filter(
    ({ column, letter }) => letter === 'O' || full.includes(versions[column] ?? null),
  )
  const answers = await Promise.all(asked.map(async (person) => ({ ...person, isIn: await isIn(person) })))
  const inVersion = (column: number) => answers.filter((person) => person.column === column)
  expect(
    versions.map((_, column) =>
      inVersion(column)
        .map(({ letter, isIn }) => (isIn ? letter : ''))
        .join(''),
    ),
  ).toEqual(
    open.map((isOpen, column) =>
      inVersion(column)
        .map(({ letter }) => (isOpen && who.includes(letter) ? letter : ''))
        .join(''),
    ),
  )
}

const asText = (input: object) =>
  Object.fromEntries(Object.entries(input).map(([key, value]) => [key, String(value)]))

test('every call of the product is in the table, and no other', () => {
  const paths: string[] = server.server.calls.map((call) => call.path)
  expect(lines.map(({ path }) => path).sort()).toEqual(paths.sort())
})

test('every permission that a call needs can be granted', () => {
  const input = server.server.calls.map((call) => call.permission)
  const rights = input.filter((permission) => permission !== 'public' && permission !== 'signed_in')
  expect(rights.length).toBeGreaterThan(10)
  expect(rights.filter((permission) => !isRight(permission))).toEqual([])
})

test('the users of the table have the permissions of their roles', async () => {
  const rows = await server.owner<{ account_id: string; code: string }>(
    `select ar.account_id, r.code from account_roles ar join roles r on r.tenant_id = ar.tenant_id and r.id = ar.role_id`,
    [],
    tenants[0],
  )
  const held = new Map(rows.map((row) => [Number(row.account_id), row.code]))
  const here = people.filter(({ column, letter }) => column === 0 && letter !== 'C')
  expect(here.map(({ id }) => held.get(id))).toEqual(here.map(({ letter }) => roles[letter]))
})

test.each(lines)('$path is for $who', async ({ path, who, open, place }) => {
  const call = server.server.calls.find((call) => call.path === path)
  if (!call) throw new Error(`nothing answers ${path}`)
  if (who === 'everyone') {
    expect(await isLetIn(call, undefined)).toBe(true)
    return
  }
  expect(await isLetIn(call, undefined), 'nobody').toBe(false)
  await onlyThese({ who, open, place }, async ({ tenantId, id, token }) =>
    isLetIn(call, call.path.endsWith('/logout') ? await aSession(server, tenantId, id) : token),
  )
})

/** Exports and imports are one call each; the permission depends on what is exported or imported. */
test('every list and every kind of sheet stands in its table', () => {
  const named = (way: string) =>
    sheetLines.filter((sheetLine) => sheetLine.way === way).map(({ name }) => name)
  expect(named('export').sort()).toEqual(Object.keys(listSources).sort())
  expect(named('import').sort()).toEqual(Object.keys(importKinds).sort())
})

const askFor = (way: string, name: string, token: string) => {
  if (way === 'import') return isLetIn(importTemplate, token, { kind: name })
  const columns = listSources[name]?.columns.slice(0, 1).map(({ key }) => key) ?? []
  return isLetIn(exportList, token, { list: name, filters: {}, columns, format: 'csv' })
}

test.each(sheetLines)('$way of $name is for $who', async ({ way, name, ...line }) => {
  await onlyThese(line, ({ token }) => askFor(way, name, token))
})

test('reading the audit log does not include exporting it', async () => {
  const tenantId = await aTenant(server)
  const token = async (permissions: string[]) =>
    aSession(server, tenantId, (await aPerson(server, tenantId, { permissions })).id)
  expect(await askFor('export', 'trail', await token(['setting:audit:view']))).toBe(false)
  expect(await askFor('export', 'trail', await token(['setting:audit:view', 'setting:audit:export']))).toBe(
    true,
  )
})
