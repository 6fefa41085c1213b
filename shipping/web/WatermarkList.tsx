import { Button, Descriptions, Flex } from 'antd'
import { useState } from 'react'
import { columnText } from '../../lib/column-text.ts'
import type { Text } from '../../lib/text.ts'
import { useBulk } from '../../lib/web/BulkResult.tsx'
import { useAnswer } from '../../lib/web/call.ts'
import { useTable } from '../../lib/web/columns.tsx'
import { DetailDrawer } from '../../lib/web/DetailDrawer.tsx'
import { useDictionary } from '../../lib/web/dictionary.tsx'
import { EnabledFilter, EnabledTag, SwitchButtons, useEnabledChip } from '../../lib/web/Enabled.tsx'
import { useFilters } from '../../lib/web/filters.ts'
import { ListMenu } from '../../lib/web/ListMenu.tsx'
import { ListPage } from '../../lib/web/ListPage.tsx'
import { LocalTime } from '../../lib/web/LocalTime.tsx'
import { languageNames, useText } from '../../lib/web/language.tsx'
import { useFeature, useMay } from '../../lib/web/permission.tsx'
import { SearchBox } from '../../lib/web/SearchBox.tsx'
import { useShortcut } from '../../lib/web/shortcuts.ts'
import { webText } from '../../lib/web/text.ts'
import type { View } from '../../lib/web/Views.tsx'
import { templateColumns } from '../watermark-columns.ts'
import {
  createTemplate,
  editTemplate,
  listTemplates,
  switchTemplates,
  templateQuery,
  watermarkTemplate,
} from '../watermark-contract.ts'
import { watermarkText } from '../watermark-text.ts'
import { LabelPreview } from './LabelPreview.tsx'
import { EditTemplate, NewTemplate, readings, type Template } from './TemplateForm.tsx'
import './paper.css'

/** What is stamped on labels, as a view of the basic configuration. */
export function WatermarkList({ title, views }: { title: Text; views: View[] }) {
  const t = useText()
  const may = useMay()
  const filters = useFilters(templateQuery)
  const list = useAnswer(listTemplates, filters.value)
  const [picked, setPicked] = useState<number[]>([])
  const [isNew, setNew] = useState(false)
  const switching = useBulk(switchTemplates, { refreshes: readings, setPicked })
  const { table, columns } = useTable('watermarks', templateColumns, {
    isEnabled: ({ isEnabled }) => <EnabledTag isEnabled={isEnabled} />,
  })
  const mayChange = may(createTemplate.permission)
  const isFull = useFeature('basicData') === 'full'
  useShortcut('new', () => setNew(true), mayChange && isFull)
  const enabledChip = useEnabledChip()
  const newButton = mayChange && (
    <Button type="primary" onClick={() => setNew(true)}>
      {t(watermarkText.newTemplate)}
    </Button>
  )

  return (
    <ListPage
      title={t(title)}
      views={views}
      list={list}
      paging={filters}
      actions={newButton}
      more={<ListMenu table={table} filters={filters.value} />}
      filters={
        <>
          <SearchBox
            label={t(watermarkText.search)}
            value={filters.value.search}
            onSearch={(search) => filters.change({ search })}
          />
          <EnabledFilter filters={filters} />
        </>
      }
      chips={{ search: (search) => search, isEnabled: enabledChip }}
      {...(mayChange && {
        selection: { selectedRowKeys: picked, onChange: (keys) => setPicked(keys.map(Number)) },
      })}
      bulk={
        <SwitchButtons
          picked={picked}
          bulk={switching}
          ask={t(watermarkText.disableAsk, { count: picked.length })}
          warning={t(watermarkText.disableWarning)}
        />
      }
      panel={
        <>
          {switching.panel}
          {isNew && <NewTemplate onClose={() => setNew(false)} />}
        </>
      }
      columns={columns}
      empty={{ title: t(watermarkText.noTemplates), action: newButton }}
      drawer={(open, closeRow) => <TemplateDrawer id={open} onClose={closeRow} />}
    />
  )
}

function TemplateDrawer({ id, onClose }: { id: string | undefined; onClose: () => void }) {
  const t = useText()
  const found = useAnswer(watermarkTemplate, { id }, { enabled: id !== undefined, keep: false })
  const [edited, setEdited] = useState<string>()
  return (
    <DetailDrawer
      title={found.data?.templateName ?? t(watermarkText.title)}
      isOpen={id !== undefined}
      onClose={onClose}
      answer={found}
      width={960}
    >
      {(one) =>
        edited === id ? (
          <EditTemplate of={one} onClose={() => setEdited(undefined)} />
        ) : (
          <Facts of={one} onEdit={() => setEdited(id)} />
        )
      }
    </DetailDrawer>
  )
}

function Facts({ of, onEdit }: { of: Template; onEdit: () => void }) {
  const t = useText()
  const may = useMay()
  const isFull = useFeature('basicData') === 'full'
  const sources = useDictionary('channelLabelSource')
  const formats = useDictionary('hwmsLabelFormat')
  const words = useDictionary('labelWatermarkItem')
  return (
    <div className="stamp-editor">
      <Flex vertical gap={16}>
        {isFull && may(editTemplate.permission) && (
          <Flex>
            <Button onClick={onEdit}>{t(webText.edit)}</Button>
          </Flex>
        )}
        <Descriptions
          column={1}
          size="small"
          bordered
          items={[
            { label: t(watermarkText.template), children: of.templateName },
            { label: t(columnText.status), children: <EnabledTag isEnabled={of.isEnabled} /> },
            {
              label: t(watermarkText.labelSource),
              children: of.labelSource ? sources.textOf(of.labelSource) : t(watermarkText.anySource),
            },
            { label: t(watermarkText.labelFormat), children: formats.textOf(of.labelFormat) },
            { label: t(watermarkText.mode), children: t(watermarkText[of.stampMode]) },
            { label: t(watermarkText.scale), children: of.scalePercent },
            { label: t(watermarkText.lang), children: languageNames[of.lang] },
            {
              label: t(watermarkText.items),
              children: of.items.map(({ item, text }) => text ?? words.textOf(item)).join(', '),
            },
            { label: t(columnText.updatedAt), children: <LocalTime at={of.updatedAt} /> },
          ].map((item) => ({ ...item, key: item.label }))}
        />
      </Flex>
      <aside aria-label={t(watermarkText.preview)}>
        <LabelPreview layout={of} />
      </aside>
    </div>
  )
}
