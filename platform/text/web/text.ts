import type { Text } from '../text.ts'

export const webText = {
  loading: { zh_CN: '加载中…', en_US: 'Loading…' },
  retry: { zh_CN: '重试', en_US: 'Retry' },
  reload: { zh_CN: '重新加载', en_US: 'Reload' },
  close: { zh_CN: '关闭', en_US: 'Close' },
  wideTable: { zh_CN: '表格，可左右滚动', en_US: 'Table that scrolls sideways' },
  requestId: { zh_CN: '请求编号 {id}', en_US: 'Request {id}' },
  oldRows: { zh_CN: '下方为上次成功加载的内容', en_US: 'Showing the last loaded data' },
  openLink: { zh_CN: '打开链接', en_US: 'Open link' },

  total: { zh_CN: '共 {total} 条', en_US: '{total} in total' },
  refresh: { zh_CN: '刷新', en_US: 'Refresh' },
  refreshedAt: { zh_CN: '更新于 {time}', en_US: 'Updated {time}' },
  clear: { zh_CN: '清除', en_US: 'Clear' },
  clearFilters: { zh_CN: '清除筛选', en_US: 'Clear filters' },
  clearFilter: { zh_CN: '清除：{filter}', en_US: 'Clear: {filter}' },
  allFilters: { zh_CN: '全部筛选', en_US: 'All filters' },
  filters: { zh_CN: '筛选条件', en_US: 'Filters' },
  views: { zh_CN: '视图', en_US: 'Views' },
  pickAll: { zh_CN: '全选本页', en_US: 'Select this page' },
  pickRow: { zh_CN: '选择第 {row} 行', en_US: 'Select row {row}' },
  picked: { zh_CN: '已选 {count} 条', en_US: '{count} selected' },
  copy: { zh_CN: '复制 {text}', en_US: 'Copy {text}' },
  copied: { zh_CN: '已复制', en_US: 'Copied' },
  notCopied: {
    zh_CN: '浏览器不允许复制，请手工选择后复制',
    en_US: 'The browser doesn’t allow copying. Select the text and copy it manually.',
  },
  copyFailed: { zh_CN: '复制失败的单号', en_US: 'Copy failed numbers' },
  clearPicked: { zh_CN: '取消选择', en_US: 'Clear selection' },
  bulkActions: { zh_CN: '批量操作', en_US: 'Bulk actions' },
  nothingYet: { zh_CN: '暂无数据', en_US: 'No data yet' },
  nothingFound: { zh_CN: '没有符合条件的数据', en_US: 'Nothing matches these filters' },
  nothingFoundHint: {
    zh_CN: '请调整或清除筛选条件',
    en_US: 'Adjust or clear the filters',
  },
  notAllowed: { zh_CN: '没有查看权限', en_US: 'You don’t have permission to view this' },
  readOnly: {
    zh_CN: '当前系统版本中此页面为只读，由主仓库维护',
    en_US: 'Read-only in this system version; maintained by the main warehouse',
  },
  hidden: { zh_CN: '当前系统版本未开放此页面', en_US: 'This page is not available in this system version' },

  bulkCounts: { zh_CN: '成功 {ok} 条，失败 {failed} 条', en_US: '{ok} succeeded, {failed} failed' },
  retryFailed: { zh_CN: '重试失败项', en_US: 'Retry failed' },
  download: { zh_CN: '下载', en_US: 'Download' },
  documentNo: { zh_CN: '单号', en_US: 'Number' },
  reason: { zh_CN: '原因', en_US: 'Reason' },
  stillPicked: { zh_CN: '失败项保持选中', en_US: 'Failed records stay selected' },

  newVersion: { zh_CN: '系统已更新', en_US: 'The system has been updated' },
  newVersionHint: {
    zh_CN: '此页面的部分内容无法加载，请重新加载页面',
    en_US: 'Part of this page could not be loaded. Reload the page.',
  },
  pageBroke: { zh_CN: '页面出错', en_US: 'Something went wrong on this page' },
  pageBrokeHint: {
    zh_CN: '其他页面不受影响；重新加载后可继续使用',
    en_US: 'Other pages are not affected. Reload to continue.',
  },

  leaveUnsaved: {
    zh_CN: '有未保存的内容，离开后页面将重新加载。确定继续？',
    en_US: 'You have unsaved changes, and the page will reload. Continue?',
  },
  changedMeanwhile: {
    zh_CN: '您编辑期间，其他人已修改此内容',
    en_US: 'Someone else changed this while you were editing',
  },
  changedMeanwhileHint: {
    zh_CN: '您未改动的字段已显示最新内容。保留您的修改后再保存，会覆盖对方对相同字段的修改。',
    en_US:
      'Fields you haven’t edited show the latest values. If you keep your changes and save, they replace the other person’s in the same fields.',
  },
  discardAsk: { zh_CN: '确定放弃未保存的修改？', en_US: 'Discard your changes?' },
  discardChanges: { zh_CN: '放弃修改', en_US: 'Discard changes' },
  keepChanges: { zh_CN: '保留我的修改', en_US: 'Keep my changes' },
  warehouseTime: { zh_CN: '仓库时间 {time}', en_US: 'Warehouse time {time}' },
  fromDay: { zh_CN: '开始日期', en_US: 'From' },
  toDay: { zh_CN: '结束日期', en_US: 'To' },
  enable: { zh_CN: '启用', en_US: 'Enable' },
  disable: { zh_CN: '停用', en_US: 'Disable' },
  edit: { zh_CN: '编辑', en_US: 'Edit' },
  save: { zh_CN: '保存', en_US: 'Save' },
  cancel: { zh_CN: '取消', en_US: 'Cancel' },
} as const satisfies Record<string, Text>
