import { expect, test } from 'vitest'
import { chance, seed } from '../../testing/random.ts'
import { type Missing, missingFrom, noneMissing, reportOf, toggled } from './came-out.ts'

const SEQUENCES = 2_000
const STEPS = 20

/** A user ticks labels and types the number from which on none came out, in any order. The model is a row of ticks. */
test(`${SEQUENCES} random sequences of ticks report what a simple model says`, () => {
  const random = chance('came out')
  const seen = new Set<string>()
  for (let sequence = 0; sequence < SEQUENCES; sequence++) {
    const printed = Array.from({ length: random.between(1, 12) }, (_, i) => 1000 + i * 7)
    let ticks = printed.map(() => true)
    let missing: Missing = noneMissing
    /** After each step: what is reported, and that what was shown before stayed as it was. */
    const reported: unknown[] = []
    const expected: unknown[] = []
    for (let step = 0; step < STEPS; step++) {
      const before = missing
      const kept = [...before]
      const action = random.pick(['tick', 'tick', 'tick', 'from', 'empty'] as const)
      const at = random.between(0, printed.length - 1)
      if (action === 'tick') {
        missing = toggled(missing, printed[at] as number)
        ticks[at] = !ticks[at]
      } else if (action === 'from') {
        missing = missingFrom(printed, at + 1)
        ticks = printed.map((_, i) => i < at)
      } else {
        missing = missingFrom(printed, null)
        ticks = printed.map(() => true)
      }
      const report = reportOf(printed, missing)
      reported.push(report, [...before])
      expected.push(
        { notPrinted: printed.filter((_, i) => !ticks[i]), count: ticks.filter(Boolean).length },
        kept,
      )
      seen.add(report.count === 0 ? 'none' : report.count === printed.length ? 'all' : 'some')
    }
    expect(JSON.stringify(reported), `FAULT_SEED=${seed}, sequence ${sequence}`).toBe(
      JSON.stringify(expected),
    )
  }
  expect([...seen].toSorted()).toEqual(['all', 'none', 'some'])
})
