import { createHash } from 'node:crypto'

/** A number that belongs to a name for good, so that a choice made by it stays the same from run to run. */
const numberOf = (name: string) => createHash('sha256').update(name).digest().readUInt32BE()

/** A journey as `playwright test --list` prints it: file, what it stands under, its own title. */
export type Journey = { file: string; path: readonly string[] }

/** What a journey is called in every language and theme. */
const subject = ({ file, path }: Journey) =>
  [file, ...path].join(' › ').replaceAll(/zh_CN|en_US|\blight\b|\bdark\b/g, '*')

/** Every journey once. Its name decides in which of its languages and themes, so that about half run in each. */
export function onceEach<J extends Journey>(journeys: readonly J[]): J[] {
  const variants = Map.groupBy(journeys, subject)
  return [...variants].flatMap(([name, all]) => all.slice(numberOf(name) % all.length).slice(0, 1))
}

/** A fifth of the faults a day. */
export const FAULT_PARTS = 5

/** What is never left to the day: answers that were given are kept, and nothing happens twice. */
const always = [
  'a killed server loses nothing it had acknowledged and repeats nothing',
  'a database connection cut around COMMIT leaves each command done once',
  'two servers and a third client race for the same pieces: each piece is used once, each command counts once',
]

/** The faults of one part. Five days in a row try all of them. */
export const faultsOf = (part: number, names: readonly string[]): string[] =>
  names.filter((name) => always.includes(name) || numberOf(name) % FAULT_PARTS === part % FAULT_PARTS)
