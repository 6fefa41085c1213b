import { expect, test } from 'vitest'
import { expectInterleaved, perPair } from '../../../testing/interleave-pairs.ts'
import { isAll, seed, shareOf } from '../../../testing/random.ts'
import {
  aBusyStore,
  doing,
  lookOf,
  type OperationName,
  operations,
  wrongIn,
} from '../../../testing/stock-work.ts'
import { startTestServer } from '../../../testing/test-server.ts'

console.log(`FAULT_SEED=${seed}`)
const server = await startTestServer()
const names = Object.keys(operations) as OperationName[]
const all = names.flatMap((a, i) => names.slice(i).map((b) => [a, b] as const))
const pairs = shareOf(all, 0, 2)

test('any two concurrent kinds of work on the same goods end as if one had come first', {
  timeout: isAll ? 3_600_000 : 120_000 + perPair * 10_000,
}, async () => {
  const schedules = await expectInterleaved(server, pairs, {
    aStore: () => aBusyStore(server),
    doing,
    lookOf,
    wrongIn,
  })
  expect(schedules).toBeGreaterThanOrEqual(pairs.length)
})
