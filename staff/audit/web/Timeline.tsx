import type { ComponentType } from 'react'
import type { TimelineStep } from '../../../platform/audit/timeline.ts'
import { LocalTime } from '../../../platform/text/web/LocalTime.tsx'
import { language, useText } from '../../../platform/text/web/language.tsx'
import { type AuditLabels, staffAuditLabels, wordsFor } from '../../audit-labels.ts'
import { auditText } from '../text.ts'
import './timeline.css'

/** Who did which step of a document when, newest first, and from which status to which. */
export function Timeline<S extends string>({
  steps,
  words,
  Status,
}: {
  steps: readonly TimelineStep<S>[]
  /** The audit labels of the document’s slice. */
  words: AuditLabels
  Status: ComponentType<{ status: S }>
}) {
  const t = useText()
  const name = wordsFor({ ...words, actions: { ...staffAuditLabels.actions, ...words.actions } }, language)
  return (
    <section aria-label={t(auditText.timeline)}>
      <h3>{t(auditText.timeline)}</h3>
      <ol className="timeline">
        {steps.map(({ id, at, action, personName, from, status, reason }) => (
          <li key={id}>
            <LocalTime at={at} />
            <b>{name.action(action)}</b>
            <span>{personName ?? t(auditText.bySystem)}</span>
            {status && (
              <span>
                {from && (
                  <>
                    <Status status={from} />
                    <span aria-hidden="true">→ </span>
                  </>
                )}
                <Status status={status} />
              </span>
            )}
            {reason && <span className="hint">{reason}</span>}
          </li>
        ))}
      </ol>
    </section>
  )
}
