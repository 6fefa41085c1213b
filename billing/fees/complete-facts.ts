import { estimate } from '../pricing/package-measures.ts'
import type { Measured } from '../pricing/price-types.ts'

type Line = Measured & { productId: number; quantity: number }
type Facts = {
  lines?: readonly Line[]
  estimated?: Measured
  zoneCode?: string | null
  remoteLevel?: string | null
  zoneSchemaId?: number | null
}

/** What is known today about the goods and the address of some work. */
export type KnownNow = {
  measuresOf: (productId: number) => Measured | undefined
  zone: { zoneCode: string; remoteLevel: string } | undefined
}

const measures = ['length', 'width', 'height', 'weight'] as const

/**
 * The facts of an event with what was missing filled in. What was known when it happened stays, whatever is known today: a measure that
 * changed afterwards changes no fee. Returns the same object where nothing was added.
 */
export function completeFacts<F extends object>(facts: F, { measuresOf, zone }: KnownNow): F {
  const { lines = [], zoneCode, estimated } = facts as Facts
  const filled = lines.map((line) => {
    const missing = measures.filter((measure) => line[measure] === null)
    const known = missing.length > 0 ? measuresOf(line.productId) : undefined
    const added = missing.flatMap((measure) => (known?.[measure] ? [[measure, known[measure]] as const] : []))
    return added.length > 0 ? { ...line, ...Object.fromEntries(added) } : line
  })
  const isChanged = filled.some((line, place) => line !== lines[place])
  const isZoned = zoneCode === null && zone !== undefined
  const guessed = estimated && guessedFrom(filled, estimated)
  const isGuessed = guessed !== estimated
  if (!isChanged && !isZoned && !isGuessed) return facts
  const { zoneCode: code, remoteLevel } = zone ?? {}
  return {
    ...facts,
    ...(isChanged && { lines: filled }),
    ...(isGuessed && { estimated: guessed }),
    ...(isZoned && { zoneCode: code, remoteLevel }),
  }
}

/** What the package of an order measures by its lines, where no estimate was possible before. */
function guessedFrom(lines: readonly Line[], estimated: Measured): Measured {
  const { weight, size } = estimate(lines)
  const isWeighed = estimated.weight === null && weight !== null
  const isSized = estimated.length === null && size !== null
  return isWeighed || isSized
    ? { ...estimated, ...(isWeighed && { weight }), ...(isSized && size) }
    : estimated
}
