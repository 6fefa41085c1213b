import Big from 'big.js'
import type { OutboundPackage } from './contract.ts'

/** A package that was scanned onto the truck, or that must not go onto it. */
export type Loaded = OutboundPackage

/** What was scanned, oldest first; a package once, however often it is scanned. */
export type Load = readonly Loaded[]

/** How a scan ends: a new package, one that is known already, one that has left already, or one that must stay here. */
export type Landing = 'new' | 'again' | 'left' | 'stopped' | 'intercepted'

const isSame = (a: Loaded, b: Loaded) => a.orderId === b.orderId && a.packageId === b.packageId

/** Whether this package is among those that were scanned. */
export const isScanned = (load: Load, item: Loaded): boolean => load.some((other) => isSame(other, item))

/** Whether it can go with the next shipment, apart from packages that are not scanned yet. */
export const canGo = ({ obstacle }: Loaded): boolean => obstacle === null

/**
 * How a package that was looked up fits into the load. What is known about it now replaces what was known before, also of its order while
 * that had no package yet.
 */
export function withPackage(before: Load, item: Loaded): { load: Load; landing: Landing } {
  const load = before.filter(
    ({ orderId, packageId }) => orderId !== item.orderId || packageId !== null || item.packageId === null,
  )
  const isKnown = isScanned(load, item)
  const next = isKnown ? load.map((other) => (isSame(other, item) ? item : other)) : [...load, item]
  if (item.obstacle === 'intercepted') return { load: next, landing: 'intercepted' }
  // A package that has left is not loaded again, and nothing has to be done about it.
  if (item.obstacle === 'shipped')
    return { load: load.filter((other) => !isSame(other, item)), landing: 'left' }
  if (item.obstacle) return { load: next, landing: 'stopped' }
  return { load: next, landing: isKnown ? 'again' : 'new' }
}

/** A package of the load by a number that was scanned before: it needs no second look-up. */
export const knownBy = (load: Load, number: string): Loaded | undefined => {
  const typed = number.trim().toUpperCase()
  return load.find(
    (item) =>
      canGo(item) && (item.trackingNo?.toUpperCase() === typed || item.number.toUpperCase() === typed),
  )
}

/** The orders of which every package is scanned and none is held back. */
export const completeOrders = (load: Load): number[] =>
  ordersIn(load).flatMap(({ orderId, items, packageCount }) =>
    items.every(canGo) && items.length === packageCount ? [orderId] : [],
  )

/** The orders of which some packages are scanned and others are not. */
export const incompleteOrders = (load: Load) =>
  ordersIn(load).filter(({ items, packageCount }) => items.every(canGo) && items.length < packageCount)

function ordersIn(load: Load) {
  return [...Map.groupBy(load, ({ orderId }) => orderId)].map(([orderId, items]) => ({
    orderId,
    orderNo: items[0]?.orderNo ?? '',
    packageCount: items[0]?.packageCount ?? 0,
    items,
  }))
}

/** What the head of the screen says: packages that go, what they weigh, whose they are and who takes them. */
export function figuresOf(load: Load) {
  const going = load.filter(canGo)
  const weights = going.flatMap(({ weight }) => weight ?? [])
  return {
    packages: going.length,
    weight: weights.reduce((sum, weight) => sum.plus(weight), new Big(0)).toFixed(3),
    /** Packages without a weight, which the sum leaves out. */
    unweighed: going.length - weights.length,
    carriers: [...new Set(going.map(({ carrier }) => carrier))],
    customers: new Set(going.map(({ customerCode }) => customerCode)).size,
  }
}

/** The load without the last package, and that package. */
export const withoutLast = (load: Load): { load: Load; last: Loaded | undefined } => ({
  load: load.slice(0, -1),
  last: load.at(-1),
})

/** What stays after shipping: what was not sent, and what was refused, with the reason. */
export function afterShipping(
  load: Load,
  sent: readonly number[],
  refused: readonly { id: number; reason: string }[],
): Load {
  const reasons = new Map(refused.map(({ id, reason }) => [id, reason]))
  return load.flatMap((item) => {
    const reason = reasons.get(item.orderId)
    if (reason !== undefined)
      return [{ ...item, obstacle: item.obstacle ?? ('not_printed' as const), reason }]
    return sent.includes(item.orderId) ? [] : [item]
  })
}
