import type { PrintSettings } from '../../warehouse/print-settings/contract.ts'

export type LabelSort = PrintSettings['labelSort']

/** What the place of a label in the file depends on. */
export type SortedLabel = {
  orderId: number
  packageNo: number
  createdAt: string
  goods: readonly { sku: string; quantity: number; location: string | null; routeSeq: number }[]
}

const codes = new Intl.Collator('en', { numeric: true })

type Key = readonly (string | number)[]

/** Keys are compared part by part; the shorter of two alike is first. */
function compare(a: Key, b: Key): number {
  for (const [at, left] of a.entries()) {
    const right = b[at]
    if (right === undefined) return 1
    const by =
      typeof left === 'number' && typeof right === 'number'
        ? left - right
        : codes.compare(String(left), String(right))
    if (by !== 0) return by
  }
  return a.length - b.length
}

const bySku = ({ goods }: SortedLabel): string[] =>
  [...new Set(goods.map(({ sku }) => sku))].sort(codes.compare)

/** The bin where picking begins, in walking order; labels without one come last. */
function firstBin({ goods }: SortedLabel): Key {
  const bins = goods.flatMap(({ location, routeSeq }) =>
    location === null ? [] : [[0, routeSeq, location] as const],
  )
  return bins.sort(compare)[0] ?? [1]
}

function skuAndQuantity({ goods }: SortedLabel): Key {
  const pieces = new Map<string, number>()
  for (const { sku, quantity } of goods) pieces.set(sku, (pieces.get(sku) ?? 0) + quantity)
  return [...pieces].sort(([a], [b]) => codes.compare(a, b)).flat()
}

const keys: Record<LabelSort, (label: SortedLabel) => Key> = {
  order_time: () => [],
  sku: bySku,
  location: firstBin,
  location_sku: (label) => [...firstBin(label), ...bySku(label)],
  sku_qty: skuAndQuantity,
}

/** Labels in the chosen order; those alike by order time. The packages of an order stay together. */
export function inPrintOrder<L extends SortedLabel>(labels: readonly L[], sort: LabelSort): L[] {
  const keyed = labels.map((label) => ({ label, key: keys[sort](label) }))
  return keyed
    .sort(
      (a, b) =>
        compare(a.key, b.key) ||
        Date.parse(a.label.createdAt) - Date.parse(b.label.createdAt) ||
        a.label.orderId - b.label.orderId ||
        a.label.packageNo - b.label.packageNo,
    )
    .map(({ label }) => label)
}
