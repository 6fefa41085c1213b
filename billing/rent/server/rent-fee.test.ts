import { expect, test } from 'vitest'
import { type OwedDay, rentFeeOf } from './price-days.ts'

const night = (chargeDate: string, amount: string): OwedDay => {
  const rentDayId = Number(chargeDate.slice(-2))
  return {
    rentDayId,
    event: {
      id: rentDayId,
      kind: 'storage',
      sourceId: rentDayId,
      sourceNo: `RENT-${chargeDate}`,
      chargeDate,
      customerId: 1,
      createdAt: `${chargeDate}T20:00:00Z`,
      settlementMode: 'balance',
      refused: null,
    },
    chargeDate,
    amount,
    versionId: 7,
    discount: '1.00',
  }
}

test('a fee of several nights stands with the last of them, also where an earlier one got its price late', () => {
  const fee = rentFeeOf([
    night('2026-05-04', '1.10'),
    night('2026-05-06', '1.30'),
    night('2026-05-05', '1.20'),
  ])
  expect(fee).toMatchObject({
    event: { id: 6, chargeDate: '2026-05-06' },
    amount: '3.60',
    detail: { days: [{ rentDayId: 4 }, { rentDayId: 5 }, { rentDayId: 6 }] },
  })
})
