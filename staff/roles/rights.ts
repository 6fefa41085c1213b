import { billingRights } from '../../billing/rights.ts'
import { channelsRights } from '../../channels/rights.ts'
import { customersRights } from '../../customers/rights.ts'
import { inventoryRights } from '../../inventory/rights.ts'
import { ordersRights } from '../../orders/rights.ts'
import type { Right, RightGroup, StandardRole } from '../../platform/slices/rights.ts'
import type { Text } from '../../platform/text/text.ts'
import { productsRights } from '../../products/rights.ts'
import { receivingRights } from '../../receiving/rights.ts'
import { shippingRights } from '../../shipping/rights.ts'
import { staffRights } from '../rights.ts'

/** Every permission, in the order in which goods and money pass through the warehouse. */
export const rightGroups: readonly RightGroup[] = [
  ...receivingRights,
  ...ordersRights,
  ...shippingRights,
  ...inventoryRights,
  ...productsRights,
  ...customersRights,
  ...channelsRights,
  ...billingRights,
  ...staffRights,
]

export const allRights: readonly Right[] = [
  ...new Map(
    rightGroups
      .flatMap(({ views, acts }) => [...views, ...acts])
      .map((group) => [group.code, group] as const),
  ).values(),
]

const codes = new Set<string>(allRights.map(({ code }) => code))
export const isRight = (code: string): boolean => codes.has(code)

const everything: Text = { zh_CN: '全部权限', en_US: 'all permissions' }

export const titleOfRight = (code: string): Text => {
  if (code === '*') return everything
  return allRights.find((allRight) => allRight.code === code)?.title ?? { zh_CN: code, en_US: code }
}

const codesOf = (rights: readonly Right[]) => rights.map(({ code }) => code)

/** What a standard role may do, in each group. */
export const rightsOfRole = (role: StandardRole): string[] =>
  [
    ...new Set(
      rightGroups.flatMap(({ views, acts, fullFor = [], viewFor = [] }) => [
        ...(fullFor.includes(role) || viewFor.includes(role) ? views : []),
        ...acts.filter(({ alsoFor = [] }) => fullFor.includes(role) || alsoFor.includes(role)),
      ]),
    ),
  ].map(({ code }) => code)

/** All permissions to view, and none to act. */
export const allViews = [...new Set(rightGroups.flatMap(({ views }) => codesOf(views)))]

/** Whether one user's permissions include all of another's: users cannot grant what they do not have. */
export const covers = (mine: readonly string[], theirs: readonly string[]) =>
  mine.includes('*') || theirs.every((item) => mine.includes(item))
