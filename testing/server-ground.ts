import { sql } from 'kysely'
import { expect } from 'vitest'
import { Refusal } from '../platform/calls/refusal.ts'
import type { Tx } from '../platform/database/server/db.ts'
import type { TestDatabase } from './database.ts'
import { type Rewrite, twoLines } from './interleave.ts'
import type { TestStore } from './stock-builders.ts'

/** A database to prove something on, and what is said to it in place of what should be. */
export type Ground = Pick<TestDatabase, 'database' | 'owner' | 'at'> & { rewrite?: Rewrite }

export const broken = (constraint: string) => ({ constraint })
export const isRefusal = { fault: expect.any(Refusal) }

/** The first does all but its commit, the second goes as far as it can, and only then the first is over. */
export async function atOnce(
  ground: Ground,
  { tenantId }: Pick<TestStore, 'tenantId'>,
  works: [(tx: Tx) => Promise<unknown>, (tx: Tx) => Promise<unknown>],
  meanwhile?: () => Promise<void>,
) {
  const lines = await twoLines(ground.at.app, ground.rewrite)
  try {
    const [first, second] = works
    const { outcomes, isHeld } = await lines.run<unknown>(
      [(db) => db.write(tenantId, first), (db) => db.write(tenantId, second)],
      {
        first: 0,
        before: 'all but commit',
        between: Number.POSITIVE_INFINITY,
        ...(meanwhile && { meanwhile }),
      },
    )
    return { first: outcomes[0], second: outcomes[1], isHeld }
  } finally {
    await lines.close()
  }
}

/** A statement as the server might say it. */
export const say = (statement: string) => (tx: Tx) => sql.raw(statement).execute(tx)

/** Says each as the server would; it may none of them. */
export async function refusedToServer(store: TestStore, statements: string[], error: object) {
  for (const statement of statements)
    await expect([statement, await store.write(say(statement)).catch((fault) => fault)]).toMatchObject([
      statement,
      error,
    ])
}

export type Proofs = Record<string, (ground: Ground) => Promise<void>>
