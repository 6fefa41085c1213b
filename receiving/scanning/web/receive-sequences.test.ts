import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { anOrder, places } from '../../../testing/paper-order.ts'
import { figuresOf, PaperServer } from '../../../testing/paper-server.ts'
import { type Dice, diceOf } from '../../../testing/random.ts'
import { openBrowsers } from '../../../testing/web/receiving-page.ts'
import {
  announcedBy,
  type Marked,
  playSequence,
  playTogether,
  settingsBy,
} from '../../../testing/web/scan-sequence.ts'

openBrowsers()
beforeAll(() => void vi.useFakeTimers({ toFake: ['setTimeout'] }))
afterAll(() => void vi.useRealTimers())

/** Over all seeds, also in a sample. `SCAN_SEQUENCES=200000` for a long run. */
const SEQUENCES = Number(process.env.SCAN_SEQUENCES ?? 5_000)
const FIXED = 20_261_116
const fresh = Number(process.env.SCAN_SEED ?? Date.now() % 1_000_000_000)

const seeds = [
  ['the seed that is always tried', FIXED],
  [`a fresh one, SCAN_SEED=${fresh}`, fresh],
] as const

/** Plays this many sequences; one that fails is shown. */
async function playAll(
  count: number,
  seed: number,
  play: (
    paper: PaperServer,
    dice: Dice,
    options: { steps: number; done: string[]; marked: Marked },
  ) => Promise<void>,
) {
  for (let i = 0; i < count; i++) {
    const dice = diceOf(seed + i * 7919)
    const marked = i % 2 === 0 ? 'CREAM' : 'PILLS'
    const paper = new PaperServer(anOrder(announcedBy(dice, marked), settingsBy(dice)), places)
    paper.hasDamagedBin = !dice.isOnce(4)
    const done: string[] = []
    await play(paper, dice, { steps: 40, done, marked }).catch((reason) => {
      throw new Error(`sequence ${i} of seed ${seed}:\n${done.join('\n')}`, { cause: reason })
    })
  }
}

test.each(seeds)(
  'after any sequence of scans, page and server have the quantities a careful person would have counted (%s)',
  (_, seed) =>
    playAll(SEQUENCES / 2, seed, async (paper, dice, options) => {
      const { shown, person } = await playSequence(paper, paper.document, dice, options)
      expect(figuresOf(shown)).toEqual(figuresOf(paper.standing()))
      expect([...paper.stock].sort()).toEqual([...person.stock].sort())
    }),
  300_000,
)

test.each(seeds)(
  'two users at one order see each other’s work, whatever they scan and whatever is refused (%s)',
  (_, seed) => playAll(SEQUENCES / 50, seed, (paper, ...how) => playTogether([paper, paper], paper, ...how)),
  300_000,
)
