import { confirmCollections, recordCollection } from '../billing/money/server/collections.ts'
import type { Who } from '../platform/calls/who.ts'
import type { Tx } from '../platform/database/server/db.ts'
import { luck } from '../setup/server/sample-numbers.ts'
import type { Event, Floor } from './floor.ts'
import { BILLED, BROKE, HALF_YEAR, type Ware } from './plan.ts'

const banks = ['中国银行', 'Bank of America', 'Wells Fargo', '招商银行']

/** Each customer who pays in advance tops up once, by bank transfer; one never does. */
export async function payFrom(tx: Tx, who: Who, wares: readonly Ware[], paidOn: string) {
  const paying = wares.filter(({ customerCode }) => customerCode !== BROKE && customerCode !== BILLED)
  const customers = [...new Set(paying.map(({ customerId }) => customerId))]
  for (const customerId of customers) {
    const chance = luck(customerId * 31 + Math.floor(Date.parse(paidOn) / 86_400_000))
    const { id } = await recordCollection(tx, who, {
      customerId,
      purpose: 'top_up',
      amount: `${10 + Math.floor(chance() * 20)}00.00`,
      payMethod: 'bank',
      bankName: banks[Math.floor(chance() * banks.length)] ?? null,
      bankRefNo: `T${paidOn.replaceAll('-', '')}-${customerId}`,
      paidOn,
      remark: null,
      billIds: [],
    })
    await confirmCollections(tx, who, { ids: [id] })
  }
}

/** What the other customers paid: at the start, and some time ago again. */
export const paymentEvents = ({ tx, people }: Floor, wares: readonly Ware[]): Event[] =>
  [-HALF_YEAR, -60].map((day) => ({
    day,
    hour: 6,
    happen: () => payFrom(tx, people('billing1'), wares, dayOf(day)),
  }))

const dayOf = (day: number) => new Date(Date.now() + day * 86_400_000).toISOString().slice(0, 10)
