import type { BulkResult } from '../../calls/call.ts'
import type { Who } from '../../calls/who.ts'
import type { Text } from '../../text/text.ts'

/** The result of a bulk action: every selected document that is unknown or has a reason has failed. */
export function bulkResultOf(
  { language }: Pick<Who, 'language'>,
  ids: readonly number[],
  {
    known,
    reasons,
    notFound,
  }: {
    /** The numbers of the documents that exist. */
    known: ReadonlyMap<number, string>
    reasons: ReadonlyMap<number, Text | undefined>
    notFound: Text
  },
): BulkResult {
  const failed = ids
    .filter((id) => !known.has(id) || reasons.get(id))
    .map((id) => ({
      id,
      no: known.get(id) ?? String(id),
      reason: (reasons.get(id) ?? notFound)[language],
    }))
  return { ok: ids.length - failed.length, failed }
}

/** The results of bulk actions on documents that are known by the number in one of their fields. */
export const bulkResultsBy =
  <N extends string>(numberField: N, notFound: Text) =>
  (
    who: Pick<Who, 'language'>,
    ids: readonly number[],
    rows: readonly ({ id: number } & Record<N, string>)[],
    reasons: ReadonlyMap<number, Text | undefined>,
  ): BulkResult =>
    bulkResultOf(who, ids, {
      known: new Map(rows.map((row) => [row.id, row[numberField]])),
      reasons,
      notFound,
    })
