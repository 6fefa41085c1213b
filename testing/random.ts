/** What decides every random choice of a fault test; a failure is run again with the same one. */
export const seed = Number(process.env.FAULT_SEED ?? Date.now() % 1_000_000_000)

export type Chance = ReturnType<typeof chance>

/** Choices that the same seed and the same name make again (mulberry32). */
export function chance(name: string) {
  let state = [...name].reduce((sum, letter) => Math.imul(sum, 31) + letter.charCodeAt(0), seed)
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
  return {
    between: (low: number, high: number) => low + Math.floor(next() * (high - low + 1)),
    pick: <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)] as T,
    key: () =>
      Array.from({ length: 24 }, () => 'abcdefghijklmnopqrstuvwxyz012345'[Math.floor(next() * 32)]).join(''),
  }
}

/** A quarter of what `npm run test:full` tries, unless that is asked for. */
export const sampleOf = (count: number) => (process.env.TEST_SAMPLE ? Math.ceil(count / 4) : count)

/** How often a fault is tried: a sample in the tests, as many as `npm run faults -- --rounds` says in a long run. */
export const rounds = (few: number) => Number(process.env.FAULT_ROUNDS ?? sampleOf(few))

/** `npm run faults` tries every case where there is an end to them; the tests try some. */
export const isAll = process.env.FAULT_ALL !== undefined
