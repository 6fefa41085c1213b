import { z } from 'zod'
import { rule } from '../../platform/calls/problems.ts'
import { code } from '../../platform/calls/rules.ts'
import { importForm } from '../../platform/imports/imports.ts'
import { channelsText } from '../text.ts'
import { addPool } from './contract.ts'
import { numberText } from './text.ts'

const line = z.object({
  channelCode: code,
  number: z
    .string()
    .trim()
    .toUpperCase()
    .regex(/^[A-Z0-9-]{4,40}$/, rule(numberText.numberForm)),
})
export type NumberLine = z.output<typeof line>

/**
 * Numbers assigned by a third party for a self-built channel, one per row; they are issued in the order of
 * the spreadsheet.
 */
export const numberImport = importForm<NumberLine>({
  kind: 'channel_numbers',
  title: numberText.numbers,
  permission: addPool.permission,
  feature: addPool.feature,
  line,
  identity: ({ number }) => number,
  keys: ['number'],
  columns: [
    {
      key: 'channelCode',
      title: channelsText.channelCode,
      isRequired: true,
      example: 'LOCAL-01',
      note: { zh_CN: '已有的自建渠道代码', en_US: 'Code of an existing self-built channel' },
    },
    {
      key: 'number',
      title: numberText.number,
      isRequired: true,
      example: 'LC00012345',
      note: {
        zh_CN: '4 至 40 位字母、数字或连字符，保存为大写；按表中顺序取用',
        en_US:
          '4 to 40 letters, digits or hyphens, saved in upper case; used in the order of the spreadsheet',
      },
    },
  ],
})
