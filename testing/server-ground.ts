import { sql } from 'kysely'
import { expect } from 'vitest'
import { Refusal } from '../platform/calls/refusal.ts'
import type { Tx } from '../platform/database/server/db.ts'
import type { TestDatabase } from './database.ts'
import { type Rewrite, twoLines } from './interleave.ts'
import type { TestStore } from './stock-builders.ts'

/** A database for a proof, and the rewritten statements. */
export type Ground = Pick<TestDatabase, 'database' | 'owner' | 'at'> & { rewrite?: Rewrite }

export const broken = (constraint: string) => ({ constraint })
export const isRefusal = { fault: expect.any(Refusal) }

/** The first runs all but its commit, the second goes as far as it can, and only then the first commits. */
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

/** A statement as the server might send it. */
export const say = (statement: string) => (tx: Tx) => sql.raw(statement).execute(tx)

/** Sends each as the server's role; all must be refused. */
export async function refusedToServer(store: TestStore, statements: string[], error: object) {
  for (const statement of statements)
    await expect([statement, await store.write(say(statement)).catch((fault) => fault)]).toMatchObject([
      statement,
      error,
    ])
}

export type Proofs = Record<string, (ground: Ground) => Promise<void>>
