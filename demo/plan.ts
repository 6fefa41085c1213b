import { luck } from '../setup/server/sample-numbers.ts'

export type Ware = {
  id: number
  customerId: number
  customerCode: string
  sku: string
  shelfLifeDays: number | null
  lotManaged: boolean
  /** Whether its weight is known, which its price needs. */
  isMeasured: boolean
  /** Its index among the products of its owner. */
  place: number
}

type Line = {
  boxNo: string | null
  productId: number
  expected: number
  good: number
  defective: number
  /** Shelf life in days after arrival, where tracked. */
  lifeLeft: number | null
  lot: string | null
}

/** One delivery: expected, received, and how far it has got. */
export type Delivery = {
  seed: number
  /** Days from today. */
  day: number
  customerId: number
  type: 'standard' | 'by_sku' | 'return' | 'init'
  referenceNo: string | null
  transport: 'sea_fcl' | 'sea_lcl' | 'air' | 'express' | 'truck' | null
  containerNo: string | null
  trackingNos: string[]
  boxes: {
    boxNo: string
    customerBoxNo: null
    length: string
    width: string
    height: string
    weight: string
  }[]
  lines: Line[]
  upTo: 'draft' | 'announced' | 'voided' | 'arrived' | 'counting' | 'put_away' | 'complete'
  note: string | null
}

/**
 * Customers whose half year is made in the background, day by day. Nothing else of the demo touches their goods and their money, whose
 * ledgers only ever go forward in time.
 */
const shippers = ['XINGTU', 'NORTHPEAK', 'BRIGHTPET', 'KRAFTHAUS']
export const isShipper = ({ customerCode }: { customerCode: string }) => shippers.includes(customerCode)

/** A customer without money, and one whose price is in force from next month on only. */
export const BROKE = 'HAOJIE'
export const UNPRICED = 'MEIZHUANG'

/** A customer whose account the ledger check has blocked. */
export const BLOCKED = 'TONGQU'
export const BLOCKED_BY = 'I-10'

/** A customer who pays bills instead of paying in advance. */
export const BILLED = 'KRAFTHAUS'

/** The job that makes some days of the history of orders and queues the next ones. */
export const ORDER_HISTORY = 'demo_order_history'

export const HALF_YEAR = 182
/** The products a customer keeps in stock, of all they ever sold. */
const KEPT = 44

const transports = ['sea_fcl', 'sea_lcl', 'air', 'express', 'truck'] as const

/** Today's open deliveries, besides half a year of finished ones. */
const today: Pick<Delivery, 'day' | 'upTo' | 'type'>[] = [
  { day: 12, upTo: 'draft', type: 'standard' },
  { day: 20, upTo: 'draft', type: 'by_sku' },
  { day: 1, upTo: 'announced', type: 'standard' },
  { day: 3, upTo: 'announced', type: 'standard' },
  { day: 9, upTo: 'announced', type: 'by_sku' },
  { day: -3, upTo: 'voided', type: 'standard' },
  { day: -1, upTo: 'arrived', type: 'standard' },
  { day: -1, upTo: 'counting', type: 'standard' },
  // Goods that were not put away for days: the stock page warns about them.
  { day: -5, upTo: 'counting', type: 'by_sku' },
]

/** Deliveries of half a year, oldest first, distributed over the customers by sales. */
export function deliveries(wares: Ware[]): Delivery[] {
  const customers = [...new Set(wares.map(({ customerId }) => customerId))]
  const ranges = customers.map((id) =>
    wares.filter(({ customerId, place }) => customerId === id && place < KEPT),
  )
  const opening = ranges.slice(0, 4).map((range, i) => delivery(range, -HALF_YEAR, 'init', 'complete', i + 1))
  const done = Array.from({ length: 58 }, (_, i) => {
    const range = ranges[(i * 5 + (i % 3)) % ranges.length] ?? []
    const type = i % 13 === 12 ? 'return' : i % 4 === 3 ? 'by_sku' : 'standard'
    return delivery(range, -HALF_YEAR + 3 + Math.floor((i * (HALF_YEAR - 5)) / 58), type, 'complete', 100 + i)
  })
  const open = today.map(({ day, upTo, type }, i) =>
    delivery(ranges[(i * 3 + 1) % ranges.length] ?? [], day, type, upTo, 500 + i),
  )
  return [...opening, ...done, ...open]
}

function delivery(
  range: Ware[],
  day: number,
  type: Delivery['type'],
  upTo: Delivery['upTo'],
  seed: number,
): Delivery {
  const chance = luck(seed)
  const whole = (from: number, to: number) => from + Math.floor(chance() * (to - from + 1))
  const many = type === 'init' ? 14 : type === 'return' ? 2 : whole(4, 9)
  const from = whole(0, Math.max(range.length - many, 0))
  const chosen = range.slice(from, from + many)
  const hasBoxes = type === 'standard'
  const lines = chosen.map((ware, i): Line => {
    const expected = type === 'return' ? whole(1, 4) : whole(2, 12) * 6
    const off = type === 'init' ? 1 : chance()
    const short = off < 0.05 ? Math.min(whole(1, 4), expected - 1) : 0
    const over = off > 0.05 && off < 0.07 ? whole(1, 3) : 0
    const isWhole = type === 'init'
    const broken = !isWhole && chance() < 0.06 ? Math.min(whole(1, 3), expected - short) : 0
    return {
      boxNo: hasBoxes ? boxNoOf(seed, Math.floor(i / 2)) : null,
      productId: ware.id,
      expected,
      good: expected - short + over - broken,
      defective: broken,
      lifeLeft: ware.shelfLifeDays === null ? null : Math.floor(ware.shelfLifeDays * (0.25 + 0.6 * chance())),
      lot: ware.lotManaged ? `L${String(seed).padStart(4, '0')}` : null,
    }
  })
  const differs = lines.some(({ expected, good, defective }) => good + defective !== expected)
  const transport = transports[whole(0, transports.length - 1)] ?? null
  return {
    seed,
    day,
    customerId: chosen[0]?.customerId ?? 0,
    type,
    referenceNo:
      type === 'init' ? `OPEN-${chosen[0]?.customerCode}` : `PO-${chosen[0]?.customerCode}-${1000 + seed}`,
    transport: type === 'init' || type === 'return' ? null : transport,
    containerNo:
      transport === 'sea_fcl' && hasBoxes ? `TALU${String(3_050_000 + seed * 17).padStart(7, '0')}` : null,
    trackingNos:
      transport === 'express' ? [`1Z999AA1${String(10_000_000 + seed * 7919).padStart(10, '0')}`] : [],
    boxes: hasBoxes
      ? Array.from({ length: Math.ceil(chosen.length / 2) }, (_, i) => ({
          boxNo: boxNoOf(seed, i),
          customerBoxNo: null,
          length: String(whole(14, 24)),
          width: String(whole(12, 18)),
          height: String(whole(10, 16)),
          weight: (10 + chance() * 30).toFixed(2),
        }))
      : [],
    lines,
    upTo,
    note: differs ? '与预报数量不符，已拍照并通知客户' : null,
  }
}

const boxNoOf = (seed: number, place: number) => `B${1000 + seed}-${String(place + 1).padStart(3, '0')}`

type Kind = 'move' | 'damage' | 'adjust' | 'freeze' | 'count'
const reasons: Record<Kind, string> = {
  move: '整理库位',
  damage: '搬运时损坏',
  adjust: '核对后更正',
  freeze: '客户要求暂停出库',
  count: '',
}

/** Two moves a week, and occasionally a correction or a count. */
export const stockWork = Array.from({ length: 84 }, (_, i) => {
  const kind: Kind =
    i % 21 === 20
      ? 'freeze'
      : i % 14 === 6
        ? 'damage'
        : i % 12 === 5
          ? 'adjust'
          : i % 7 === 3
            ? 'count'
            : 'move'
  return { day: -HALF_YEAR + 9 + i * 2, seed: 900 + i * 31, kind, reason: reasons[kind] }
})
