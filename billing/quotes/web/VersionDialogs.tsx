import { Alert, Button } from 'antd'
import { useState } from 'react'
import type { OutputOf } from '../../../platform/calls/call.ts'
import { ruleText } from '../../../platform/calls/rules.ts'
import { sayFailure, useAnswer } from '../../../platform/calls/web/call.ts'
import { send } from '../../../platform/calls/web/send.ts'
import { Dialog } from '../../../platform/forms/web/Dialog.tsx'
import { FormBody, SearchField } from '../../../platform/forms/web/FormParts.tsx'
import { useAsk, useForm } from '../../../platform/forms/web/form.ts'
import { useText } from '../../../platform/text/web/language.tsx'
import { momentIn } from '../../../platform/text/web/local-time.ts'
import { zone } from '../../../platform/ui/web/session.ts'
import { afterEnd } from '../after-end.ts'
import { endVersion, getQuote, listQuotes, publishVersion, type VersionHead } from '../contract.ts'
import { quotePageText, quoteText } from '../text.ts'
import { MomentField, typedMoment } from './MomentField.tsx'
import { QuoteUsers } from './QuoteUsers.tsx'
import { currentOf, quoteReadings } from './quote-sections.ts'

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
    also: ({ effectiveFrom }) => (effectiveFrom ? {} : { effectiveFrom: quoteText.startNeeded }),
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

/** Which other quote a new version starts as a copy of. */
export function FromQuoteDialog({
  quote,
  onStart,
  onClose,
}: {
  quote: OutputOf<typeof getQuote>
  onStart: (versionId: number) => void
  onClose: () => void
}) {
  const t = useText()
  const [search, setSearch] = useState('')
  const { fields, ...form } = useAsk({
    initial: { quoteId: undefined as number | undefined },
    check: ({ quoteId }) => (quoteId === undefined ? { quoteId: ruleText.needed } : {}),
    onSubmit: async ({ quoteId }) => {
      if (quoteId === undefined) return false
      const version = await send(getQuote, { id: quoteId }).then(
        ({ versions }) => currentOf(versions),
        sayFailure,
      )
      if (version) onStart(version.id)
      // The editor takes the place of this dialog.
      return false
    },
    onClose,
  })
  const quotes = useAnswer(listQuotes, {
    ...{ size: 200, kind: quote.kind },
    ...(search.trim() && { search: search.trim().slice(0, 100) }),
  })
  return (
    <Dialog title={t(quotePageText.fromQuote)} onClose={onClose}>
      <FormBody fields={fields} {...form} submitText={quotePageText.start} onCancel={onClose}>
        <SearchField
          fields={fields}
          name="quoteId"
          label={quoteText.quote}
          isRequired
          hint={t(quotePageText.fromQuoteHint)}
          loading={quotes.isPending}
          onSearch={setSearch}
          options={(quotes.data?.rows ?? [])
            .filter(({ id, versionNo }) => id !== quote.id && versionNo !== null)
            .map(({ id, quoteCode, quoteName, channelCode }) => ({
              value: id,
              label: [quoteCode, quoteName, channelCode].filter(Boolean).join(' '),
            }))}
        />
      </FormBody>
    </Dialog>
  )
}
