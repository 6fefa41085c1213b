import { z } from 'zod'
import { code, flagText, length, weight, wholeText } from '../../platform/calls/rules.ts'
import { importForm, wholeNote, yesOrNo } from '../../platform/imports/imports.ts'
import type { Text } from '../../platform/text/text.ts'
import { inventoryDictionaries } from '../dictionaries.ts'
import { createLocation, MAX_PRIORITY, MAX_ROUTE, purposes } from './contract.ts'
import { inventoryText } from './text.ts'

const line = z.object({
  locationCode: code,
  zoneCode: code,
  purpose: z.enum(purposes).optional(),
  pickPriority: wholeText(0, MAX_PRIORITY).optional(),
  routeSeq: wholeText(0, MAX_ROUTE).optional(),
  mixSku: flagText.optional(),
  mixBatch: flagText.optional(),
  mixCustomer: flagText.optional(),
  length: length.optional(),
  width: length.optional(),
  height: length.optional(),
  maxWeight: weight.optional(),
})
export type LocationLine = z.output<typeof line>

const purposeWords = inventoryDictionaries.find(({ code }) => code === 'locationPurpose')?.items ?? []
const flagNote = (fresh: Text): Text => ({
  zh_CN: `是 或 否；不填时新库位为${fresh.zh_CN}，已有库位不变`,
  en_US: `Yes or no. If empty, ${fresh.en_US} for a new bin; an existing bin stays unchanged.`,
})
const [yes, no] = yesOrNo
const sizeNote = {
  zh_CN: '按仓库的计量单位，最多 2 位小数',
  en_US: 'In the warehouse’s unit, up to 2 decimals',
}

/** Locations from a spreadsheet. An existing code gets the values of its row. */
export const locationImport = importForm<LocationLine>({
  kind: 'locations',
  title: inventoryText.locations,
  permission: createLocation.permission,
  feature: createLocation.feature,
  line,
  identity: ({ locationCode }) => locationCode.toLowerCase(),
  keys: ['locationCode'],
  columns: [
    {
      key: 'locationCode',
      title: inventoryText.locationCode,
      isRequired: true,
      example: 'EXAMPLE-01-01',
      note: {
        zh_CN: '字母、数字和连字符，最多 35 位；已存在的编码会更新该库位',
        en_US: 'Letters, digits and hyphens, up to 35; an existing code updates that bin',
      },
    },
    {
      key: 'zoneCode',
      title: inventoryText.zoneCode,
      isRequired: true,
      example: 'GOOD',
      note: { zh_CN: '已有的启用库区', en_US: 'Code of an enabled zone' },
    },
    {
      key: 'purpose',
      title: inventoryText.purpose,
      example: '',
      note: { zh_CN: '不填则同库区', en_US: 'Leave empty to use the zone’s purpose' },
      choices: purposeWords,
    },
    {
      key: 'pickPriority',
      title: inventoryText.pickPriority,
      example: '0',
      note: wholeNote(0, MAX_PRIORITY, { zh_CN: '数字大的先拣', en_US: 'higher numbers are picked first' }),
    },
    {
      key: 'routeSeq',
      title: inventoryText.routeSeq,
      example: '10',
      note: wholeNote(0, MAX_ROUTE, {
        zh_CN: '拣货时的行走顺序',
        en_US: 'the order in which pickers walk past the bins',
      }),
    },
    {
      key: 'mixSku',
      title: inventoryText.mixSku,
      example: yes.text.zh_CN,
      note: flagNote(yes.text),
      choices: yesOrNo,
    },
    {
      key: 'mixBatch',
      title: inventoryText.mixBatch,
      example: yes.text.zh_CN,
      note: flagNote(yes.text),
      choices: yesOrNo,
    },
    {
      key: 'mixCustomer',
      title: inventoryText.mixCustomer,
      example: no.text.zh_CN,
      note: flagNote(no.text),
      choices: yesOrNo,
    },
    { key: 'length', title: inventoryText.length, example: '', note: sizeNote },
    { key: 'width', title: inventoryText.width, example: '', note: sizeNote },
    { key: 'height', title: inventoryText.height, example: '', note: sizeNote },
    {
      key: 'maxWeight',
      title: inventoryText.maxWeight,
      example: '',
      note: {
        zh_CN: '按仓库的计量单位，最多 3 位小数',
        en_US: 'In the warehouse’s unit, up to 3 decimals',
      },
    },
  ],
})
