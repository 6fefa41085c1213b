import { z } from 'zod'
import { code } from '../../platform/calls/rules.ts'
import { importForm } from '../../platform/imports/imports.ts'
import { columnText } from '../../platform/lists/column-text.ts'
import { createZoneSchema, refineBounds, zoneRowFields } from './contract.ts'
import { placesIn, remoteLevels, type ZoneRow } from './rules.ts'
import { remoteTexts, zoneText } from './text.ts'

const { zoneCode, countryCode, stateCode, city, zipFrom, zipTo, remoteLevel } = zoneRowFields

const line = z
  .object({
    schemaCode: code,
    zoneCode,
    countryCode,
    stateCode: stateCode.optional(),
    city: city.optional(),
    zipFrom: zipFrom.optional(),
    zipTo: zipTo.optional(),
    remoteLevel: remoteLevel.default('none'),
  })
  .superRefine(refineBounds)
  .transform(
    ({ schemaCode, ...row }): ZoneLine => ({
      schemaCode,
      row: {
        ...row,
        stateCode: row.stateCode ?? null,
        city: row.city ?? null,
        zipFrom: row.zipFrom ?? null,
        zipTo: row.zipTo ?? row.zipFrom ?? null,
      },
    }),
  )
export type ZoneLine = { schemaCode: string; row: ZoneRow }

const boundNote = {
  zh_CN: '邮编或其开头几位，如 900 或 900*；起始和结束位数相同，只填起始即为该开头；请用文本格式保留开头的 0',
  en_US:
    'A postal code or its first digits, such as 900 or 900*. From and To must have the same length; From alone covers everything that starts with it. Format the cell as text to keep leading zeros.',
}

/** Rows of zone tables from a spreadsheet. Existing places get the zone of the new row. */
export const zoneImport = importForm<ZoneLine>({
  kind: 'zone_rows',
  title: zoneText.importTitle,
  permission: createZoneSchema.permission,
  feature: createZoneSchema.feature,
  line,
  identity: ({ schemaCode, row }) =>
    `${schemaCode.toLowerCase()} ${placesIn(row)} ${row.zoneCode} ${row.remoteLevel}`,
  keys: ['schemaCode', 'zoneCode', 'countryCode', 'stateCode', 'city', 'zipFrom', 'zipTo', 'remoteLevel'],
  columns: [
    {
      key: 'schemaCode',
      title: zoneText.schemaCode,
      isRequired: true,
      example: 'EXAMPLE-ZONES',
      note: { zh_CN: '已有的分区方案代码', en_US: 'Code of an existing zone schema' },
    },
    {
      key: 'zoneCode',
      title: zoneText.zone,
      isRequired: true,
      example: '2',
      note: {
        zh_CN: '最多 10 个字符；方案中已有的相同范围会改为此分区',
        en_US: 'Up to 10 characters; identical ranges already in the schema get this zone',
      },
    },
    {
      key: 'countryCode',
      title: columnText.country,
      isRequired: true,
      example: 'US',
      note: { zh_CN: '两位国家代码，如 US', en_US: 'Two-letter country code, such as US' },
    },
    {
      key: 'stateCode',
      title: zoneText.state,
      example: '',
      note: {
        zh_CN: '2 至 5 位州/省代码；留空不限',
        en_US: 'State code of 2 to 5 characters; leave empty for any',
      },
    },
    {
      key: 'city',
      title: zoneText.city,
      example: '',
      note: { zh_CN: '最多 100 个字符；留空不限', en_US: 'Up to 100 characters; leave empty for any' },
    },
    { key: 'zipFrom', title: zoneText.zipFrom, example: '900', note: boundNote },
    { key: 'zipTo', title: zoneText.zipTo, example: '908', note: boundNote },
    {
      key: 'remoteLevel',
      title: zoneText.remote,
      example: remoteTexts.none.zh_CN,
      note: {
        zh_CN: '承运商的偏远等级；留空为非偏远',
        en_US: 'The carrier’s remote level; leave empty for not remote',
      },
      choices: remoteLevels.map((value) => ({ value, text: remoteTexts[value] })),
    },
  ],
})
