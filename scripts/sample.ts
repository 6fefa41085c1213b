import { createHash } from 'node:crypto'

/** A stable number for a name, so that a choice made by it is the same in every run. */
export const numberOf = (name: string) => createHash('sha256').update(name).digest().readUInt32BE()

/** A journey as `playwright test --list` prints it: file, enclosing titles, own title. */
export type Journey = { file: string; path: readonly string[] }

/** The name of a journey without its language and theme. */
const subject = ({ file, path }: Journey) =>
  [file, ...path].join(' › ').replaceAll(/zh_CN|en_US|\blight\b|\bdark\b/g, '*')

/** Every journey once. A hash of its name selects language and theme, so that about half run in each. */
export function onceEach<J extends Journey>(journeys: readonly J[]): J[] {
  const variants = Map.groupBy(journeys, subject)
  return [...variants].flatMap(([name, all]) => all.slice(numberOf(name) % all.length).slice(0, 1))
}

/** A tenth of the faults a day. */
export const FAULT_PARTS = 10

/** The faults that run every day: acknowledged commands are kept, and nothing happens twice. */
const always = [
  'a killed server loses nothing it had acknowledged and repeats nothing',
  'a database connection cut around COMMIT leaves each command done once',
  'two servers and a third client race for the same pieces: each piece is used once, each command counts once',
]

/** The faults of one part. Ten consecutive days cover all of them. */
export const faultsOf = (part: number, names: readonly string[]): string[] =>
  names.filter((name) => always.includes(name) || numberOf(name) % FAULT_PARTS === part % FAULT_PARTS)
