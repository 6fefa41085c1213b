import { expect, test } from 'vitest'
import { type Leaving, obstacleOf } from './rules.ts'

type Package = Leaving['packages'][number]
const good: Package = { weight: '0.500', label: { channelId: 1, printCount: 1 } }
const withPackages = (...packages: Package[]): Leaving => ({
  orderNo: 'OB1',
  status: 'waybill_printed',
  interceptStatus: 'none',
  channelId: 1,
  pieceCount: 2,
  allocated: 2,
  isBlocked: false,
  packages,
})

test.each<[string, Partial<Package>, string]>([
  ['has no label', { label: null }, 'no_label'],
  ['has a label of another channel', { label: { channelId: 2, printCount: 1 } }, 'other_channel'],
  ['has a label that is not printed', { label: { channelId: 1, printCount: 0 } }, 'label_unprinted'],
  ['is not weighed', { weight: null }, 'not_weighed'],
])('an order stays here when one of its packages %s', (_, over, obstacle) => {
  const settings = { weighRequired: true }
  expect(obstacleOf(withPackages(good, good), settings)).toBeUndefined()
  expect(obstacleOf(withPackages(good, { ...good, ...over }), settings)).toBe(obstacle)
})

test('an order without a package stays here', () => {
  expect(obstacleOf(withPackages(), { weighRequired: false })).toBe('no_label')
})
