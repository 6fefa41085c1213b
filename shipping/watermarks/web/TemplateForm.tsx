import { Button, Flex, InputNumber, Radio } from 'antd'
import { channelChoices } from '../../../channels/contract.ts'
import { labelFormats } from '../../../channels/rules.ts'
import type { OutputOf, SentTo } from '../../../platform/calls/call.ts'
import { sayFailure } from '../../../platform/calls/web/call.ts'
import { send } from '../../../platform/calls/web/send.ts'
import { downloadBytes } from '../../../platform/files/web/download.ts'
import { Field } from '../../../platform/forms/web/Field.tsx'
import { FormBody, SelectField, TextField } from '../../../platform/forms/web/FormParts.tsx'
import type { Fields } from '../../../platform/forms/web/fields.ts'
import { useForm } from '../../../platform/forms/web/form.ts'
import { languages } from '../../../platform/text/text.ts'
import { useDictionary } from '../../../platform/text/web/dictionary.tsx'
import { languageNames, useText } from '../../../platform/text/web/language.tsx'
import { DetailDrawer } from '../../../platform/ui/web/DetailDrawer.tsx'
import {
  channelStamp,
  createTemplate,
  editTemplate,
  getTemplate,
  listTemplates,
  sampleStamp,
  stampedSources,
} from '../contract.ts'
import { watermarkText } from '../text.ts'
import { nextItem, type StampItem, stampModes } from '../watermark.ts'
import { LabelPreview } from './LabelPreview.tsx'
import { StampItems } from './StampItems.tsx'
import './paper.css'

export type Template = OutputOf<typeof getTemplate>
export const readings = [listTemplates, getTemplate, channelChoices, channelStamp]

type Typed = Omit<SentTo<typeof createTemplate>, 'labelSource' | 'items'> & {
  labelSource: Template['labelSource'] | undefined
  items: StampItem[]
}

const blank: Typed = {
  templateName: '',
  labelSource: undefined,
  labelFormat: 'pdf_100x150',
  stampMode: 'overlay',
  scalePercent: 100,
  lang: 'zh_CN',
  items: [],
}

const firstOf = (typed: Typed): Typed => ({ ...typed, items: [nextItem(typed)] })

const sent = ({ labelSource, ...typed }: Typed) => ({ ...typed, labelSource: labelSource ?? null })

/** The next smaller label scale, which leaves a strip for a few rows. */
const USUAL_SCALE = 85

export function NewTemplate({ onClose }: { onClose: () => void }) {
  const t = useText()
  const form = useForm(createTemplate, {
    draft: 'new-watermark',
    initial: firstOf(blank),
    toInput: sent,
    refreshes: readings,
    onDone: onClose,
  })
  return (
    <DetailDrawer title={t(watermarkText.newTemplate)} isOpen onClose={onClose} isForm>
      <TemplateFields {...form} onCancel={onClose} />
    </DetailDrawer>
  )
}

export function EditTemplate({ of, onClose }: { of: Template; onClose: () => void }) {
  const { id, rowVersion, isEnabled: _, updatedAt: __, channels: ___, labelSource, ...rest } = of
  const initial: Typed = { ...rest, labelSource: labelSource ?? undefined }
  const form = useForm(editTemplate, {
    draft: `watermark-${id}`,
    initial,
    toInput: (typed) => ({ id, rowVersion, ...sent(typed) }),
    refreshes: readings,
    onDone: onClose,
  })
  return <TemplateFields {...form} onCancel={onClose} />
}

type FormProps = Omit<Parameters<typeof FormBody<Typed>>[0], 'children'>

function TemplateFields(form: FormProps) {
  const { fields } = form
  const change = (items: StampItem[]) => fields.change({ items })
  return (
    <div className="stamp-editor">
      <FormBody {...form}>
        <GeneralFields fields={fields} />
        <Field fields={fields} name="items" label={watermarkText.items} isRequired>
          {() => <StampItems layout={fields.value} onChange={change} />}
        </Field>
      </FormBody>
      <Preview
        typed={fields.value}
        onMove={(place, to) =>
          change(fields.value.items.map((item, i) => (i === place ? { ...item, ...to } : item)))
        }
      />
    </div>
  )
}

function GeneralFields({ fields }: { fields: Fields<Typed> }) {
  const t = useText()
  const sources = useDictionary('channelLabelSource')
  const formats = useDictionary('hwmsLabelFormat')
  const { stampMode } = fields.value
  return (
    <>
      <TextField fields={fields} name="templateName" label={watermarkText.template} isRequired />
      <SelectField
        fields={fields}
        name="labelSource"
        label={watermarkText.labelSource}
        placeholder={t(watermarkText.anySource)}
        options={stampedSources.map((value) => ({ value, label: sources.textOf(value) }))}
      />
      <SelectField
        fields={fields}
        name="labelFormat"
        label={watermarkText.labelFormat}
        isRequired
        options={labelFormats.map((value) => ({ value, label: formats.textOf(value) }))}
      />
      <Field fields={fields} name="stampMode" label={watermarkText.mode} isRequired>
        {() => (
          <Radio.Group
            vertical
            aria-label={t(watermarkText.mode)}
            value={stampMode}
            onChange={({ target }) =>
              fields.change({
                stampMode: target.value,
                scalePercent: target.value === 'shrink' ? USUAL_SCALE : 100,
              })
            }
            options={stampModes.map((value) => ({ value, label: t(watermarkText[value]) }))}
          />
        )}
      </Field>
      {stampMode === 'shrink' && (
        <Field
          fields={fields}
          name="scalePercent"
          label={watermarkText.scale}
          hint={t(watermarkText.scaleHint)}
          isRequired
        >
          {(answer) => (
            <InputNumber
              id={fields.idOf('scalePercent')}
              {...answer}
              min={50}
              max={100}
              precision={0}
              value={fields.value.scalePercent}
              onChange={(typed) => fields.change({ scalePercent: typed ?? Number.NaN })}
            />
          )}
        </Field>
      )}
      <SelectField
        fields={fields}
        name="lang"
        label={watermarkText.lang}
        isRequired
        options={languages.map((value) => ({ value, label: languageNames[value] }))}
      />
    </>
  )
}

function Preview({
  typed,
  onMove,
}: {
  typed: Typed
  onMove: (place: number, to: { xMm: number; yMm: number }) => void
}) {
  const t = useText()
  const { labelFormat, stampMode, scalePercent, lang, items } = typed
  return (
    <aside aria-label={t(watermarkText.preview)}>
      <Flex vertical gap={12} align="start">
        <LabelPreview layout={typed} onMove={onMove} />
        <span className="hint">{t(watermarkText.previewHint)}</span>
        <Button
          onClick={() =>
            void send(sampleStamp, { labelFormat, stampMode, scalePercent, lang, items })
              .then(({ fileName, base64 }) => downloadBytes(fileName, base64))
              .catch(sayFailure)
          }
        >
          {t(watermarkText.samplePdf)}
        </Button>
      </Flex>
    </aside>
  )
}
