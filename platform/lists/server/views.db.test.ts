import { expect, test } from 'vitest'
import { aTenant, aUser, startTestServer } from '../../../testing/test-server.ts'
import type { SentTo } from '../../calls/call.ts'
import { listText, MAX_SHARED, myListSettings, saveListSettings } from '../lists.ts'

const server = await startTestServer()

const aClerk = (tenantId: number, permissions = ['*']) => aUser(server, { tenantId, permissions })
type Clerk = Awaited<ReturnType<typeof aClerk>>
type Settings = SentTo<typeof saveListSettings>['settings']

const keep = (clerk: Clerk, settings: Settings, list = 'customers') =>
  server.send(saveListSettings, { list, settings }, clerk)
const kept = (clerk: Clerk, list = 'customers') => server.done(myListSettings, { list }, clerk)

const late = { name: 'Late', search: '?isLow=1' }
const shared = { ...late, isShared: true }

test('each user has their own list settings, and a reset deletes them', async () => {
  const tenantId = await aTenant(server)
  const [item, other] = [await aClerk(tenantId), await aClerk(tenantId)]
  const liked: Settings = {
    columns: ['customerName', 'customerCode'],
    pinned: ['customerCode'],
    widths: { customerName: 240 },
    density: 'comfortable',
    views: [late],
  }
  expect(await keep(item, liked)).toMatchObject({ success: true })
  expect(await kept(item)).toEqual({ ...liked, shared: [] })
  expect(await kept(item, 'products')).toEqual({ views: [], shared: [] })
  expect(await kept(other)).toEqual({ views: [], shared: [] })

  await keep(item, { views: [late] })
  expect(await kept(item)).toEqual({ views: [late], shared: [] })
  await keep(item, { views: [] })
  expect(await kept(item)).toEqual({ views: [], shared: [] })
})

test.each([
  ['a column of no width', { widths: { customerName: 10 } }],
  ['an unknown density', { density: 'tight' }],
  ['a view without a name', { views: [{ name: ' ', search: '' }] }],
  [
    'more views than fit beside each other',
    { views: Array.from({ length: 21 }, (_, i) => ({ name: `${i}`, search: '' })) },
  ],
  ['an address longer than an address can be', { views: [{ name: 'x', search: 'x'.repeat(14_501) }] }],
])('%s is not saved', async (_, settings) => {
  const clerk = await aClerk(await aTenant(server))
  expect(await keep(clerk, settings as Settings)).toMatchObject({ data: { kind: 'validation' } })
})

test('a view holds as many codes as can be pasted at once', async () => {
  const clerk = await aClerk(await aTenant(server))
  const codes = Array.from({ length: 500 }, (_, i): [string, string] => ['codes', `${i}`.padStart(20, 'C')])
  const search = `?${new URLSearchParams(codes)}`
  expect(await keep(clerk, { views: [{ name: 'Pasted', search }] })).toMatchObject({ success: true })
  expect((await kept(clerk)).views[0]?.search).toBe(search)
})

test('a shared view is visible to colleagues with the name of its owner, until it is unshared', async () => {
  const tenantId = await aTenant(server)
  const [item, other] = [await aClerk(tenantId), await aClerk(tenantId)]
  await keep(item, { views: [shared, { name: 'My own', search: '' }] })
  const theirs = [{ ...late, by: item.id, userName: expect.any(String) }]
  expect(await kept(other)).toEqual({ views: [], shared: theirs })
  expect(await kept(other, 'products')).toEqual({ views: [], shared: [] })
  expect((await kept(item)).shared).toEqual([])

  // A colleague's own settings neither change nor delete views that were shared with them.
  await keep(other, { views: [{ ...late, search: '?search=mine' }] })
  await keep(other, { views: [] })
  expect((await kept(other)).shared).toEqual(theirs)
  expect((await kept(item)).views[0]).toEqual(shared)

  await keep(item, { views: [{ ...late, isShared: false }] })
  expect((await kept(other)).shared).toEqual([])
})

test('a shared view is invisible to other companies', async () => {
  const [item, stranger] = [await aClerk(await aTenant(server)), await aClerk(await aTenant(server))]
  await keep(item, { views: [shared] })
  expect((await kept(stranger)).shared).toEqual([])
})

test('a shared view is visible to those who may see its list, and only they can share one', async () => {
  const tenantId = await aTenant(server)
  const seer = await aClerk(tenantId, ['query:customer:view'])
  const other = await aClerk(tenantId, ['query:product:view'])
  expect(await keep(seer, { views: [shared] })).toMatchObject({ success: true })
  expect((await kept(other)).shared).toEqual([])
  expect(await keep(other, { views: [shared] })).toMatchObject({
    success: false,
    message: expect.stringMatching(
      /^You don’t have the “View customers” permission\. Colleagues who have it: .+\.$/,
    ),
  })
  expect(await keep(other, { views: [shared] }, 'constructor')).toMatchObject({
    message: listText.noSuchList.en_US,
  })
})

test('users who can no longer log in share nothing', async () => {
  const tenantId = await aTenant(server)
  const [gone, other] = [await aClerk(tenantId), await aClerk(tenantId)]
  await keep(gone, { views: [shared] })
  await server.owner('update accounts set is_enabled = false where id = $1', [gone.id])
  expect((await kept(other)).shared).toEqual([])
})

test('the number of shared views of a list is limited', async () => {
  const tenantId = await aTenant(server)
  const many = (from: number, count: number) =>
    Array.from({ length: count }, (_, i) => ({ name: `V${from + i}`, search: '', isShared: true }))
  for (const from of [0, 20]) await keep(await aClerk(tenantId), { views: many(from, 20) })
  const last = await aClerk(tenantId)
  expect(await keep(last, { views: many(40, 11) })).toMatchObject({
    success: false,
    message: listText.tooManyShared.en_US.replace('{max}', String(MAX_SHARED)),
  })
  expect(await keep(last, { views: many(40, 10) })).toMatchObject({ success: true })
})
