import { expect, test } from 'vitest'
import {
  addressOf,
  close,
  closeAll,
  kept,
  MAX_TABS,
  move,
  onlyHome,
  restored,
  type Tabs,
  visit,
} from './tabs.ts'

const at = (address: string) => {
  const [pathname = '', query] = address.split('?')
  return { pathname, search: query ? `?${query}` : '', hash: '' }
}
const opened = (...addresses: string[]): Tabs =>
  addresses.reduce((tabs, address) => visit(tabs, at(address)), onlyHome)
const keys = (state: Tabs) => state.tabs.map((tab) => tab.key)

const six = ['/a', '/b', '/c', '/d', '/e', '/f']

test.each<[string, string[], string[], string]>([
  ['home is always there', [], ['/'], '/'],
  ['a page opens behind the others', ['/a', '/b'], ['/', '/a', '/b'], '/b'],
  ['a page that is open is only brought to the front', ['/a', '/b', '/a'], ['/', '/a', '/b'], '/a'],
  ['another filter is the same page', ['/a', '/a?page=2'], ['/', '/a'], '/a'],
  ['a slash at the end is the same page', ['/a', '/a/'], ['/', '/a'], '/a'],
  ['seven fit', six, ['/', ...six], '/f'],
  ['the eighth drops the oldest but home', [...six, '/g'], ['/', '/b', '/c', '/d', '/e', '/f', '/g'], '/g'],
  [
    'looking at a tab does not make it younger',
    [...six, '/a', '/g'],
    ['/', '/b', '/c', '/d', '/e', '/f', '/g'],
    '/g',
  ],
  ['a child opens beside its parent', ['/o', '/o/x'], ['/', '/o', '/o/x'], '/o/x'],
  ['a parent takes the place of its child', ['/o/x', '/b', '/o'], ['/', '/o', '/b'], '/o'],
  ['a parent takes the place of all its children', ['/o/x', '/b', '/o/y', '/o'], ['/', '/o', '/b'], '/o'],
  ['an open parent takes the place of its child too', ['/o', '/o/x', '/b', '/o'], ['/', '/o', '/b'], '/o'],
  ['a child leaves its sisters alone', ['/o/x', '/o/y', '/o/x'], ['/', '/o/x', '/o/y'], '/o/x'],
  ['a like-named page is no child', ['/order', '/orders', '/order'], ['/', '/order', '/orders'], '/order'],
  ['home replaces nothing', ['/a', '/'], ['/', '/a'], '/'],
])('%s', (_, addresses, tabs, front) => {
  const state = opened(...addresses)
  expect(keys(state)).toEqual(tabs)
  expect(state.front).toBe(front)
})

test('a parent that replaced its child counts as newly opened', () => {
  const state = opened('/o/x', '/b', '/c', '/d', '/e', '/o', '/g', '/h')
  expect(keys(state)).toEqual(['/', '/o', '/c', '/d', '/e', '/g', '/h'])
})

test('the tabs that were closed to make room are reported once', () => {
  const full = opened(...six, '/g')
  expect(full.gone.map((tab) => tab.key)).toEqual(['/a'])
  expect(visit(full, at('/b')).gone).toEqual([])
  expect(opened('/o/x', '/o/y', '/o').gone.map((tab) => tab.key)).toEqual(['/o/x', '/o/y'])
  expect(opened('/o', '/o/x', '/o').gone.map((tab) => tab.key)).toEqual(['/o/x'])
  expect(visit(opened('/o', '/o/x', '/o'), at('/o?page=2')).gone).toEqual([])
})

test('a tab keeps its filters', () => {
  const state = opened('/a?page=2', '/b')
  expect(state.tabs.map((tab) => addressOf(tab.place))).toEqual(['/', '/a?page=2', '/b'])
})

test('nothing changes when the active tab is visited again', () => {
  const state = opened('/a?page=2')
  expect(visit(state, at('/a?page=2'))).toBe(state)
})

test.each<[string, string[], string, string[], string]>([
  ['the right neighbour follows', ['/a', '/b', '/c', '/b'], '/b', ['/', '/a', '/c'], '/c'],
  ['else the left one', ['/a', '/b'], '/b', ['/', '/a'], '/a'],
  ['a tab behind closes without a change of view', ['/a', '/b'], '/a', ['/', '/b'], '/b'],
  ['home stays', ['/a'], '/', ['/', '/a'], '/a'],
  ['what is not open cannot be closed', ['/a'], '/z', ['/', '/a'], '/a'],
])('closing: %s', (_, addresses, key, tabs, front) => {
  const state = close(opened(...addresses), key)
  expect(keys(state)).toEqual(tabs)
  expect(state.front).toBe(front)
})

test('closing all keeps home', () => {
  expect(closeAll(opened(...six))).toMatchObject({ tabs: [{ key: '/' }], front: '/' })
})

test('tabs are restored after a reload', () => {
  const state = restored(kept(opened('/a?page=2', '/b')))
  expect(state.tabs.map((tab) => addressOf(tab.place))).toEqual(['/', '/a?page=2', '/b'])
  expect(visit(state, at('/c')).tabs.at(-1)?.opened).toBe(3)
})

test.each([undefined, '', '{', '{"tabs":7}', '{"tabs":[{"pathname":5}],"count":1}'])(
  '%j restores home only',
  (text) => {
    expect(restored(text)).toEqual(onlyHome)
  },
)

test('at most seven are restored', () => {
  const many = JSON.stringify({
    count: 9,
    tabs: Array.from({ length: 9 }, (_, i) => ({ ...at(`/t${i}`), opened: i })),
  })
  expect(restored(many).tabs.length).toBe(MAX_TABS)
})

test('a page in a hidden tab changes its own URL, and the active tab stays', () => {
  const state = move(opened('/a?open=1', '/b', '/c'), '/a', at('/a'))
  expect(state.tabs.map(({ place }) => addressOf(place))).toEqual(['/', '/a', '/b', '/c'])
  expect(state.front).toBe('/c')
  expect(keys(move(state, '/closed', at('/closed')))).toEqual(['/', '/a', '/b', '/c'])
})
