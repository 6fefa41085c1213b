import { expect } from 'vitest'
import { constraintTexts } from '../app/server/slices.ts'
import { Refusal } from '../platform/calls/refusal.ts'
import { constraintOf } from '../platform/calls/server/reply.ts'
import type { Database, Db, Tx } from '../platform/database/server/db.ts'
import { type Outcome, type Schedule, twoLines } from './interleave.ts'
import { chance, isAll, rounds, seed } from './random.ts'
import type { TestServer } from './test-server.ts'

/**
 * Two transactions interact only where one commits or holds a lock the other wants. So every order of their
 * statements is equivalent to one of these, in which the first is interrupted once, anywhere, for any part of
 * the second. `npm run faults` runs all of them, the tests a few of each pair.
 */
export const perPair = isAll ? Number.POSITIVE_INFINITY : rounds(2)
const SIDE_BY_SIDE = 3

type Pair<N> = readonly [N, N]

/** Kinds of work on a warehouse, and how to compare what they come to. */
type Work<S extends { tenantId: number }, N extends string> = {
  /** A warehouse in the middle of its day, the same each time. */
  aStore: () => Promise<S>
  doing: (name: N) => (tx: Tx, store: S) => Promise<unknown>
  /** Its state without numbers that depend on order. */
  lookOf: (db: Db, store: S) => Promise<unknown>
  wrongIn: (db: Db, tenantId: number) => Promise<string[]>
}

/** Done, or refused with a message: an operation has no other outcome. What is refused in a selection counts too. */
function cameTo(outcome: Outcome<unknown>): string {
  if ('value' in outcome) {
    const { value } = outcome
    const failed = Array.isArray(value) ? value : (value as { failed?: unknown[] } | undefined)?.failed
    return failed && failed.length > 0 ? 'refused' : 'done'
  }
  const { fault } = outcome
  if (fault instanceof Refusal || (constraintOf(fault) ?? '') in constraintTexts) return 'refused'
  return `fault: ${fault}`
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

/** Runs pairs of work in interrupted orders: each must end as if one of the two had come first. Returns how many. */
export async function expectInterleaved<S extends { tenantId: number }, N extends string>(
  server: Pick<TestServer, 'database' | 'at'>,
  pairs: readonly Pair<N>[],
  { aStore, doing, lookOf, wrongIn }: Work<S, N>,
): Promise<number> {
  const free = await Promise.all(Array.from({ length: SIDE_BY_SIDE }, () => twoLines(server.at.app)))
  let schedules = 0

  /** Both operations in a fresh warehouse, in the order of the schedule: their outcomes and the final state. */
  async function tried(lines: (typeof free)[number], pair: Pair<N>, schedule: Schedule) {
    const store = await aStore()
    const work = (name: N) => (db: Database) => db.write(store.tenantId, (tx) => doing(name)(tx, store))
    const { outcomes, statements, log } = await lines.run([work(pair[0]), work(pair[1])], schedule)
    const [look, wrong] = await server.database.read(store.tenantId, async (db) => [
      await lookOf(db, store),
      await wrongIn(db, store.tenantId),
    ])
    return { end: JSON.stringify([outcomes.map(cameTo), look, wrong]), wrong, statements, log }
  }

  async function pairHolds(lines: (typeof free)[number], pair: Pair<N>) {
    const item = await tried(lines, pair, wholly(0))
    const other = await tried(lines, pair, wholly(1))
    expect([pair, item.wrong, other.wrong]).toEqual([pair, [], []])
    expect([pair, item.end.includes('fault: '), item.end]).toEqual([pair, false, item.end])
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

  const waiting = [...pairs]
  try {
    await Promise.all(
      free.map(async (lines) => {
        for (let pair = waiting.shift(); pair; pair = waiting.shift()) {
          await pairHolds(lines, pair)
          if (isAll) console.log(`${pair.join(' and ')}: ${schedules} interruptions so far`)
        }
      }),
    )
  } finally {
    await Promise.all(free.map((lines) => lines.close()))
  }
  console.log(`${pairs.length} pairs, ${schedules} interruptions`)
  return schedules
}
