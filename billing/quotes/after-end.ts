import type { VersionHead } from './contract.ts'

/** What follows a version of a quote. */
type AfterEnd<V> = {
  /** The published version that starts next. */
  next: V | undefined
  /** Whether there is a time without a price after the end. */
  hasGap: boolean
}

/** What follows when a version ends at a time, as an instant; null is never. */
export function afterEnd<V extends Pick<VersionHead, 'id' | 'effectiveFrom'>>(
  versions: readonly V[],
  { id, effectiveFrom }: Pick<VersionHead, 'id' | 'effectiveFrom'>,
  inactiveAt: string | null,
): AfterEnd<V> {
  const startOf = (version: Pick<VersionHead, 'effectiveFrom'>) => Date.parse(version.effectiveFrom ?? '')
  const [next] = versions
    .filter((version) => version.id !== id && startOf(version) > startOf({ effectiveFrom }))
    .toSorted((a, b) => startOf(a) - startOf(b))
  return { next, hasGap: inactiveAt !== null && (!next || Date.parse(inactiveAt) < startOf(next)) }
}
