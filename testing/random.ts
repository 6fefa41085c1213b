/** The seed of every random choice of a fault test; a failure is reproduced with the same one. */
export const seed = Number(process.env.FAULT_SEED ?? Date.now() % 1_000_000_000)

export type Chance = ReturnType<typeof chance>

/** Numbers between 0 and 1, the same from the same start (mulberry32). */
function numbersFrom(start: number) {
  let state = start
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** Random choices reproducible by seed. */
export function diceOf(seed: number) {
  const next = numbersFrom(seed)
  return {
    isOnce: (of: number) => next() < 1 / of,
    between: (low: number, high: number) => low + Math.floor(next() * (high - low + 1)),
    pick: <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)] as T,
  }
}
export type Dice = ReturnType<typeof diceOf>

/** Random choices reproducible by seed and name. */
export function chance(name: string) {
  const next = numbersFrom([...name].reduce((sum, letter) => Math.imul(sum, 31) + letter.charCodeAt(0), seed))
  return {
    between: (low: number, high: number) => low + Math.floor(next() * (high - low + 1)),
    pick: <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)] as T,
    key: () =>
      Array.from({ length: 24 }, () => 'abcdefghijklmnopqrstuvwxyz012345'[Math.floor(next() * 32)]).join(''),
  }
}

/** In a sample, the number of the day: what a sample takes changes with it. */
const day = process.env.TEST_SAMPLE === undefined ? undefined : Number(process.env.TEST_SAMPLE)

/** A part of what `npm run test:full` runs, unless requested otherwise. */
export const sampleOf = (count: number, parts = 4) => (day === undefined ? count : Math.ceil(count / parts))

/**
 * Of values that are tried at many places, a sample tries one in `shares` at each. Neighbouring places try different
 * ones, and as many days as there are shares try every value at every place.
 */
export const shareOf = <T>(values: readonly T[], place: number, shares: number): readonly T[] =>
  day === undefined ? values : values.filter((_, i) => (i + place + day) % shares === 0)

/** How often a fault is repeated: a sample in the tests, `npm run faults -- --rounds` in a long run. */
export const rounds = (few: number) => Number(process.env.FAULT_ROUNDS ?? sampleOf(few))

/** `npm run faults` runs every case of a finite set; the tests run some. */
export const isAll = process.env.FAULT_ALL !== undefined
