import { expect, test } from 'vitest'
import { figuresOf } from '../../../testing/paper-server.ts'
import { diceOf, sampleOf } from '../../../testing/random.ts'
import { aRealOrder } from '../../../testing/real-order.ts'
import { startTestServer } from '../../../testing/test-server.ts'
import { openBrowsers } from '../../../testing/web/receiving-page.ts'
import {
  announcedBy,
  type Marked,
  playSequence,
  playTogether,
  settingsBy,
} from '../../../testing/web/scan-sequence.ts'

const testServer = await startTestServer()
openBrowsers()

/** `SCAN_SEQUENCES=20000` for a long run. */
const SEQUENCES = Number(process.env.SCAN_SEQUENCES ?? sampleOf(100, 10))
const FIXED = 20_261_116
const fresh = Number(process.env.SCAN_SEED ?? Date.now() % 1_000_000_000)

async function playAlone(seed: number, done: string[], marked?: Marked) {
  const dice = diceOf(seed)
  const order = await aRealOrder(testServer, announcedBy(dice, marked), settingsBy(dice))
  const { document, paper, server, read, books } = order
  const options = { steps: 40, done, ...(marked && { marked }) }
  const { shown, person } = await playSequence(
    server('me', () => dice.isOnce(6)),
    document,
    dice,
    options,
  )
  const now = await read()
  expect(figuresOf(now)).toEqual(figuresOf(paper.standing()))
  expect(figuresOf(shown)).toEqual(figuresOf(now))
  for (const { boxNo, status } of now.boxes)
    expect([boxNo, status]).toEqual([boxNo, person.isReceived(boxNo) ? 'received' : 'expected'])
  const stock = [...person.stock].sort()
  expect(await books()).toEqual({ levels: stock, flows: stock, papers: person.papers })
}

async function playInPairs(seed: number, done: string[], marked?: Marked) {
  const dice = diceOf(seed)
  const order = await aRealOrder(testServer, announcedBy(dice, marked), settingsBy(dice))
  const { paper, server, read, books } = order
  const pair = (['me', 'colleague'] as const).map((who) => server(who, () => dice.isOnce(6)))
  const options = { steps: 40, done, ...(marked && { marked }) }
  await playTogether(pair, paper, dice, options)
  expect(figuresOf(await read())).toEqual(figuresOf(paper.standing()))
  const stock = [...paper.stock].sort()
  expect(await books()).toEqual({ levels: stock, flows: stock, papers: paper.papers() })
}

const ways = { alone: playAlone, 'with a colleague': playInPairs }
const seeds = { 'the seed that is always tried': FIXED, [`a fresh one, SCAN_SEED=${fresh}`]: fresh }
const tried = Object.entries(ways).flatMap(([way, play]) =>
  Object.entries(seeds).map(([name, seed]) => ({ way, play, name, seed })),
)
async function playFrom(play: typeof playAlone, seed: number, marked?: Marked) {
  const done: string[] = []
  await play(seed, done, marked).catch((reason) => {
    throw new Error(`the sequence of seed ${seed}:\n${done.join('\n')}`, { cause: reason })
  })
}

test.each(tried)(
  'after any sequence of scans, page, server and ledgers have the quantities careful people would have counted ($way, $name)',
  async ({ play, seed }) => {
    for (let i = 0; i < SEQUENCES / tried.length; i++)
      await playFrom(play, seed + i * 7919, i % 2 === 0 ? 'CREAM' : 'PILLS')
  },
  3_600_000,
)
