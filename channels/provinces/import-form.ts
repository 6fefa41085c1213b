import { z } from 'zod'
import { country, words } from '../../platform/calls/rules.ts'
import { importForm } from '../../platform/imports/imports.ts'
import { columnText } from '../../platform/lists/column-text.ts'
import { createState, isNamed, nameProblem, stateFields } from './contract.ts'
import { stateText } from './text.ts'

const line = z
  .object({
    countryCode: country,
    stateCode: stateFields.stateCode,
    nameZh: words(100).optional(),
    nameEn: words(100).optional(),
  })
  .refine(isNamed, nameProblem)
export type StateLine = z.output<typeof line>

const nameNote = {
  zh_CN: '最多 100 个字符；中文和英文至少填写一个',
  en_US: 'Up to 100 characters; enter the Chinese name, the English name or both',
}

/** Provinces from a spreadsheet. An existing code of the country gets the names of its row. */
export const stateImport = importForm<StateLine>({
  kind: 'states',
  title: stateText.states,
  permission: createState.permission,
  feature: createState.feature,
  line,
  identity: ({ countryCode, stateCode }) => `${countryCode} ${stateCode}`,
  keys: ['countryCode', 'stateCode'],
  columns: [
    {
      key: 'countryCode',
      title: columnText.country,
      isRequired: true,
      example: 'MX',
      note: { zh_CN: '两位国家代码，如 US', en_US: 'Two-letter country code, such as US' },
    },
    {
      key: 'stateCode',
      title: stateText.stateCode,
      isRequired: true,
      example: 'EXA',
      note: {
        zh_CN: '2 至 5 位字母、数字或连字符；已存在的代码会更新名称',
        en_US: '2 to 5 letters, digits or hyphens; an existing code gets the new names',
      },
    },
    { key: 'nameZh', title: stateText.nameZh, example: '示例州', note: nameNote },
    { key: 'nameEn', title: stateText.nameEn, example: 'Example state', note: nameNote },
  ],
})
