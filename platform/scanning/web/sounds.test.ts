import { expect, test } from 'vitest'
import { type Beep, toneNames, tones } from './sounds.ts'

const beepsOf = (name: keyof typeof tones): readonly Beep[] => tones[name]

test('every sound lasts at most half a second, one tone after the other', () => {
  expect([...toneNames].sort()).toEqual(Object.keys(tones).sort())
  for (const name of toneNames) {
    let free = 0
    for (const { at, seconds } of beepsOf(name)) {
      expect(at).toBeGreaterThanOrEqual(free)
      free = at + seconds
    }
    expect(free).toBeLessThan(0.5)
  }
})
