import { Button, Flex, Form, Input } from 'antd'
import { useState } from 'react'
import type { OutputOf } from '../../../platform/calls/call.ts'
import { useAnswer, useCommand } from '../../../platform/calls/web/call.ts'
import { useFormInside } from '../../../platform/forms/web/closing.ts'
import { useUnsaved } from '../../../platform/forms/web/drafts.ts'
import { SkeletonRows } from '../../../platform/lists/web/SkeletonRows.tsx'
import type { Text } from '../../../platform/text/text.ts'
import { useText } from '../../../platform/text/web/language.tsx'
import { webText } from '../../../platform/text/web/text.ts'
import { DetailDrawer } from '../../../platform/ui/web/DetailDrawer.tsx'
import { lazyDialog } from '../../../platform/ui/web/lazy-page.tsx'
import { QueryBoundary } from '../../../platform/ui/web/QueryBoundary.tsx'
import { errorsIn, problemText } from '../content-problems.ts'
import {
  createVersion,
  editVersion,
  type getQuote,
  getVersion,
  type VersionContent,
  type VersionHead,
  versionContent,
} from '../contract.ts'
import { quotePageText, quoteText } from '../text.ts'
import { OperationEditor } from './OperationEditor.tsx'
import { quoteReadings } from './QuotePage.tsx'
import { StorageEditor } from './StorageEditor.tsx'
import { TryHandling } from './TryHandling.tsx'
import { TryPackage } from './TryPackage.tsx'
import './quotes.css'

const FreightEditor = lazyDialog(() => import('./FreightEditor.tsx'), 'FreightEditor')

type Quote = OutputOf<typeof getQuote>
type Full = OutputOf<typeof getVersion>

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

const SAID = 8

/** The prices of a version: a new one that starts as a copy of `from`, a draft that is edited, or one that is only shown. */
export function VersionEditor({
  quote,
  from,
  edits,
  shows,
  onClose,
}: {
  quote: Quote
  from?: number | undefined
  edits?: VersionHead
  shows?: VersionHead
  onClose: () => void
}) {
  const t = useText()
  const source = edits?.id ?? shows?.id ?? from
  const version = useAnswer(
    getVersion,
    { id: source },
    { enabled: source !== undefined, keep: false, staleTime: 0 },
  )
  // As it is on the server now, not when it was last open. It stays so: a later change must not pass for what was edited.
  const [opened, setOpened] = useState<Full>()
  if (!opened && version.isFetchedAfterMount && version.data) setOpened(version.data)
  const shown = edits ?? shows
  const title = shown
    ? t(quotePageText.priceOf, { code: quote.quoteCode, no: shown.versionNo })
    : t(quotePageText.freshPrice, { code: quote.quoteCode })
  return (
    <DetailDrawer title={title} isOpen onClose={onClose} isForm>
      {source === undefined || opened ? (
        <Editor
          quote={quote}
          of={opened}
          edits={edits}
          shown={shown}
          isReadOnly={shows !== undefined}
          onClose={onClose}
        />
      ) : (
        <QueryBoundary answer={version}>{() => <SkeletonRows rows={6} />}</QueryBoundary>
      )}
    </DetailDrawer>
  )
}

function Editor({
  quote,
  of,
  edits,
  shown,
  isReadOnly,
  onClose,
}: {
  quote: Quote
  of: Full | undefined
  edits: VersionHead | undefined
  shown: VersionHead | undefined
  isReadOnly: boolean
  onClose: () => void
}) {
  const t = useText()
  const start = { content: of?.content ?? empty[quote.kind], note: (edits && of?.note) ?? '' }
  const [content, setContent] = useState<VersionContent>(start.content)
  const [note, setNote] = useState(start.note)
  const isDirty = content !== start.content || note !== start.note
  // What changes are compared with: the version that the new one was copied from.
  const before = !edits && !isReadOnly && of?.content.kind === 'freight' ? of.content : null
  useUnsaved(isDirty && !isReadOnly)
  useFormInside({
    isDirty: isDirty && !isReadOnly,
    clear: () => {
      setContent(start.content)
      setNote(start.note)
    },
  })
  // Hours of work stand here, so this button asks too.
  const cancel = () => {
    if (!isDirty || window.confirm(t(webText.discardAsk))) onClose()
  }
  const refreshes = [...quoteReadings, getVersion]
  const create = useCommand(createVersion, { refreshes })
  const edit = useCommand(editVersion, { refreshes })
  const zones = of?.zones ?? null
  // The freight editor has its own checks beside its cells; it also holds what is no number yet.
  const problems = content.kind === 'freight' ? null : problemsOf(content, zones)
  const save = () => {
    const done = { onSuccess: onClose }
    if (edits && of) edit.mutate({ id: of.id, rowVersion: of.rowVersion, content, note }, done)
    else create.mutate({ quoteId: quote.id, content, note }, done)
  }
  return (
    <Form layout="vertical" component="div">
      {content.kind === 'storage' && (
        <StorageEditor value={content} onChange={setContent} isReadOnly={isReadOnly} />
      )}
      {content.kind === 'operation' && (
        <>
          <OperationEditor value={content} onChange={setContent} isReadOnly={isReadOnly} />
          <TryHandling content={content} />
        </>
      )}
      {content.kind === 'freight' && (
        <>
          <FreightEditor
            value={content}
            onChange={setContent}
            isReadOnly={isReadOnly}
            zones={zones}
            inForce={before}
            fileName={[quote.quoteCode, ...(shown ? [`V${shown.versionNo}`] : [])].join('-')}
          />
          {of && <TryPackage content={content} of={of} />}
        </>
      )}
      {problems && (
        <section aria-live="polite">
          <h3>
            {problems.length > 0
              ? t(quotePageText.problems, { count: problems.length })
              : t(quotePageText.noProblems)}
          </h3>
          <ul className="quote-problems">
            {problems.slice(0, SAID).map((problem) => (
              <li key={problem.en_US}>{t(problem)}</li>
            ))}
          </ul>
        </section>
      )}
      {!isReadOnly && (
        <>
          <Form.Item label={t(quoteText.note)} htmlFor="version-note">
            <Input
              id="version-note"
              value={note}
              maxLength={500}
              onChange={({ target }) => setNote(target.value)}
            />
          </Form.Item>
          <Flex className="form-foot" gap={8} wrap justify="end">
            <Button onClick={cancel}>{t(webText.cancel)}</Button>
            <Button type="primary" loading={create.isPending || edit.isPending} onClick={save}>
              {t(quotePageText.saveDraft)}
            </Button>
          </Flex>
        </>
      )}
    </Form>
  )
}

/** What keeps the prices from being published, in words. A value that is no number yet is the first of it. */
function problemsOf(content: VersionContent, zones: string[] | null): Text[] {
  const read = versionContent.safeParse(content)
  if (!read.success) return [quotePageText.notNumbers]
  return errorsIn(read.data, zones).map((problem) => problemText(problem, content.kind))
}
