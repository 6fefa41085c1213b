import { expect, test } from 'vitest'
import type { ContentOf } from './contract.ts'
import { rentOfStay } from './rent-of-stay.ts'

test('a stay is free for its free days, then costs its tiers, and has no price after the last one', () => {
  const content: ContentOf<'storage'> = {
    kind: 'storage',
    freeDays: 2,
    tiers: [
      { ageFrom: 3, ageTo: 4, price: '0.50', quality: 'all' },
      { ageFrom: 5, ageTo: 5, price: '1', quality: 'good' },
    ],
  }
  expect(rentOfStay(content, '1.5', 6)).toEqual(['0.00', '0.00', '0.75', '0.75', '1.50', null])
})
