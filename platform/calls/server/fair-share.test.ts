import { expect, test } from 'vitest'
import { openShares } from './fair-share.ts'

const A_MINUTE = 60_000

test('a company holds at most its share, and another company is not affected', async () => {
  const shares = openShares(2, 20)
  const served = async (...companies: number[]) =>
    (await Promise.allSettled(companies.map(shares.take))).map(({ status }) => status === 'fulfilled')
  expect(await served(1, 1, 1, 2)).toEqual([true, true, false, true])
  shares.release(1)
  expect(await served(1, 1)).toEqual([true, false])
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
  const third = shares.take(1).then(() => served.push('third'))
  shares.release(1)
  await third
  expect(served).toEqual(['first', 'second', 'third'])
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
  await expect(shares.take(1)).resolves.toBeUndefined()
})
