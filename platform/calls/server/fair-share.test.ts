import { expect, test } from 'vitest'
import { openShares } from './fair-share.ts'

const A_MINUTE = 60_000

test('a company holds at most its share, and another company is not affected', () => {
  const shares = openShares(2, A_MINUTE)
  expect([1, 1, 1, 2].map((company) => shares.tryTake(company))).toEqual([true, true, false, true])
  shares.release(1)
  expect([1, 1].map((company) => shares.tryTake(company))).toEqual([true, false])
})

test('a released slot goes to the request that has waited longest', async () => {
  const shares = openShares(1, A_MINUTE)
  await shares.take(1)
  const served: string[] = []
  const waiting = ['first', 'second'].map((name) => shares.take(1).then(() => served.push(name)))
  shares.release(1)
  await waiting[0]
  expect(served).toEqual(['first'])
  shares.release(1)
  await waiting[1]
  expect(served).toEqual(['first', 'second'])
  expect(shares.tryTake(1)).toBe(false)
  shares.release(1)
  expect(shares.tryTake(1)).toBe(true)
})

test('a request that gave up waiting takes no slot, and those behind it keep their turn', async () => {
  const shares = openShares(1, 20)
  await shares.take(1)
  const late = shares.take(1)
  await expect(late).rejects.toThrow('holds its share of connections')
  const patient = shares.take(1)
  shares.release(1)
  await patient
  shares.release(1)
  expect(shares.tryTake(1)).toBe(true)
})
