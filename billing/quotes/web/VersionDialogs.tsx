import { Alert, Button } from 'antd'
import type { OutputOf } from '../../../platform/calls/call.ts'
import { Dialog } from '../../../platform/forms/web/Dialog.tsx'
import { FormBody } from '../../../platform/forms/web/FormParts.tsx'
import { useForm } from '../../../platform/forms/web/form.ts'
import { useText } from '../../../platform/text/web/language.tsx'
import { momentIn } from '../../../platform/text/web/local-time.ts'
import { zone } from '../../../platform/ui/web/session.ts'
import { afterEnd } from '../after-end.ts'
import { endVersion, type getQuote, publishVersion, type VersionHead } from '../contract.ts'
import { quotePageText, quoteText } from '../text.ts'
import { MomentField, typedMoment } from './MomentField.tsx'
import { QuoteUsers } from './QuoteUsers.tsx'
import { quoteReadings } from './quote-sections.ts'

/** When a draft comes into force, and whom it concerns. */
export function PublishDialog({
  quote,
  version,
  onClose,
}: {
  quote: OutputOf<typeof getQuote>
  version: VersionHead
  onClose: () => void
}) {
  const t = useText()
  const { fields, ...form } = useForm(publishVersion, {
    initial: { effectiveFrom: '', inactiveAt: '' },
    toInput: ({ effectiveFrom, inactiveAt }) => ({
      id: version.id,
      rowVersion: version.rowVersion,
      effectiveFrom: typedMoment(effectiveFrom) ?? '',
      inactiveAt: typedMoment(inactiveAt),
    }),
    also: ({ effectiveFrom }) => (effectiveFrom ? {} : { effectiveFrom: quoteText.startLater }),
    refreshes: quoteReadings,
    onDone: onClose,
  })
  return (
    <Dialog title={t(quotePageText.publishAsk, { no: version.versionNo })} onClose={onClose}>
      <p>{t(quotePageText.publishHint)}</p>
      <QuoteUsers of={quote} />
      <FormBody fields={fields} {...form} submitText={quoteText.publish} onCancel={onClose}>
        <MomentField fields={fields} name="effectiveFrom" label={quoteText.effectiveFrom} isRequired />
        <MomentField fields={fields} name="inactiveAt" label={quoteText.inactiveAt} />
      </FormBody>
    </Dialog>
  )
}

/** When a version ends, and what replaces it then; empty is never. */
export function EndDialog({
  quote,
  version,
  onReplace,
  onClose,
}: {
  quote: OutputOf<typeof getQuote>
  version: VersionHead
  onReplace: () => void
  onClose: () => void
}) {
  const t = useText()
  const { fields, ...form } = useForm(endVersion, {
    initial: {
      inactiveAt: version.inactiveAt ? momentIn(version.inactiveAt, zone() ?? 'UTC').replace(' ', 'T') : '',
    },
    toInput: ({ inactiveAt }) => ({
      id: version.id,
      rowVersion: version.rowVersion,
      inactiveAt: typedMoment(inactiveAt),
    }),
    refreshes: quoteReadings,
    onDone: onClose,
  })
  const { next, hasGap } = afterEnd(quote.versions, version, typedMoment(fields.value.inactiveAt))
  return (
    <Dialog title={t(quotePageText.endOf, { no: version.versionNo })} onClose={onClose}>
      <QuoteUsers of={quote} />
      {next?.effectiveFrom && (
        <p>
          {t(quotePageText.endNext, {
            no: next.versionNo,
            from: momentIn(next.effectiveFrom, zone() ?? 'UTC'),
          })}
        </p>
      )}
      <FormBody fields={fields} {...form} onCancel={onClose}>
        <MomentField fields={fields} name="inactiveAt" label={quoteText.inactiveAt} />
        {hasGap && quote.side === 'sale' && (
          <Alert
            type="warning"
            showIcon
            title={t(quotePageText.endGap)}
            action={
              <Button size="small" onClick={onReplace}>
                {t(quotePageText.newVersionOf, { no: version.versionNo })}
              </Button>
            }
          />
        )}
      </FormBody>
    </Dialog>
  )
}
