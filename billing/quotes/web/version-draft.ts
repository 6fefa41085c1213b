import type { OutputOf } from '../../../platform/calls/call.ts'
import { useCommand } from '../../../platform/calls/web/call.ts'
import { useDraft } from '../../../platform/forms/web/drafts.ts'
import type { RowKeys } from '../../../platform/forms/web/edits.ts'
import { useShown } from '../../../platform/ui/web/tab-context.ts'
import {
  createVersion,
  editVersion,
  type getQuote,
  getVersion,
  type VersionContent,
  type VersionHead,
} from '../contract.ts'
import { quoteReadings } from './quote-sections.ts'

type Full = OutputOf<typeof getVersion>
type Typed = VersionContent & { note: string }

const empty: Record<VersionContent['kind'], VersionContent> = {
  operation: { kind: 'operation', dimDivisor: null, rules: [] },
  storage: { kind: 'storage', freeDays: 0, tiers: [] },
  freight: {
    kind: 'freight',
    dimDivisor: null,
    dimRounding: null,
    weightStep: null,
    weightBasis: null,
    flatPrice: null,
    rows: [],
    surcharges: [],
  },
}

/** What makes two prices the same one, whatever they cost. */
const rowKeys: Record<VersionContent['kind'], RowKeys<Typed>> = {
  operation: { rules: ({ feeTypeId }) => String(feeTypeId) },
  storage: { tiers: ({ ageFrom, quality }) => `${ageFrom} ${quality}` },
  freight: {
    rows: ({ zoneCode, weightFrom, weightTo }) => JSON.stringify([zoneCode, weightFrom, weightTo]),
    surcharges: ({ amount: _, percent: __, fuelable: ___, ...condition }) =>
      JSON.stringify(Object.entries(condition).sort()),
  },
}

/** A longer table is not stored at every key: it would make typing slow. */
const MAX_STORED_ROWS = 1000
const isStored = (content: VersionContent) =>
  content.kind !== 'freight' || content.rows.length <= MAX_STORED_ROWS

/**
 * The prices of a version while they are edited, and how they are saved.
 *
 * What was typed stays until it is saved or discarded, whatever the server refuses: over a draft that a colleague saved
 * meanwhile the edited prices are saved when the user says so, and instead of one that is in force or deleted by now a
 * new draft is saved.
 */
export function useVersionDraft({
  quote,
  of,
  edits,
  isGone,
  isReadOnly,
  onClose,
}: {
  quote: Pick<OutputOf<typeof getQuote>, 'id' | 'kind'>
  /** The version that is edited, shown or copied, as it is now. */
  of: Full | undefined
  edits: Pick<VersionHead, 'id'> | undefined
  /** Whether the edited version was deleted meanwhile. */
  isGone: boolean
  isReadOnly: boolean
  onClose: () => void
}) {
  const start = of?.content ?? empty[quote.kind]
  // Edits of a copy of one version don't fit a copy of another.
  const name = edits ? `quote-version-${edits.id}` : `new-quote-version-${quote.id}-of-${of?.id ?? 'none'}`
  const draft = useDraft<Typed>(
    isStored(start) && !isReadOnly ? name : undefined,
    { ...start, note: (edits && of?.note) ?? '' },
    { rowVersion: edits && of?.rowVersion, rowKeys: rowKeys[quote.kind] },
  )
  const refreshes = [...quoteReadings, getVersion]
  const create = useCommand(createVersion, { refreshes })
  const edit = useCommand(editVersion, { refreshes })
  const { isRemoved } = useShown()
  const { note, ...content } = draft.value
  const isClosed = edits !== undefined && (isGone || (of?.status !== 'draft' && of?.status !== 'pending'))
  const save = () => {
    const saving =
      edits && of && !isClosed
        ? edit.mutateAsync({ id: of.id, rowVersion: draft.rowVersion ?? of.rowVersion, content, note })
        : create.mutateAsync({ quoteId: quote.id, content, note })
    void saving.then(
      () => {
        draft.clear()
        if (!isRemoved()) onClose()
      },
      // The message says why, and what was typed stays.
      () => {},
    )
  }
  return {
    ...draft,
    content,
    note,
    setContent: (next: VersionContent) =>
      draft.change(
        Object.fromEntries(
          Object.entries(next).filter(([field, value]) => draft.value[field as keyof Typed] !== value),
        ) as Partial<Typed>,
      ),
    setNote: (next: string) => draft.change({ note: next }),
    /** Whether the edited version can't be changed any more, so that a new draft is saved. */
    isClosed,
    isOutdated: draft.isOutdated && !isClosed,
    save,
    isPending: create.isPending || edit.isPending,
  }
}
