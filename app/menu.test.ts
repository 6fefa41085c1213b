import { expect, test } from 'vitest'
import type { SystemVersion } from '../platform/calls/features.ts'
import { type MenuEntry, menu, placeAt, places, visibleMenu } from './menu.ts'

const everything = () => true

const pathsIn = (entries: readonly MenuEntry[]): string[] =>
  entries.flatMap((entry) => [...(entry.path ? [entry.path] : []), ...pathsIn(entry.children ?? [])])

const shown = (version: SystemVersion, may: (permission: string) => boolean = everything) =>
  pathsIn(visibleMenu(menu, version, may))

const all = [
  '/',
  '/inbound/list',
  '/inbound/receive',
  '/order/list',
  '/query/customer',
  '/query/productArchives',
  '/query/stock',
  '/query/cost',
  '/query/collectPayment',
  '/setting/channel',
  '/setting/quote',
  '/setting/account',
  '/setting/warehouse',
  '/setting/logo',
  '/setting/basicData',
  '/setting/audit',
]
const closedInSatellite = ['/query/collectPayment', '/setting/logo', '/setting/basicData']

test.each<[SystemVersion, string[]]>([
  ['standard', all],
  [null, all],
  ['satellite', all.filter((path) => !closedInSatellite.includes(path))],
])('the menu of version %s', (version, expected) => {
  expect(shown(version)).toEqual(expected)
})

test('areas stand in the order of the work: receiving, shipping, query, settings', () => {
  expect(visibleMenu(menu, 'standard', everything).map((entry) => entry.title.en_US)).toEqual([
    'Home',
    'Receiving',
    'Shipping',
    'Query',
    'Settings',
  ])
})

test('somebody without rights sees the home page only, and no empty areas', () => {
  expect(visibleMenu(menu, 'standard', () => false).map((entry) => entry.path)).toEqual(['/'])
})

test('one right opens one page and its area', () => {
  const seen = visibleMenu(menu, 'standard', (permission) => permission === 'query:stock:view')
  expect(seen.map((entry) => entry.title.en_US)).toEqual(['Home', 'Query'])
  expect(pathsIn(seen)).toEqual(['/', '/query/stock'])
})

test('an area whose places are all closed in a version is hidden', () => {
  const [area] = visibleMenu(
    [
      {
        title: { zh_CN: '区', en_US: 'Area' },
        icon: 'SettingOutlined',
        feature: 'home',
        initials: 'q',
        children: [
          {
            path: '/setting/logo',
            title: { zh_CN: '页', en_US: 'Page' },
            icon: 'PictureOutlined',
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

test('views, the set-up and personal information have addresses but no line in the menu', () => {
  const off = places.map((page) => page.path).filter((path) => !all.includes(path))
  expect(off).toEqual([
    '/inbound/parcels',
    '/order/list/print_label',
    '/order/list/batch_shipment',
    '/order/list/picking_list',
    '/order/list/order_query',
    '/stock/move',
    '/stock/count',
    '/setting/quote/customer_price',
    '/setting/quote/warehouse_operation',
    '/setting/quote/logistics_freight',
    '/setting/quote/storage_fee',
    '/setting/quote/zone_schema',
    '/setting/quote/channel_quote',
    '/setup',
    '/personInfo',
  ])
})

test('an address leads to one page, with or without a slash at its end', () => {
  expect(new Set(places.map((page) => page.path)).size).toBe(places.length)
  expect(placeAt('/query/stock/')?.title.en_US).toBe('Stock query')
  expect(placeAt('/')?.title.en_US).toBe('Home')
  expect(placeAt('/query')).toBeUndefined()
})

test('every page but home and personal information asks for a right, and all but the scanners’ for one to view', () => {
  const open = places.filter((page) => !page.permission?.endsWith(':view')).map((page) => page.path)
  expect(open).toEqual(['/', '/inbound/receive', '/stock/move', '/stock/count', '/personInfo'])
  expect(placeAt('/inbound/receive')?.permission).toBe('inbound:order:receive')
})

test('every title has initials to type', () => {
  expect(places.filter((page) => !/^[a-z]+$/.test(page.initials))).toEqual([])
})
