import { describe, expect, test } from 'vitest'
import { completeFacts, type KnownNow } from './complete-facts.ts'

const unknown = { weight: null, length: null, width: null, height: null }
const bolt = { weight: '0.5', length: '10', width: '8', height: '2' }
const line = (over: object = {}) => ({ productId: 7, quantity: 2, ...bolt, ...over })
const now = (over: Partial<KnownNow> = {}): KnownNow => ({
  measuresOf: (productId) => (productId === 7 ? bolt : undefined),
  zone: undefined,
  ...over,
})

describe('what an event lacked is filled in', () => {
  test('measures of its goods, and with them the estimate of its package', () => {
    const facts = { lines: [line(unknown)], estimated: unknown, zoneCode: '5' }
    expect(completeFacts(facts, now())).toEqual({
      lines: [line()],
      estimated: { weight: '1.000', length: '10.00', width: '8.00', height: '4.00' },
      zoneCode: '5',
    })
  })

  test('the estimate alone, where the goods were measured after the order was made and before it was shipped', () => {
    const facts = { lines: [line()], estimated: unknown }
    expect(completeFacts(facts, now()).estimated).toEqual({
      weight: '1.000',
      length: '10.00',
      width: '8.00',
      height: '4.00',
    })
  })

  test('the zone of its address', () => {
    const facts = { lines: [line()], zoneCode: null, remoteLevel: null }
    const zone = { zoneCode: '7', remoteLevel: 'das' }
    expect(completeFacts(facts, now({ zone }))).toEqual({ ...facts, ...zone })
  })
})

test('what was known when it happened stays', () => {
  const facts = {
    lines: [line({ weight: '9' })],
    estimated: { ...bolt, weight: '18' },
    zoneCode: '5',
    remoteLevel: 'none',
  }
  expect(completeFacts(facts, now({ zone: { zoneCode: '7', remoteLevel: 'das' } }))).toBe(facts)
  const partly = { ...facts, lines: [line({ weight: '9', length: null })] }
  expect(completeFacts(partly, now()).lines).toEqual([line({ weight: '9' })])
})

test('what is still unknown stays open', () => {
  const facts = { lines: [line({ ...unknown, productId: 8 })], estimated: unknown, zoneCode: null }
  expect(completeFacts(facts, now())).toBe(facts)
})
