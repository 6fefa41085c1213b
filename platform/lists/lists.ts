import { z } from 'zod'
import { command, DEEPEST_ROW, id, query, taskStarted } from '../calls/call.ts'
import { rule } from '../calls/problems.ts'
import type { Text } from '../text/text.ts'

export const listText = {
  noSuchAct: { zh_CN: '该列表没有此操作', en_US: 'This list doesn’t support this action' },
  tooManyMatch: {
    zh_CN: '匹配的记录超过 {max} 条，请缩小筛选范围',
    en_US: 'More than {max} records match. Narrow the filters.',
  },
  actedOn: { zh_CN: '成功 {ok} 条，失败 {failed} 条', en_US: '{ok} succeeded, {failed} failed' },
  pickMatching: { zh_CN: '选择全部 {count} 条匹配的记录', en_US: 'Select all {count} matching records' },
  allPicked: { zh_CN: '已选全部 {count} 条匹配的记录', en_US: 'All {count} matching records selected' },
  tooManyPicked: {
    zh_CN: '已选 {count} 条，此操作一次最多 {max} 条',
    en_US: '{count} are selected. This action takes up to {max} at a time.',
  },
  actCancelled: { zh_CN: '已取消', en_US: 'Cancelled' },
  actStarted: {
    zh_CN: '已开始，进度见任务',
    en_US: 'Started. See Tasks for progress.',
  },
  noSuchList: { zh_CN: '列表不存在', en_US: 'List not found' },
  tooManyToExport: {
    zh_CN: '匹配的记录有 {count} 条，一个文件最多 {max} 条；请缩小筛选范围后再导出',
    en_US: '{count} records match, but a file can hold up to {max}. Narrow the filters and export again.',
  },
  exported: { zh_CN: '已导出 {count} 行', en_US: '{count} {count|row|rows} exported' },
  exportedWithout: {
    zh_CN: '已导出 {count} 行；缺少权限“导出客户资金数据”，未包含：{columns}',
    en_US:
      '{count} {count|row|rows} exported without {columns}: you don’t have the “Export customer money” permission',
  },
  yes: { zh_CN: '是', en_US: 'Yes' },
  no: { zh_CN: '否', en_US: 'No' },
  export: { zh_CN: '导出', en_US: 'Export' },
  exportXlsx: { zh_CN: '导出 Excel', en_US: 'Export to Excel' },
  exportCsv: { zh_CN: '导出 CSV', en_US: 'Export to CSV' },
  exportStarted: {
    zh_CN: '导出已开始，完成后自动下载',
    en_US: 'Export started. The file downloads automatically when it’s ready.',
  },
  columns: { zh_CN: '列设置', en_US: 'Columns' },
  more: { zh_CN: '更多', en_US: 'More' },
  allRows: { zh_CN: '全部', en_US: 'All' },
  sortBy: { zh_CN: '排序', en_US: 'Sort by' },
  saveView: { zh_CN: '视图另存为', en_US: 'Save as a view' },
  overwriteView: { zh_CN: '保存视图 {name}', en_US: 'Save the view {name}' },
  viewSaved: { zh_CN: '视图已保存', en_US: 'The view is saved' },
  edited: { zh_CN: '有未保存的修改', en_US: 'Unsaved changes' },
  shareView: { zh_CN: '与全仓共享', en_US: 'Share with the warehouse' },
  shareThis: { zh_CN: '与全仓共享 {name}', en_US: 'Share {name} with the warehouse' },
  sharedBy: { zh_CN: '{person} 共享', en_US: 'Shared by {person}' },
  tooManyShared: {
    zh_CN: '此列表最多共享 {max} 个视图，请先停止共享其他视图',
    en_US: 'A list can have up to {max} shared views. Stop sharing another one first.',
  },
  viewTooLong: { zh_CN: '筛选内容过长，无法保存为视图', en_US: 'The filters are too long to save as a view' },
  viewName: { zh_CN: '视图名称', en_US: 'View name' },
  removeView: { zh_CN: '删除视图 {name}', en_US: 'Delete view {name}' },
  reset: { zh_CN: '恢复默认', en_US: 'Reset to default' },
  pin: { zh_CN: '固定 {column}', en_US: 'Pin {column}' },
  width: { zh_CN: '{column} 的宽度（像素）', en_US: 'Width of {column} (pixels)' },
  widthShort: { zh_CN: '宽度', en_US: 'Width' },
  density: { zh_CN: '行高', en_US: 'Row height' },
  comfortable: { zh_CN: '宽松', en_US: 'Comfortable' },
  compact: { zh_CN: '紧凑', en_US: 'Compact' },
  up: { zh_CN: '上移 {column}', en_US: 'Move {column} up' },
  down: { zh_CN: '下移 {column}', en_US: 'Move {column} down' },
} as const satisfies Record<string, Text>

const listName = z.string().regex(/^[a-z_]{1,40}$/)
const columnKey = z.string().max(40)

export const MAX_VIEWS = 20
export const MAX_SHARED = 50
/**
 * The longest URL a page can be reloaded with, beside the browser's own headers: five hundred codes and some
 * more.
 */
const MAX_ADDRESS_LENGTH = 14_500

/** A saved view: a name for a URL; a shared one is visible to all colleagues who may see the list. */
const keptView = z.strictObject({
  name: z.string().trim().min(1).max(30),
  search: z.string().max(MAX_ADDRESS_LENGTH, rule(listText.viewTooLong)),
  isShared: z.boolean().optional(),
})

export const densities = ['comfortable', 'compact'] as const
export const columnWidth = z.number().int().min(40).max(800)

/** A user's settings of one list: column order, pinned columns, widths, density, and saved views. */
export const listSettings = z.strictObject({
  columns: z.array(columnKey).max(60).optional(),
  pinned: z.array(columnKey).max(60).optional(),
  widths: z.record(columnKey, columnWidth).optional(),
  density: z.enum(densities).optional(),
  views: z.array(keptView).max(MAX_VIEWS).default([]),
})
export type ListSettings = z.output<typeof listSettings>

export const myListSettings = query('/gateway/wms/list/settings', {
  permission: 'signed_in',
  feature: 'home',
  input: z.strictObject({ list: listName }),
  output: listSettings.extend({
    /** The shared views of this list, each with who saved it. */
    shared: z.array(z.object({ name: z.string(), search: z.string(), by: id, userName: z.string() })),
  }),
})

export const saveListSettings = command('/gateway/wms/list/save-settings', {
  permission: 'signed_in',
  feature: 'home',
  whenExpired: 'allowed',
  input: z.strictObject({ list: listName, settings: listSettings }),
  output: z.strictObject({}),
})

/** Any filter or choice; the call it is for validates which ones it knows and what they may hold. */
const filterValue = z.union([z.string(), z.number(), z.boolean(), z.array(z.string()).max(500)])
const filters = z.record(z.string().max(40), filterValue)
export type FilterValues = z.output<typeof filters>

const exportFormats = ['xlsx', 'csv'] as const

/** Exports a list as a file: as filtered, with the visible columns. Needs the permission to see the list. */
export const exportList = command('/gateway/wms/list/export', {
  permission: 'signed_in',
  feature: 'home',
  whenExpired: 'allowed',
  input: z.strictObject({
    list: listName,
    filters,
    columns: z.array(columnKey).min(1).max(60),
    format: z.enum(exportFormats),
  }),
  output: taskStarted,
})

/**
 * Applies the action of `path` to all matching rows, as a task over the rows that match now; with `ids`, to these rows only. Whether it
 * may be used after the usage period ended is for that action to say.
 */
export const actOnAll = command('/gateway/wms/list/act-on-all', {
  permission: 'signed_in',
  feature: 'home',
  whenExpired: 'allowed',
  input: z.strictObject({
    list: listName,
    filters,
    path: z.string().max(100),
    input: z.record(z.string().max(40), filterValue.nullable()),
    /** Rows that were selected one by one: more than one call takes, in the order of the list's own. */
    ids: z.array(id).min(1).max(DEEPEST_ROW).optional(),
  }),
  output: taskStarted,
})
