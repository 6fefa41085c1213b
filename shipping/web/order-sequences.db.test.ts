import { afterAll, expect, test } from 'vitest'
import { ledgerChecks, wrongNow } from '../../testing/books.ts'
import { diceOf, sampleOf } from '../../testing/random.ts'
import { startTestServer } from '../../testing/test-server.ts'
import { anOrderCompany, openOrderBrowsers, Round } from '../../testing/web/order-desk.ts'
import { playOrders } from '../../testing/web/order-users.ts'

/** `SEQUENCES=20000 SEED=7` for a long run from the same start. */
const SEQUENCES = Number(process.env.SEQUENCES ?? sampleOf(2_000, 20))
const SEED = Number(process.env.SEED ?? Date.now() % 1_000_000_000)
const STEPS = 12
const SIDE_BY_SIDE = 3
/** Sequences that share a company, and the check of its books. */
const IN_COMPANY = 10

const server = await startTestServer()
afterAll(openOrderBrowsers())

let begun = 0

/** Sequences one after the other, each with orders of its own; one that fails is shown. */
async function lane(): Promise<void> {
  while (begun < SEQUENCES) {
    const company = await anOrderCompany(server)
    const seeds: number[] = []
    while (seeds.length < IN_COMPANY && begun < SEQUENCES) {
      const seed = SEED + begun++ * 7919
      seeds.push(seed)
      const done: string[] = []
      const round = new Round(server, company, diceOf(seed), done)
      await playOrders(round, STEPS).catch((reason) => {
        begun = SEQUENCES
        throw new Error(`the sequence of SEED=${seed}:\n${done.join('\n')}`, { cause: reason })
      })
    }
    expect([seeds, await wrongNow(ledgerChecks, server, company)]).toEqual([seeds, []])
  }
}

test(
  'after any sequence of work at the order pages, page, server and ledgers have the orders, goods and labels of a simple model',
  async () => {
    await Promise.all(Array.from({ length: Math.min(SIDE_BY_SIDE, SEQUENCES) }, lane))
    expect(begun).toBe(SEQUENCES)
  },
  120_000 + SEQUENCES * 3_000,
)
