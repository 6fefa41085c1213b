import type { Decimal } from '../../platform/text/decimal.ts'
import { rentOfDay } from '../pricing/rent.ts'
import type { ContentOf } from './contract.ts'

const PUTAWAY = '2026-01-01'
const dayAfter = (days: number) =>
  new Date(Date.parse(`${PUTAWAY}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)

/** The rent of good goods for each day of a stay, by the function that charges it; null where no tier has a price. */
export const rentOfStay = (
  content: ContentOf<'storage'>,
  volume: Decimal,
  days: number,
): (Decimal | null)[] =>
  Array.from({ length: days }, (_, day) => {
    const rent = rentOfDay(
      { versionId: 0, ...content },
      [
        {
          ...{ productId: 1, batchId: null, quality: 'good', quantity: 1, putawayDate: PUTAWAY },
          ...{ unitVolume: volume, isUnmeasured: false },
        },
      ],
      { discount: '1', chargeDate: dayAfter(day), unit: 1, minVolume: '0.000001' },
    )
    return 'gap' in rent ? null : rent.amount
  })
