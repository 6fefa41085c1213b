import { expect, test } from 'vitest'
import { aDatabase } from '../../testing/database.ts'
import { documentProofs } from '../../testing/document-proofs.ts'
import { guards } from '../../testing/guards.ts'
import { shareOf } from '../../testing/random.ts'
import { stockProofs } from '../../testing/stock-proofs.ts'
import { aBusyStore } from '../../testing/stock-work.ts'

const proofs = { ...stockProofs, ...documentProofs }
const intact = await aDatabase()

test.each(Object.entries(proofs))('%s', async (_, proof) => {
  await proof(intact)
})

test('every proof has a guard, and each guard is removed once', () => {
  expect(new Set(guards.map(({ proof }) => proof))).toEqual(new Set(Object.keys(proofs)))
  expect(new Set(guards.map(({ guard }) => guard)).size).toBe(guards.length)
})

// Each guard is taken away on one day in three.
test.each(shareOf(guards, 0, 3))(
  'without “$guard” it is not true that $proof',
  async ({ sabotage, proof }) => {
    const scratch = await aDatabase()
    try {
      if (typeof sabotage === 'string') await scratch.owner(sabotage)
      // The work itself still runs: only the proof must fail, not everything.
      await aBusyStore(scratch)
      const rewrite = typeof sabotage === 'string' ? {} : { rewrite: sabotage }
      await expect(proofs[proof]({ ...scratch, ...rewrite })).rejects.toThrow()
    } finally {
      await scratch.close()
    }
  },
)
