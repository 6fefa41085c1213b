import { afterAll, expect, test } from 'vitest'
import { constraintTexts } from '../../../app/server/slices.ts'
import { Refusal } from '../../../platform/calls/refusal.ts'
import { constraintOf } from '../../../platform/calls/server/reply.ts'
import type { Database } from '../../../platform/database/server/db.ts'
import { type Outcome, type Schedule, twoLines } from '../../../testing/interleave.ts'
import { chance, isAll, rounds, seed, shareOf } from '../../../testing/random.ts'
import {
  aBusyStore,
  doing,
  lookOf,
  type OperationName,
  operations,
  wrongIn,
} from '../../../testing/stock-work.ts'
import { startTestServer } from '../../../testing/test-server.ts'

/**
 * Two transactions interact only where one commits or holds a lock the other wants. So every order of their
 * statements is equivalent to one of these, in which the first is interrupted once, anywhere, for any part of
 * the second. `npm run faults` runs all of them, the tests a few of each pair, a sample those of every other pair.
 */
const perPair = isAll ? Number.POSITIVE_INFINITY : rounds(2)
const SIDE_BY_SIDE = 3

console.log(`FAULT_SEED=${seed}`)
const server = await startTestServer()
const names = Object.keys(operations) as OperationName[]
const all = names.flatMap((a, i) => names.slice(i).map((b): [OperationName, OperationName] => [a, b]))
const pairs = shareOf(all, 0, 2)
const free = await Promise.all(Array.from({ length: SIDE_BY_SIDE }, () => twoLines(server.at.app)))
afterAll(() => Promise.all(free.map((lines) => lines.close())))

/** Done, or refused with a message: an operation has no other outcome. A short allocation is refused too. */
function cameTo(outcome: Outcome<unknown>): string {
  if ('value' in outcome) return Array.isArray(outcome.value) && outcome.value.length > 0 ? 'refused' : 'done'
  const { fault } = outcome
  if (fault instanceof Refusal || (constraintOf(fault) ?? '') in constraintTexts) return 'refused'
  return `fault: ${fault}`
}

/** Both operations in a fresh warehouse, in the order of the schedule: their outcomes and the final state. */
async function tried(
  lines: (typeof free)[number],
  pair: readonly [OperationName, OperationName],
  schedule: Schedule,
) {
  const store = await aBusyStore(server)
  const work = (name: OperationName) => (db: Database) =>
    db.write(store.tenantId, (tx) => doing(name)(tx, store))
  const { outcomes, statements, log } = await lines.run([work(pair[0]), work(pair[1])], schedule)
  const [look, wrong] = await server.database.read(store.tenantId, async (db) => [
    await lookOf(db, store),
    await wrongIn(db, store.tenantId),
  ])
  return { end: JSON.stringify([outcomes.map(cameTo), look, wrong]), wrong, statements, log }
}

const wholly = (first: 0 | 1): Schedule => ({ first, before: Number.POSITIVE_INFINITY, between: 0 })

/** Every point where one can be interrupted, for every part of the other. */
const interruptions = (messages: readonly [number, number]) =>
  ([0, 1] as const).flatMap((first) =>
    Array.from({ length: messages[first] - 1 }, (_, i) => i + 1).flatMap((before) =>
      Array.from(
        { length: messages[first === 0 ? 1 : 0] },
        (_, j): Schedule => ({ first, before, between: j + 1 }),
      ),
    ),
  )

let schedules = 0
async function pairHolds(lines: (typeof free)[number], pair: [OperationName, OperationName]) {
  const item = await tried(lines, pair, wholly(0))
  const other = await tried(lines, pair, wholly(1))
  expect([pair, item.wrong, other.wrong]).toEqual([pair, [], []])
  const luck = chance(pair.join())
  const all = interruptions(item.statements)
  const picked = all.length <= perPair ? all : Array.from({ length: perPair }, () => luck.pick(all))
  for (const schedule of picked) {
    schedules++
    const { end, log } = await tried(lines, pair, schedule)
    if (end === item.end || end === other.end) continue
    throw new Error(
      `${pair.join(' and ')}, FAULT_SEED=${seed}, ${JSON.stringify(schedule)}:\n${log.join('\n')}\ncame to\n${end}\nand not to\n${item.end}\nor\n${other.end}`,
    )
  }
}

test('any two concurrent kinds of work on the same goods end as if one had come first', {
  timeout: isAll ? 3_600_000 : 120_000 + perPair * 10_000,
}, async () => {
  const waiting = [...pairs]
  await Promise.all(
    free.map(async (lines) => {
      for (let pair = waiting.shift(); pair; pair = waiting.shift()) {
        await pairHolds(lines, pair)
        if (isAll) console.log(`${pair.join(' and ')}: ${schedules} interruptions so far`)
      }
    }),
  )
  console.log(`${pairs.length} pairs, ${schedules} interruptions`)
  expect(schedules).toBeGreaterThanOrEqual(pairs.length)
})
