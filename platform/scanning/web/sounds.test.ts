import { expect, test } from 'vitest'
import { type Beep, toneNames, tones } from './sounds.ts'

const beepsOf = (name: keyof typeof tones): readonly Beep[] => tones[name]

test('a good scan is a short high tone and an error a long low one', () => {
  expect(tones.ok).toEqual([{ hertz: 880, at: 0, seconds: 0.07 }])
  expect(tones.error).toEqual([{ hertz: 150, at: 0, seconds: 0.4 }])
})

test('a finished step rises and a warning repeats', () => {
  const [low, high] = tones.step
  expect(high.hertz).toBeGreaterThan(low.hertz)
  const [first, second] = tones.warning
  expect(second).toMatchObject({ hertz: first.hertz, seconds: first.seconds })
})

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
