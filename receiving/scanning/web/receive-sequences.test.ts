import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { anOrder, places } from '../../../testing/paper-order.ts'
import { PaperServer } from '../../../testing/paper-server.ts'
import { openBrowsers } from '../../../testing/web/receiving-page.ts'
import { announcedBy, diceOf, playSequence, settingsBy } from '../../../testing/web/scan-sequence.ts'

openBrowsers()
beforeAll(() => void vi.useFakeTimers({ toFake: ['setTimeout'] }))
afterAll(() => void vi.useRealTimers())

/** Over all seeds, also in a sample. `SCAN_SEQUENCES=200000` for a long run. */
const SEQUENCES = Number(process.env.SCAN_SEQUENCES ?? 5_000)
const FIXED = 20_261_116
const fresh = Number(process.env.SCAN_SEED ?? Date.now() % 1_000_000_000)

test.each([
  ['the seed that is always tried', FIXED],
  [`a fresh one, SCAN_SEED=${fresh}`, fresh],
])(
  'after any sequence of scans, page and server have the quantities a careful person would have counted (%s)',
  async (_, seed) => {
    for (let i = 0; i < SEQUENCES / 2; i++) {
      const dice = diceOf(seed + i * 7919)
      const marked = i % 2 === 0 ? 'CREAM' : 'PILLS'
      const document = anOrder(announcedBy(dice, marked), settingsBy(dice))
      const paper = new PaperServer(document, places)
      const done: string[] = []
      try {
        const { page, person } = await playSequence(paper, document, dice, { steps: 40, done, marked })
        const lines = paper.document.lines.map(({ boxId, productId, good, defective }) => [
          boxId,
          productId,
          good,
          defective,
        ])
        expect(
          page
            .figures()
            ?.lines.map(({ boxId, productId, good, defective }) => [boxId, productId, good, defective]) ??
            lines,
        ).toEqual(lines)
        expect([...paper.stock].sort()).toEqual([...person.stock].sort())
      } catch (reason) {
        throw new Error(`sequence ${i} of seed ${seed}:\n${done.join('\n')}`, { cause: reason })
      }
    }
  },
  300_000,
)
