import { columnText } from '../../platform/lists/column-text.ts'
import type { ColumnDef } from '../../platform/lists/columns.ts'
import type { Text } from '../../platform/text/text.ts'
import { shippingDictionaries } from '../dictionaries.ts'
import type { TemplateRow } from './contract.ts'
import { watermarkText } from './text.ts'

const itemText = new Map<string, Text>(
  shippingDictionaries
    .filter(({ code }) => code === 'labelWatermarkItem')
    .flatMap(({ items }) => items.map(({ value, text }) => [value, text] as const)),
)

export const templateColumns: readonly ColumnDef<TemplateRow>[] = [
  { key: 'templateName', title: watermarkText.template, kind: 'text', sortKey: 'templateName' },
  { key: 'isEnabled', title: columnText.status, kind: 'enabled', phone: 'status' },
  {
    key: 'labelSource',
    title: watermarkText.labelSource,
    kind: { words: 'channelLabelSource' },
    value: ({ labelSource }, language) => labelSource ?? watermarkText.anySource[language],
  },
  {
    key: 'labelFormat',
    title: watermarkText.labelFormat,
    kind: { words: 'hwmsLabelFormat' },
    phone: 'detail',
  },
  {
    key: 'stampMode',
    title: watermarkText.mode,
    kind: 'text',
    value: ({ stampMode }, language) => watermarkText[stampMode][language],
  },
  { key: 'scalePercent', title: watermarkText.scale, kind: 'count', isExtra: true },
  {
    key: 'items',
    title: watermarkText.items,
    kind: 'text',
    value: ({ items }, language) =>
      items.map(({ item, text }) => text ?? itemText.get(item)?.[language] ?? item).join(', '),
    phone: 'detail',
  },
  { key: 'channels', title: watermarkText.channels, kind: 'text' },
  { key: 'updatedAt', title: columnText.updatedAt, kind: 'time', sortKey: 'updatedAt' },
]
