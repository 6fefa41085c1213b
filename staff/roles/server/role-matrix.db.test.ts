import { expect, test } from 'vitest'
import { importKinds, listSources } from '../../../app/server/slices.ts'
import type { Call } from '../../../platform/calls/call.ts'
import { importTemplate } from '../../../platform/imports/contract.ts'
import { exportList } from '../../../platform/lists/lists.ts'
import { exampleOf } from '../../../testing/example-input.ts'
import { aPerson, aSession, aTenant, startTestServer } from '../../../testing/test-server.ts'
import { isRight } from '../rights.ts'
import { seedRoles } from './seed-roles.ts'

/** Who is who in the table below; C is a customer's account. */
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
 * Who may call what, written by hand from the role table: one line a call.
 *
 * Whoever is not named is refused. `everyone` needs nobody to be signed in. The last three letters are the versions in
 * which it can be called at all: standard, satellite, none; a dot is a version that closes it.
 */
const table = `
  /gateway/auth/login                       everyone    s t n
  /gateway/auth/login/single-sign-on        everyone    s t n
  /gateway/auth/register/send-code          everyone    s t n
  /gateway/auth/register/check-name         everyone    s t n
  /gateway/auth/register                    everyone    s t n
  /gateway/auth/forgot/send-code            everyone    s t n
  /gateway/auth/forgot/reset                everyone    s t n
  /gateway/auth/welcome                     everyone    s t n
  /gateway/auth/welcome/accept              everyone    s t n
  /gateway/system/tenant/query-logo         everyone    s t n
  /gateway/wms/photo/facts                  everyone    s t n
  /gateway/wms/photo/take                   everyone    s t n

  /gateway/auth/logout                      OMRPKSBDVC  s t n
  /gateway/auth/user-info                   OMRPKSBDVC  s t n
  /gateway/auth/password                    OMRPKSBDVC  s t n

  /gateway/wms/staff/my-profile             OMRPKSBDV   s t n
  /gateway/wms/staff/save-my-profile        OMRPKSBDV   s t n
  /gateway/wms/staff/my-sessions            OMRPKSBDV   s t n
  /gateway/wms/staff/end-my-sessions        OMRPKSBDV   s t n
  /gateway/wms/home/top-info                OMRPKSBDV   s t n
  /gateway/wms/home/figures                 OMRPKSBDV   s t n
  /gateway/wms/home/work                    OMRPKSBDV   s t n
  /gateway/system/tenant/switch-time        OMRPKSBDV   s t n
  /gateway/system/dict/list                 OMRPKSBDV   s t n
  /gateway/system/dict/getDictItems         OMRPKSBDV   s t n
  /gateway/system/help-url                  OMRPKSBDV   s t n
  /gateway/wms/doc/forward                  OMRPKSBDV   s t n
  /gateway/wms/print/settings               OMRPKSBDV   s t n
  /gateway/wms/print/save-settings          OMRPKSBDV   s t n
  /gateway/wms/print/test-page              OMRPKSBDV   s t n
  /gateway/wms/print/command-sheet          OMRPKSBDV   s t n
  /gateway/wms/rights/holders               OMRPKSBDV   s t n
  /gateway/wms/floor/call-lead              OMRPKSBDV   s t n
  /gateway/wms/floor/coming                 OMRPKSBDV   s t n
  /gateway/wms/floor/calls                  OM          s t n
  /gateway/wms/floor/take-call              OM          s t n
  /gateway/wms/task/mine                    OMRPKSBDV   s t n
  /gateway/wms/task/cancel                  OMRPKSBDV   s t n
  /gateway/wms/task/retry                   OMRPKSBDV   s t n

  /gateway/wms/file/begin                   OMRPKSBDV   s t n
  /gateway/wms/file/state                   OMRPKSBDV   s t n
  /gateway/wms/file/part                    OMRPKSBDV   s t n
  /gateway/wms/file/finish                  OMRPKSBDV   s t n
  /gateway/wms/list/settings                OMRPKSBDV   s t n
  /gateway/wms/list/save-settings           OMRPKSBDV   s t n
  /gateway/wms/list/export                  OMBDV       s t n
  /gateway/wms/list/act-on-all              OMD         s . n
  /gateway/wms/import/template              OMD         s . n
  /gateway/wms/import/start                 OMD         s . n
  /gateway/wms/import/state                 OMRPKSBDV   s t n
  /gateway/wms/import/rows                  OMRPKSBDV   s t n
  /gateway/wms/import/map                   OMRPKSBDV   s t n
  /gateway/wms/import/mend                  OMRPKSBDV   s t n
  /gateway/wms/import/run                   OMRPKSBDV   s t n
  /gateway/wms/import/last                  OMD         s . n

  /gateway/wms/customer/list                OMBDV       s t n
  /gateway/wms/customer/one                 OMBDV       s t n
  /gateway/wms/customer/groups              OMBDV       s t n
  /gateway/wms/customer/sales-reps          OMBDV       s t n
  /gateway/wms/customer/at-work             OMD         s t n
  /gateway/wms/customer/create              OMD         s . n
  /gateway/wms/customer/edit                OMD         s . n
  /gateway/wms/customer/switch              OMD         s . n
  /gateway/wms/customer/open-login          OMD         s . n
  /gateway/wms/customer/reset-password      OMD         s . n
  /gateway/wms/customer/save-group          OMD         s . n
  /gateway/wms/customer/terms               OB          s . n

  /gateway/wms/inbound/list                 OMRSBDV     s t n
  /gateway/wms/inbound/counts               OMRSBDV     s t n
  /gateway/wms/inbound/one                  OMRSBDV     s t n
  /gateway/wms/inbound/history              OMRSBDV     s t n
  /gateway/wms/inbound/changes              OMRSBDV     s t n
  /gateway/wms/inbound/print-labels         OMRSBDV     s t n
  /gateway/wms/inbound/labels               OMRSBDV     s t n
  /gateway/wms/inbound/print-sheets         OMRSBDV     s t n
  /gateway/wms/inbound/find                 OMRSBDV     s t n
  /gateway/wms/inbound/customers            OMRSBDV     s t n
  /gateway/wms/inbound/products             OMRSBDV     s t n
  /gateway/wms/inbound/suggest-bins         OMRSBDV     s t n
  /gateway/wms/inbound/find-place           OMRSBDV     s t n
  /gateway/wms/inbound/code-owners          OMRSBDV     s t n
  /gateway/wms/inbound/create               OMRS        s t n
  /gateway/wms/inbound/edit                 OMRS        s t n
  /gateway/wms/inbound/submit               OMRS        s t n
  /gateway/wms/inbound/withdraw             OMRS        s t n
  /gateway/wms/inbound/confirm              OMRS        s t n
  /gateway/wms/inbound/undo-arrival         OMRS        s t n
  /gateway/wms/inbound/receive              OMRS        s t n
  /gateway/wms/inbound/receive-whole        OMRS        s t n
  /gateway/wms/inbound/cancel-receipt       OMRS        s t n
  /gateway/wms/inbound/put-away             OMRS        s t n
  /gateway/wms/inbound/undo-put-away        OMRS        s t n
  /gateway/wms/inbound/photo-link           OMRS        s t n
  /gateway/wms/inbound/photo-taken          OMRS        s t n
  /gateway/wms/parcel/list                  OMRSBDV     s t n
  /gateway/wms/parcel/one                   OMRSBDV     s t n
  /gateway/wms/parcel/keep                  OMRS        s t n
  /gateway/wms/parcel/claim                 OMRS        s t n
  /gateway/wms/parcel/open                  OMRS        s t n
  /gateway/wms/parcel/send-back             OMRS        s t n
  /gateway/wms/inbound/add-box              OMRS        s t n
  /gateway/wms/inbound/measure-box          OMRS        s t n
  /gateway/wms/inbound/link-barcode         OMRS        s t n
  /gateway/wms/inbound/complete             OMR         s t n
  /gateway/wms/inbound/void                 OM          s t n
  /gateway/wms/inbound/reopen               OM          s t n
  /gateway/wms/inbound/add-attachment       OMRS        s t n
  /gateway/wms/inbound/remove-attachment    OMRS        s t n

  /gateway/wms/product/list                 OMRSBDV     s t n
  /gateway/wms/product/one                  OMRSBDV     s t n
  /gateway/wms/product/customers            OMRSBDV     s t n
  /gateway/wms/product/create               OMSD        s t n
  /gateway/wms/product/edit                 OMSD        s t n
  /gateway/wms/product/approve              OMSD        s t n
  /gateway/wms/product/switch               OMSD        s t n
  /gateway/wms/product/measure              OMRSD       s t n
  /gateway/wms/product/add-barcode          OMSD        s t n
  /gateway/wms/product/remove-barcode       OMSD        s t n
  /gateway/wms/product/choose-barcode       OMSD        s t n
  /gateway/wms/product/add-image            OMSD        s t n
  /gateway/wms/product/arrange-images       OMSD        s t n
  /gateway/wms/product/print-labels         OMRSBDV     s t n
  /gateway/wms/product/labels               OMRSBDV     s t n

  /gateway/wms/staff/list                   OM          s t n
  /gateway/wms/staff/member                 OM          s t n
  /gateway/wms/staff/create                 OM          s t n
  /gateway/wms/staff/invite                 OM          s t n
  /gateway/wms/staff/invite-again           OM          s t n
  /gateway/wms/staff/edit                   OM          s t n
  /gateway/wms/staff/reset-password         OM          s t n
  /gateway/wms/staff/end-sessions           OM          s t n
  /gateway/wms/staff/switch                 OM          s t n
  /gateway/wms/role/list                    OM          s t n
  /gateway/wms/role/create                  O           s t n
  /gateway/wms/role/edit                    O           s t n
  /gateway/wms/role/limit                   O           s t n
  /gateway/wms/role/delete                  O           s t n
  /gateway/wms/channel/list                 OMBDV       s t n
  /gateway/wms/channel/choices              OMBDV       s t n
  /gateway/wms/channel/one                  OMBDV       s t n
  /gateway/wms/channel/pools                OMBDV       s t n
  /gateway/wms/channel/create               OM          s . n
  /gateway/wms/channel/edit                 OM          s . n
  /gateway/wms/channel/switch               OM          s . n
  /gateway/wms/channel/copy                 OM          s . n
  /gateway/wms/channel/add-pool             OM          s t n
  /gateway/wms/channel/switch-pool          OM          s t n
  /gateway/wms/zone-schema/list             OMBDV       s t n
  /gateway/wms/zone-schema/one              OMBDV       s t n
  /gateway/wms/zone-schema/create           OM          s t n
  /gateway/wms/zone-schema/edit             OM          s t n
  /gateway/wms/zone-schema/switch           OM          s t n
  /gateway/wms/state/list                   OM          s . n
  /gateway/wms/state/countries              OM          s . n
  /gateway/wms/state/one                    OM          s . n
  /gateway/wms/state/create                 OM          s . n
  /gateway/wms/state/edit                   OM          s . n
  /gateway/wms/state/switch                 OM          s . n
  /gateway/wms/carrier-account/list         OMBDV       s t n
  /gateway/wms/carrier-account/one          OMBDV       s t n
  /gateway/wms/carrier-account/platforms    OMBDV       s t n
  /gateway/wms/carrier-account/calls        OMBDV       s t n
  /gateway/wms/carrier-account/create       OM          s t n
  /gateway/wms/carrier-account/edit         OM          s t n
  /gateway/wms/carrier-account/switch       OM          s t n
  /gateway/wms/carrier-account/test         OM          s t n
  /gateway/wms/carrier-account/services     OM          s t n
  /gateway/wms/platform/list                OM          s . n
  /gateway/wms/platform/one                 OM          s . n
  /gateway/wms/platform/create              OM          s . n
  /gateway/wms/platform/edit                OM          s . n
  /gateway/wms/platform/switch              OM          s . n
  /gateway/wms/platform/try                 OM          s . n
  /gateway/wms/platform/void-tried          OM          s . n
  /gateway/wms/watermark/list               OM          s . n
  /gateway/wms/watermark/one                OM          s . n
  /gateway/wms/watermark/of-channel         OMBDV       s t n
  /gateway/wms/watermark/create             OM          s . n
  /gateway/wms/watermark/edit               OM          s . n
  /gateway/wms/watermark/switch             OM          s . n
  /gateway/wms/watermark/in-use             OM          s . n
  /gateway/wms/watermark/sample             OM          s . n
  /gateway/wms/logo/set                     OM          s . n
  /gateway/wms/logo/remove                  OM          s . n
  /gateway/wms/warehouse/facts              OM          s t n
  /gateway/wms/warehouse/states             OM          s t n
  /gateway/wms/warehouse/edit               OM          s . n
  /gateway/wms/warehouse/satellites         OM          s t n
  /gateway/wms/warehouse/edit-satellite     OM          s . n
  /gateway/wms/warehouse/satellite-settings OM          s . n
  /gateway/wms/warehouse/fix-satellite-measures OM      s . n
  /gateway/wms/warehouse/fix-measures       OM          s . n
  /gateway/wms/warehouse/settings           OM          s . n
  /gateway/wms/location/list                OM          s t n
  /gateway/wms/location/one                 OM          s t n
  /gateway/wms/location/zones               OM          s t n
  /gateway/wms/location/preview             OM          s t n
  /gateway/wms/location/pattern             OM          s t n
  /gateway/wms/location/print-labels        OM          s t n
  /gateway/wms/location/labels              OM          s t n
  /gateway/wms/location/create              OM          s t n
  /gateway/wms/location/edit                OM          s t n
  /gateway/wms/location/switch              OM          s t n
  /gateway/wms/location/save-zone           OM          s t n
  /gateway/wms/location/generate            OM          s t n
  /gateway/wms/location/set-pattern         OM          s t n
  /gateway/wms/stock/by-sku                 OMRPKSBDV   s t n
  /gateway/wms/stock/by-location            OMRPKSBDV   s t n
  /gateway/wms/stock/by-batch               OMRPKSBDV   s t n
  /gateway/wms/stock/one                    OMRPKSBDV   s t n
  /gateway/wms/stock/promises               OMRPKSBDV   s t n
  /gateway/wms/stock/warnings               OMRPKSBDV   s t n
  /gateway/wms/stock/choices                OMRPKSBDV   s t n
  /gateway/wms/stock/flows                  OMRPKSBDV   s t n
  /gateway/wms/stock/flow-sums              OMRPKSBDV   s t n
  /gateway/wms/stock/scan-place             OMRPKSBDV   s t n
  /gateway/wms/stock/scan-goods             OMRPKSBDV   s t n
  /gateway/wms/stock/move                   OMS         s t n
  /gateway/wms/stock/adjust                 OMS         s t n
  /gateway/wms/stock/freeze                 OMS         s t n
  /gateway/wms/stock/unfreeze               OMS         s t n
  /gateway/wms/stock/unblock                OMS         s t n
  /gateway/wms/count/list                   OMRPKSBDV   s t n
  /gateway/wms/count/one                    OMRPKSBDV   s t n
  /gateway/wms/count/create                 OMS         s t n
  /gateway/wms/count/enter                  OMS         s t n
  /gateway/wms/count/submit                 OMS         s t n
  /gateway/wms/count/recount                OMS         s t n
  /gateway/wms/count/approve                OMS         s t n
  /gateway/wms/count/void                   OMS         s t n
  /gateway/wms/setup/state                  OM          s t n
  /gateway/wms/setup/warehouse              OM          s t n
  /gateway/wms/setup/measures               OM          s t n
  /gateway/wms/setup/locations              OM          s t n
  /gateway/wms/setup/step                   OM          s t n
  /gateway/wms/setup/channel                OM          s . n
  /gateway/wms/setup/customer               OM          s . n
  /gateway/wms/setup/samples                OM          s . n
  /gateway/wms/invite/mine                  OM          s t n

  /gateway/wms/trail/list                   OM          s t n
  /gateway/wms/trail/entry                  OM          s t n
  /gateway/wms/books/check                  OM          s t n
  /gateway/openapi.json                     OM          s t n
`
const lines = table
  .split('\n')
  .map((line) => line.trim().split(/\s+/))
  .filter(([path]) => path)
  .map(([path = '', who = '', ...open]) => ({ path, who, open: open.map((letter) => letter !== '.') }))

const server = await startTestServer()
// The examples name the rows with the number 1; those belong to a company that nobody here works for.
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

/** Somebody with one of the roles every company starts with. A customer may hold any: it opens nothing. */
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

/** Whether the call lets them through to its own work, whatever comes of that. */
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
  // Of the calls for everyone one answers a wrong code as it answers a lost session.
  if (token) expect(code, 'the session is over').not.toBe(2)
  return data?.kind !== 'forbidden' && answer.statusCode !== 401
}

const asText = (input: object) =>
  Object.fromEntries(Object.entries(input).map(([key, value]) => [key, String(value)]))

test('every call of the product stands in the table, and no other', () => {
  const paths: string[] = server.server.calls.map((call) => call.path)
  expect(lines.map(({ path }) => path).sort()).toEqual(paths.sort())
})

test('every right that a call asks for can be given', () => {
  const input = server.server.calls.map((call) => call.permission)
  const rights = input.filter((permission) => permission !== 'public' && permission !== 'signed_in')
  expect(rights.length).toBeGreaterThan(10)
  expect(rights.filter((permission) => !isRight(permission))).toEqual([])
})

test('the people of the table hold what their roles hold', async () => {
  const rows = await server.owner<{ account_id: string; code: string }>(
    `select ar.account_id, r.code from account_roles ar join roles r on r.tenant_id = ar.tenant_id and r.id = ar.role_id`,
    [],
    tenants[0],
  )
  const held = new Map(rows.map((row) => [Number(row.account_id), row.code]))
  const here = people.filter(({ column, letter }) => column === 0 && letter !== 'C')
  expect(here.map(({ id }) => held.get(id))).toEqual(here.map(({ letter }) => roles[letter]))
})

test.each(lines)('$path is for $who', async ({ path, who, open }) => {
  const call = server.server.calls.find((call) => call.path === path)
  if (!call) throw new Error(`nothing answers ${path}`)
  if (who === 'everyone') {
    expect(await isLetIn(call, undefined)).toBe(true)
    return
  }
  expect(await isLetIn(call, undefined), 'nobody').toBe(false)
  const results = await Promise.all(
    people.map(async ({ tenantId, column, letter, id, token }) => {
      const isLast = call.path.endsWith('/logout')
      const isIn = await isLetIn(call, isLast ? await aSession(server, tenantId, id) : token)
      return { column, letter: isIn ? letter : '' }
    }),
  )
  const inVersion = (column: number) =>
    results
      .filter((item) => item.column === column)
      .map(({ letter }) => letter)
      .join('')
  expect(versions.map((_, column) => inVersion(column))).toEqual(open.map((isOpen) => (isOpen ? who : '')))
})

/** Exports and imports are one call each; who may use it is a matter of what is taken away or brought in. */
const sheets = `
  export staff             OM       s t n
  export trail             OM       s t n
  export customers         OMBDV    s t n
  export products          OMRSBDV  s t n
  export locations         OM       s t n
  export channels          OMBDV    s t n
  export carrier_accounts  OMBDV    s t n
  export platforms         OM       s . n
  export watermarks        OM       s . n
  export states            OM       s . n
  export zone_schemas      OMBDV    s t n
  export inbounds          OMRSBDV  s t n
  export parcels           OMRSBDV  s t n
  export stock_by_sku      OMS      s t n
  export stock_by_location OMS      s t n
  export stock_by_batch    OMS      s t n
  export stock_flows       OMS      s t n
  export stock_counts      OMS      s t n
  import customers         OMD      s . n
  import products          OMSD     s t n
  import locations         OM       s t n
  import states            OM       s . n
  import channel_numbers   OM       s t n
  import zone_rows         OM       s t n
  import stock_adjustments OMS      s t n
  import stock_moves       OMS      s t n
  import stock_freezes     OMS      s t n
  import inbounds_by_box   OMRS     s t n
  import inbounds_by_sku   OMRS     s t n
`
const sheetLines = sheets
  .trim()
  .split('\n')
  .map((line) => {
    const [way = '', name = '', who = '', ...open] = line.trim().split(/\s+/)
    return { way, name, who, open: open.map((mark) => mark !== '.') }
  })

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

test.each(sheetLines)('$way of $name is for $who', async ({ way, name, who, open }) => {
  const results = await Promise.all(
    people.map(async ({ column, letter, token }) => ({
      column,
      letter: (await askFor(way, name, token)) ? letter : '',
    })),
  )
  const inVersion = (column: number) =>
    results
      .filter((item) => item.column === column)
      .map(({ letter }) => letter)
      .join('')
  expect(versions.map((_, column) => inVersion(column))).toEqual(open.map((isOpen) => (isOpen ? who : '')))
})

test('who may read the audit log does not therefore take it away', async () => {
  const tenantId = await aTenant(server)
  const token = async (permissions: string[]) =>
    aSession(server, tenantId, (await aPerson(server, tenantId, { permissions })).id)
  expect(await askFor('export', 'trail', await token(['setting:audit:view']))).toBe(false)
  expect(await askFor('export', 'trail', await token(['setting:audit:view', 'setting:audit:export']))).toBe(
    true,
  )
})
