import { Alert, Button, Flex, Form, Input } from 'antd'
import { Suspense } from 'react'
import type { OutputOf } from '../../../platform/calls/call.ts'
import { useAnswer } from '../../../platform/calls/web/call.ts'
import { CallFailed } from '../../../platform/calls/web/send.ts'
import { useFormInside } from '../../../platform/forms/web/closing.ts'
import { ChangedNotice } from '../../../platform/forms/web/FormParts.tsx'
import { SkeletonRows } from '../../../platform/lists/web/SkeletonRows.tsx'
import type { Text } from '../../../platform/text/text.ts'
import { useText } from '../../../platform/text/web/language.tsx'
import { webText } from '../../../platform/text/web/text.ts'
import { DetailDrawer } from '../../../platform/ui/web/DetailDrawer.tsx'
import { lazyPage } from '../../../platform/ui/web/lazy-page.tsx'
import { QueryBoundary } from '../../../platform/ui/web/QueryBoundary.tsx'
import { contentProblems } from '../../pricing/content-problems.ts'
import { problemText } from '../content-problems.ts'
import {
  type getQuote,
  getVersion,
  type VersionContent,
  type VersionHead,
  versionContent,
} from '../contract.ts'
import { quotePageText, quoteText } from '../text.ts'
import { OperationEditor } from './OperationEditor.tsx'
import { StorageEditor } from './StorageEditor.tsx'
import { TryHandling } from './TryHandling.tsx'
import { TryPackage } from './TryPackage.tsx'
import { useVersionDraft } from './version-draft.ts'
import './quotes.css'

const FreightEditor = lazyPage(() => import('./FreightEditor.tsx'), 'FreightEditor')

type Quote = OutputOf<typeof getQuote>
type Full = OutputOf<typeof getVersion>

const MAX_LISTED = 8

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
  // As it is on the server now, not when it was last open.
  const opened = version.isFetchedAfterMount ? version.data : undefined
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
          isGone={version.error instanceof CallFailed && version.error.kind === 'not_found'}
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
  isGone,
  onClose,
}: {
  quote: Quote
  of: Full | undefined
  edits: VersionHead | undefined
  shown: VersionHead | undefined
  isReadOnly: boolean
  isGone: boolean
  onClose: () => void
}) {
  const t = useText()
  const draft = useVersionDraft({ quote, of, edits, isGone, isReadOnly, onClose })
  const { content, setContent, isClosed } = draft
  const isDirty = draft.isDirty && !isReadOnly
  // What changes are compared with: the version that the new one was copied from, or for a draft the one in force.
  const effective = quote.versions.find(({ status }) => status === 'effective')?.id
  const isDraft = edits !== undefined && quote.kind === 'freight'
  const inForce = useAnswer(
    getVersion,
    { id: effective },
    { enabled: isDraft && effective !== undefined, keep: false },
  )
  const compared = isDraft ? inForce.data : of
  const before = !isReadOnly && compared?.content.kind === 'freight' ? compared.content : null
  useFormInside({ isDirty, clear: draft.clear })
  // Hours of work stand here, so this button asks too.
  const cancel = () => {
    if (isDirty && !window.confirm(t(webText.discardAsk))) return
    draft.clear()
    onClose()
  }
  const { zones } = quote
  // The freight editor has its own checks beside its cells; it also holds what is no number yet.
  const problems = content.kind === 'freight' ? null : problemsOf(content, zones)
  const errors = problems?.filter(({ isWarning }) => !isWarning) ?? []
  return (
    <Form layout="vertical" component="div">
      <ChangedNotice fields={draft} isPending={draft.isPending} />
      {isClosed && <Alert type="warning" showIcon title={t(quotePageText.closedMeanwhile)} />}
      {content.kind === 'storage' && (
        <StorageEditor
          value={content}
          minVolume={quote.minVolume}
          onChange={setContent}
          isReadOnly={isReadOnly}
        />
      )}
      {content.kind === 'operation' && (
        <>
          <OperationEditor value={content} onChange={setContent} isReadOnly={isReadOnly} />
          <TryHandling content={content} />
        </>
      )}
      {content.kind === 'freight' && (
        <>
          <Suspense fallback={<SkeletonRows rows={6} />}>
            <FreightEditor
              value={content}
              onChange={setContent}
              isReadOnly={isReadOnly}
              zones={zones}
              inForce={before}
              fileName={[quote.quoteCode, ...(shown ? [`V${shown.versionNo}`] : [])].join('-')}
            />
          </Suspense>
          <TryPackage content={content} of={quote} />
        </>
      )}
      {problems && (
        <section aria-live="polite">
          <h3>
            {errors.length > 0
              ? t(quotePageText.problems, { count: errors.length })
              : problems.length > 0
                ? t(quotePageText.toCheck, { count: problems.length })
                : t(quotePageText.noProblems)}
          </h3>
          <ul className="quote-problems">
            {problems.slice(0, MAX_LISTED).map(({ text, isWarning }) => (
              <li key={text.en_US} className={isWarning ? 'quote-warning' : undefined}>
                {t(text)}
              </li>
            ))}
          </ul>
        </section>
      )}
      {!isReadOnly && (
        <>
          <Form.Item label={t(quoteText.note)} htmlFor="version-note">
            <Input
              id="version-note"
              value={draft.note}
              maxLength={500}
              onChange={({ target }) => draft.setNote(target.value)}
            />
          </Form.Item>
          <Flex className="form-foot" gap={8} wrap justify="end">
            <Button onClick={cancel}>{t(webText.cancel)}</Button>
            <Button type="primary" loading={draft.isPending} onClick={draft.save}>
              {t(quotePageText.saveDraft)}
            </Button>
          </Flex>
        </>
      )}
    </Form>
  )
}

type Problem = { text: Text; isWarning?: true | undefined }

/** What keeps the prices from being published, and what to check first. A value that is no number yet is the first of it. */
function problemsOf(content: VersionContent, zones: string[] | null): Problem[] {
  const read = versionContent.safeParse(content)
  if (!read.success) return [{ text: quotePageText.notNumbers }]
  return contentProblems(read.data, zones)
    .map((problem) => ({ text: problemText(problem, content.kind), isWarning: problem.isWarning }))
    .sort((a, b) => Number(a.isWarning ?? false) - Number(b.isWarning ?? false))
}
