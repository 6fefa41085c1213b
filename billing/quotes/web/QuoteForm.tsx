import { useState } from 'react'
import { listChannels } from '../../../channels/contract.ts'
import type { OutputOf } from '../../../platform/calls/call.ts'
import { useAnswer } from '../../../platform/calls/web/call.ts'
import {
  CheckField,
  FormBody,
  SearchField,
  SelectField,
  TextField,
} from '../../../platform/forms/web/FormParts.tsx'
import { useForm } from '../../../platform/forms/web/form.ts'
import { columnText } from '../../../platform/lists/column-text.ts'
import { useDictionary } from '../../../platform/text/web/dictionary.tsx'
import { language, useText } from '../../../platform/text/web/language.tsx'
import { DetailDrawer } from '../../../platform/ui/web/DetailDrawer.tsx'
import type { QuoteKind } from '../../pricing/price-types.ts'
import { createQuote, editQuote, type getQuote } from '../contract.ts'
import { quoteText } from '../text.ts'
import { type QuoteSection, quoteReadings } from './quote-sections.ts'

const kindOf: Record<QuoteSection, QuoteKind | undefined> = {
  all: undefined,
  warehouse_operation: 'operation',
  logistics_freight: 'freight',
  storage_fee: 'storage',
  channel_quote: 'freight',
}

export function NewQuote({ section, onClose }: { section: QuoteSection; onClose: () => void }) {
  const t = useText()
  const kinds = useDictionary('quoteKind')
  const [channel, setChannel] = useState('')
  const channels = useAnswer(listChannels, { size: 200, ...(channel.trim() && { search: channel.trim() }) })
  const fixed = kindOf[section]
  const { fields, ...form } = useForm(createQuote, {
    draft: `new-quote-${section}`,
    initial: {
      quoteCode: '',
      quoteName: '',
      kind: fixed ?? 'operation',
      channelId: undefined as number | undefined,
      isDefault: false,
    },
    toInput: ({ kind, channelId, ...typed }) => ({
      ...typed,
      kind,
      side: section === 'channel_quote' ? ('cost' as const) : ('sale' as const),
      channelId: kind === 'freight' ? (channelId ?? null) : null,
    }),
    refreshes: quoteReadings,
    onDone: onClose,
  })
  return (
    <DetailDrawer title={t(quoteText.fresh)} isOpen onClose={onClose} isForm>
      <FormBody fields={fields} {...form} onCancel={onClose}>
        <div className="form-grid">
          <TextField fields={fields} name="quoteCode" label={quoteText.quoteCode} isRequired />
          <TextField fields={fields} name="quoteName" label={quoteText.quoteName} isRequired />
          {!fixed && (
            <SelectField
              fields={fields}
              name="kind"
              label={quoteText.kind}
              isRequired
              options={kinds.options}
            />
          )}
          {fields.value.kind === 'freight' && (
            <SearchField
              fields={fields}
              name="channelId"
              label={columnText.channel}
              isRequired
              loading={channels.isPending}
              onSearch={setChannel}
              options={(channels.data?.rows ?? []).map(({ id, channelCode, nameZh, nameEn }) => ({
                value: id,
                label: `${channelCode} ${language === 'zh_CN' ? nameZh : nameEn}`,
              }))}
            />
          )}
        </div>
        <CheckField
          fields={fields}
          name="isDefault"
          label={quoteText.isDefault}
          hint={t(quoteText.defaultHint)}
        />
      </FormBody>
    </DetailDrawer>
  )
}

export function EditQuote({ of, onClose }: { of: OutputOf<typeof getQuote>; onClose: () => void }) {
  const t = useText()
  const { fields, ...form } = useForm(editQuote, {
    draft: `quote-${of.id}`,
    initial: { quoteName: of.quoteName, isDefault: of.isDefault },
    toInput: (typed) => ({ id: of.id, rowVersion: of.rowVersion, ...typed }),
    refreshes: quoteReadings,
    onDone: onClose,
  })
  return (
    <FormBody fields={fields} {...form} onCancel={onClose}>
      <TextField fields={fields} name="quoteName" label={quoteText.quoteName} isRequired />
      <CheckField
        fields={fields}
        name="isDefault"
        label={quoteText.isDefault}
        hint={t(quoteText.defaultHint)}
      />
    </FormBody>
  )
}
