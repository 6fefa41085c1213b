import type { Text } from '../text.ts'

export const webText = {
  loading: { zh_CN: '加载中…', en_US: 'Loading…' },
  retry: { zh_CN: '重试', en_US: 'Retry' },
  reload: { zh_CN: '重新加载', en_US: 'Reload' },
  close: { zh_CN: '关闭', en_US: 'Close' },
  requestId: { zh_CN: '请求编号 {id}', en_US: 'Request {id}' },
  oldRows: { zh_CN: '下方为上次成功加载的内容', en_US: 'Below is what was loaded last' },
  openLink: { zh_CN: '打开链接', en_US: 'Open link' },

  total: { zh_CN: '共 {total} 条', en_US: '{total} in total' },
  refresh: { zh_CN: '刷新', en_US: 'Refresh' },
  refreshedAt: { zh_CN: '更新于 {time}', en_US: 'Updated {time}' },
  clear: { zh_CN: '清除', en_US: 'Clear' },
  clearFilters: { zh_CN: '清除筛选', en_US: 'Clear filters' },
  clearFilter: { zh_CN: '清除：{filter}', en_US: 'Clear: {filter}' },
  filters: { zh_CN: '筛选条件', en_US: 'Filters' },
  views: { zh_CN: '视图', en_US: 'Views' },
  pickAll: { zh_CN: '全选本页', en_US: 'Select this page' },
  pickRow: { zh_CN: '选择第 {row} 行', en_US: 'Select row {row}' },
  picked: { zh_CN: '已选 {count} 条', en_US: '{count} selected' },
  clearPicked: { zh_CN: '取消选择', en_US: 'Clear selection' },
  bulkActions: { zh_CN: '批量操作', en_US: 'Bulk actions' },
  nothingYet: { zh_CN: '暂无数据', en_US: 'Nothing here yet' },
  nothingFound: { zh_CN: '没有符合条件的数据', en_US: 'Nothing matches these filters' },
  nothingFoundHint: {
    zh_CN: '请调整或清除筛选条件',
    en_US: 'Change the filters or clear them',
  },
  notAllowed: { zh_CN: '没有查看权限', en_US: 'You may not see this' },
  notAllowedHint: {
    zh_CN: '缺少权限“{right}”（{permission}），请联系仓库管理员开通',
    en_US: 'The right "{right}" ({permission}) is missing; your warehouse manager can grant it',
  },
  readOnly: {
    zh_CN: '当前系统版本中此页面为只读，由主仓库维护',
    en_US: 'Read-only in this system version: the main warehouse maintains it',
  },
  hidden: { zh_CN: '当前系统版本未开放此页面', en_US: 'This page is not available in this system version' },
  details: { zh_CN: '详情', en_US: 'Details' },

  bulkCounts: { zh_CN: '成功 {ok} 条，失败 {failed} 条', en_US: '{ok} done, {failed} failed' },
  retryFailed: { zh_CN: '重试失败项', en_US: 'Retry failed' },
  download: { zh_CN: '下载', en_US: 'Download' },
  documentNo: { zh_CN: '单号', en_US: 'Number' },
  reason: { zh_CN: '原因', en_US: 'Reason' },
  stillPicked: { zh_CN: '失败项保持选中', en_US: 'What failed stays selected' },

  newVersion: { zh_CN: '系统已更新', en_US: 'A new version is out' },
  newVersionHint: {
    zh_CN: '此页面的部分内容无法加载，请重新加载页面',
    en_US: 'A part of this page could not be loaded. Please reload the page',
  },
  pageBroke: { zh_CN: '页面出错', en_US: 'This page has failed' },
  pageBrokeHint: {
    zh_CN: '其他页面不受影响；重新加载后可继续使用',
    en_US: 'Other pages are not affected. Reload to go on',
  },

  leaveUnsaved: {
    zh_CN: '有未保存的内容，离开后页面将重新加载。确定继续？',
    en_US: 'There are unsaved changes and the page will reload. Go on?',
  },
  yourTime: { zh_CN: '我的时区', en_US: 'Your time' },
  warehouseTime: { zh_CN: '仓库时间 {time}', en_US: 'Warehouse time {time}' },
  fromDay: { zh_CN: '开始日期', en_US: 'From day' },
  toDay: { zh_CN: '结束日期', en_US: 'To day' },
  enable: { zh_CN: '启用', en_US: 'Enable' },
  disable: { zh_CN: '停用', en_US: 'Disable' },
  edit: { zh_CN: '编辑', en_US: 'Edit' },
  save: { zh_CN: '保存', en_US: 'Save' },
  cancel: { zh_CN: '取消', en_US: 'Cancel' },
} as const satisfies Record<string, Text>
