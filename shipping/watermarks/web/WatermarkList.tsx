import type { SentTo } from '../../../platform/calls/call.ts'
import { useAnswer } from '../../../platform/calls/web/call.ts'
import { EditDrawer } from '../../../platform/forms/web/EditDrawer.tsx'
import { columnText } from '../../../platform/lists/column-text.ts'
import { EnabledTag } from '../../../platform/lists/web/Enabled.tsx'
import { filtersOf, useFilters } from '../../../platform/lists/web/filters.ts'
import { MasterList } from '../../../platform/lists/web/MasterList.tsx'
import type { View } from '../../../platform/lists/web/Views.tsx'
import { listed, type Text } from '../../../platform/text/text.ts'
import { useDictionary } from '../../../platform/text/web/dictionary.tsx'
import { LocalTime } from '../../../platform/text/web/LocalTime.tsx'
import { language, languageNames, useText } from '../../../platform/text/web/language.tsx'
import { FactList } from '../../../platform/ui/web/FactList.tsx'
import { LogButton, useLogAction } from '../../../staff/audit/web/LogButton.tsx'
import { templateColumns } from '../columns.ts'
import {
  createTemplate,
  editTemplate,
  getTemplate,
  listTemplates,
  switchTemplates,
  templateQuery,
  templatesInUse,
} from '../contract.ts'
import { watermarkText } from '../text.ts'
import { LabelPreview } from './LabelPreview.tsx'
import { EditTemplate, NewTemplate, readings, type Template } from './TemplateForm.tsx'
import './paper.css'

/** Watermark templates, as a view of the basic configuration. */
export function WatermarkList({ title, views }: { title: Text; views: View[] }) {
  const filters = useFilters(templateQuery)
  const list = useAnswer(listTemplates, filters.value)
  const input = filtersOf(filters.value)
  return (
    <MasterList
      title={title}
      views={views}
      filters={filters}
      list={list}
      name="watermarks"
      columns={templateColumns}
      words={{ ...watermarkText, fresh: watermarkText.newTemplate, none: watermarkText.noTemplates }}
      createCall={createTemplate}
      switchCall={switchTemplates}
      readings={readings}
      more={[useLogAction('watermark_template')]}
      form={(close) => <NewTemplate onClose={close} />}
      atStake={({ ids, all }) => <InUse of={all ? { filters: input } : { ids }} />}
      drawer={(open, close) => <TemplateDrawer id={open} onClose={close} />}
    />
  )
}

/** How many channels would print without a stamp. */
function InUse({ of }: { of: SentTo<typeof templatesInUse> }) {
  const t = useText()
  const { data } = useAnswer(templatesInUse, of, { enabled: of.ids?.length !== 0, keep: false })
  if (!data || data.channels === 0) return null
  return <p>{t(watermarkText.inUse, { count: data.channels })}</p>
}

function TemplateDrawer({ id, onClose }: { id: string | undefined; onClose: () => void }) {
  const t = useText()
  return (
    <EditDrawer
      id={id}
      onClose={onClose}
      call={getTemplate}
      editCall={editTemplate}
      title={(item) => item?.templateName ?? t(watermarkText.title)}
      log={(item) => <LogButton of="watermark_template" object={item.id} />}
      facts={(item) => (
        <div className="stamp-editor">
          <Facts of={item} />
          <aside aria-label={t(watermarkText.preview)}>
            <LabelPreview layout={item} />
          </aside>
        </div>
      )}
      form={(item, close) => <EditTemplate of={item} onClose={close} />}
    />
  )
}

function Facts({ of }: { of: Template }) {
  const t = useText()
  const sources = useDictionary('channelLabelSource')
  const formats = useDictionary('hwmsLabelFormat')
  const words = useDictionary('labelWatermarkItem')
  return (
    <FactList
      facts={[
        [watermarkText.template, of.templateName],
        [columnText.status, <EnabledTag key="status" isEnabled={of.isEnabled} />],
        [
          watermarkText.labelSource,
          of.labelSource ? sources.textOf(of.labelSource) : t(watermarkText.anySource),
        ],
        [watermarkText.labelFormat, formats.textOf(of.labelFormat)],
        [watermarkText.mode, t(watermarkText[of.stampMode])],
        [watermarkText.scale, of.scalePercent],
        [watermarkText.lang, languageNames[of.lang]],
        [
          watermarkText.items,
          listed(
            of.items.map(({ item, text }) => text ?? words.textOf(item)),
            language,
          ),
        ],
        [watermarkText.channels, of.channels.join(', ')],
        [columnText.updatedAt, <LocalTime key="updated" at={of.updatedAt} />],
      ]}
    />
  )
}
