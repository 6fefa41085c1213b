import type { SystemVersion } from '../platform/calls/features.ts'
import type { Place } from '../platform/slices/slice.ts'
import type { Text } from '../platform/text/text.ts'
import { accessTo } from '../warehouse/features.ts'
import { slices } from './slices.ts'

/** An area of the menu, which only groups pages. */
type Area = { name: string; title: Text; children: readonly Place[] }
export type MenuEntry = Area | Place

const all = slices.flatMap(({ places = [] }) => places)

const pagesOf = (area: string | undefined) =>
  all.filter((place) => place.area === area).sort((a, b) => (a.rank ?? 0) - (b.rank ?? 0))

const areas: readonly Area[] = [
  { name: 'receiving', title: { zh_CN: '收货', en_US: 'Receiving' } },
  { name: 'shipping', title: { zh_CN: '发货', en_US: 'Shipping' } },
  { name: 'query', title: { zh_CN: '查询', en_US: 'Query' } },
  { name: 'settings', title: { zh_CN: '设置', en_US: 'Settings' } },
].map((area) => ({ ...area, children: pagesOf(area.name) }))

const [home, ...others] = pagesOf(undefined)

export const menu: readonly MenuEntry[] = [...(home ? [home] : []), ...areas, ...others]

/** Every page with a URL, in the order of the menu, including hidden ones. */
export const places: readonly Place[] = menu.flatMap((entry) =>
  'children' in entry ? entry.children : [entry],
)

export const placeAt = (path: string): Place | undefined =>
  places.find((place) => place.path === (path === '/' ? path : path.replace(/\/+$/, '')))

/** Why a page is closed to a user: not in this system version, or a missing permission. */
export function closedBecause(
  { feature, permission }: Place,
  version: SystemVersion,
  may: (permission: string) => boolean,
): 'hidden_here' | 'no_permission' | undefined {
  if (accessTo(feature, version) === 'hidden') return 'hidden_here'
  if (permission !== undefined && !may(permission)) return 'no_permission'
  return undefined
}

/** The menu of one user. An area with no visible page is removed. */
export function visibleMenu(
  entries: readonly MenuEntry[],
  version: SystemVersion,
  may: (permission: string) => boolean,
): MenuEntry[] {
  const isVisible = (place: Place) => !place.hidden && !closedBecause(place, version, may)
  return entries.flatMap((entry): MenuEntry[] => {
    if (!('children' in entry)) return isVisible(entry) ? [entry] : []
    const children = entry.children.filter(isVisible)
    return children.length > 0 ? [{ ...entry, children }] : []
  })
}
