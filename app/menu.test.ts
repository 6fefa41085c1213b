import { expect, test } from 'vitest'
import type { SystemVersion } from '../platform/calls/features.ts'
import { type MenuEntry, menu, placeAt, places, visibleMenu } from './menu.ts'

const everything = () => true

const pathsIn = (entries: readonly MenuEntry[]): string[] =>
  entries.flatMap((entry) => ('children' in entry ? pathsIn(entry.children) : [entry.path]))

const shown = (version: SystemVersion, may: (permission: string) => boolean = everything) =>
  pathsIn(visibleMenu(menu, version, may))

const closedInSatellite = ['/query/collectPayment', '/setting/logo', '/setting/basicData']

test('a satellite lacks what its main warehouse manages; without a version everything is open', () => {
  const all = shown('standard')
  expect(shown(null)).toEqual(all)
  expect(all).toEqual(expect.arrayContaining(closedInSatellite))
  expect(shown('satellite')).toEqual(all.filter((path) => !closedInSatellite.includes(path)))
})

test('areas are in the order of work: receiving, shipping, query, settings', () => {
  expect(visibleMenu(menu, 'standard', everything).map((entry) => entry.title.en_US)).toEqual([
    'Home',
    'Receiving',
    'Shipping',
    'Query',
    'Settings',
  ])
})

test('a user without permissions sees the home page only, and no empty areas', () => {
  expect(visibleMenu(menu, 'standard', () => false)).toEqual([placeAt('/')])
})

test('one permission opens one page and its area', () => {
  const seen = visibleMenu(menu, 'standard', (permission) => permission === 'query:stock:view')
  expect(seen.map((entry) => entry.title.en_US)).toEqual(['Home', 'Query'])
  expect(pathsIn(seen)).toEqual(['/', '/query/stock'])
})

test('an area whose pages are all closed in a version is hidden', () => {
  const [area] = visibleMenu(
    [
      {
        title: { zh_CN: '区', en_US: 'Area' },
        name: 'area',
        children: [
          {
            path: '/setting/logo',
            title: { zh_CN: '页', en_US: 'Page' },
            feature: 'logo',
            initials: 'y',
          },
        ],
      },
    ],
    'satellite',
    everything,
  )
  expect(area).toBeUndefined()
})

test('a URL leads to one page, with or without a trailing slash', () => {
  expect(new Set(places.map((page) => page.path)).size).toBe(places.length)
  expect(placeAt('/query/stock/')?.title.en_US).toBe('Stock query')
  expect(placeAt('/')?.title.en_US).toBe('Home')
  expect(placeAt('/query')).toBeUndefined()
})

test('every page but home and personal information needs a permission, and all but scan screens one to view', () => {
  const open = places.filter((page) => !page.permission?.endsWith(':view')).map((page) => page.path)
  expect(open).toEqual([
    '/',
    '/inbound/receive',
    '/order/outbound',
    '/stock/move',
    '/stock/count',
    '/personInfo',
  ])
  expect(placeAt('/inbound/receive')?.permission).toBe('inbound:order:receive')
})

test('every title has pinyin initials', () => {
  expect(places.filter((page) => !/^[a-z]+$/.test(page.initials))).toEqual([])
})
