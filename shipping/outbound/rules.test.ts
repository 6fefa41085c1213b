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

test.each<[Partial<Leaving>, boolean, string | undefined]>([
  [{ interceptStatus: 'rejected' }, false, undefined],
  [{ interceptStatus: 'approved' }, false, undefined],
  [{ status: 'shipped', interceptStatus: 'requested' }, true, 'shipped'],
  [{ status: 'voided', interceptStatus: 'requested' }, true, 'voided'],
  [{ status: 'pending_shipment', interceptStatus: 'requested' }, true, 'intercepted'],
  [{ status: 'pending_shipment' }, true, 'old_label'],
  [{ status: 'pending_shipment' }, false, 'not_printed'],
  [{ status: 'audit_exception' }, false, 'not_printed'],
  [{ allocated: 1 }, false, 'not_allocated'],
  [{ allocated: 3 }, false, 'not_allocated'],
  [{ isBlocked: true }, false, 'goods_blocked'],
  [{ isBlocked: true, allocated: 1 }, false, 'not_allocated'],
])(
  'of several obstacles of an order with %j, old label %s, the first counts: %s',
  (over, isOld, obstacle) => {
    expect(obstacleOf({ ...withPackages(good), ...over }, { weighRequired: false }, isOld)).toBe(obstacle)
  },
)

test('a package of another channel is named before an unprinted one, and only where it has to be weighed an unweighed one', () => {
  const other = { weight: null, label: { channelId: 2, printCount: 0 } }
  expect(obstacleOf(withPackages(other), { weighRequired: true })).toBe('other_channel')
  expect(obstacleOf(withPackages({ ...good, weight: null }), { weighRequired: false })).toBeUndefined()
})
