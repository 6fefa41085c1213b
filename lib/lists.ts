import { z } from 'zod'
import { command, query, taskStarted } from './call.ts'
import type { Text } from './text.ts'

const listName = z.string().regex(/^[a-z_]{1,40}$/)
const columnKey = z.string().max(40)

/** How somebody likes one list. A view is a name for an address. */
export const listSettings = z.strictObject({
  columns: z.array(columnKey).max(60).optional(),
  views: z
    .array(z.strictObject({ name: z.string().trim().min(1).max(30), search: z.string().max(1000) }))
    .max(20)
    .default([]),
})
export type ListSettings = z.output<typeof listSettings>

export const myListSettings = query('/gateway/wms/list/settings', {
  permission: 'signed_in',
  feature: 'home',
  input: z.strictObject({ list: listName }),
  output: listSettings,
})

export const saveListSettings = command('/gateway/wms/list/save-settings', {
  permission: 'signed_in',
  feature: 'home',
  whenExpired: 'allowed',
  input: z.strictObject({ list: listName, settings: listSettings }),
  output: z.strictObject({}),
})

export const exportFormats = ['xlsx', 'csv'] as const

/** Takes a list away as a file: as filtered, with the columns shown. Who may see the list may take it. */
export const exportList = command('/gateway/wms/list/export', {
  permission: 'signed_in',
  feature: 'home',
  whenExpired: 'allowed',
  input: z.strictObject({
    list: listName,
    filters: z.record(z.string().max(40), z.unknown()),
    columns: z.array(columnKey).min(1).max(60),
    format: z.enum(exportFormats),
  }),
  output: taskStarted,
})

/** Does with all rows that match what `path` does with those picked, as a task over the rows of this moment. */
export const actOnAll = command('/gateway/wms/list/act-on-all', {
  permission: 'signed_in',
  feature: 'home',
  input: z.strictObject({
    list: listName,
    filters: z.record(z.string().max(40), z.unknown()),
    path: z.string().max(100),
    input: z.record(z.string().max(40), z.unknown()),
  }),
  output: taskStarted,
})

export const listText = {
  noSuchAct: { zh_CN: '该列表没有此操作', en_US: 'This list knows no such action' },
  tooManyMatch: {
    zh_CN: '匹配的记录超过 {most} 条，请缩小筛选范围',
    en_US: 'More than {most} match; narrow the filters',
  },
  actedOn: { zh_CN: '成功 {ok} 条，失败 {failed} 条', en_US: '{ok} done, {failed} failed' },
  pickMatching: { zh_CN: '选择全部 {count} 条匹配的记录', en_US: 'Select all {count} that match' },
  allPicked: { zh_CN: '已选全部 {count} 条匹配的记录', en_US: 'All {count} that match are selected' },
  actCancelled: { zh_CN: '已取消', en_US: 'Cancelled' },
  actStarted: {
    zh_CN: '已开始，进度见任务',
    en_US: 'Started; the tasks show how far it is',
  },
  noSuchList: { zh_CN: '列表不存在', en_US: 'No such list' },
  exported: { zh_CN: '已导出 {count} 行', en_US: '{count} {count|row|rows} exported' },
  yes: { zh_CN: '是', en_US: 'Yes' },
  no: { zh_CN: '否', en_US: 'No' },
  export: { zh_CN: '导出', en_US: 'Export' },
  exportXlsx: { zh_CN: '导出 Excel', en_US: 'Export to Excel' },
  exportCsv: { zh_CN: '导出 CSV', en_US: 'Export to CSV' },
  exportStarted: {
    zh_CN: '导出已开始，完成后自动下载',
    en_US: 'The export has started and downloads when it is done',
  },
  columns: { zh_CN: '列设置', en_US: 'Columns' },
  more: { zh_CN: '更多', en_US: 'More' },
  allRows: { zh_CN: '全部', en_US: 'All' },
  saveView: { zh_CN: '保存当前视图', en_US: 'Save this view' },
  viewName: { zh_CN: '视图名称', en_US: 'Name of the view' },
  removeView: { zh_CN: '删除视图 {name}', en_US: 'Delete the view {name}' },
  reset: { zh_CN: '恢复默认', en_US: 'As it was made' },
  up: { zh_CN: '上移 {column}', en_US: 'Move {column} up' },
  down: { zh_CN: '下移 {column}', en_US: 'Move {column} down' },
} as const satisfies Record<string, Text>
