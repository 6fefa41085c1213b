import type { Text } from '../platform/text/text.ts'
import { slices } from './slices.ts'

export const shellText = {
  scanNotFound: { zh_CN: '没有找到 {code} 对应的单据', en_US: 'No document found for {code}' },
  scan: { zh_CN: '扫描', en_US: 'Scan' },
  product: { zh_CN: 'Tallyhouse 仓储管理', en_US: 'Tallyhouse WMS' },
  starting: { zh_CN: '正在进入系统…', en_US: 'Starting…' },
  userFailed: { zh_CN: '账号信息加载失败', en_US: 'Could not load your account' },
  startFailed: { zh_CN: '仓库信息加载失败', en_US: 'Could not load the warehouse' },
  skip: { zh_CN: '跳到主要内容', en_US: 'Skip to content' },

  menu: { zh_CN: '菜单', en_US: 'Menu' },
  openMenu: { zh_CN: '打开菜单', en_US: 'Open menu' },
  foldMenu: { zh_CN: '收起菜单', en_US: 'Collapse menu' },
  unfoldMenu: { zh_CN: '展开菜单', en_US: 'Expand menu' },
  warehouse: { zh_CN: '仓库', en_US: 'Warehouse' },
  currency: { zh_CN: '币种', en_US: 'Currency' },
  unit: { zh_CN: '单位', en_US: 'Unit' },
  notSet: { zh_CN: '未设置', en_US: 'Not set' },
  timeZone: { zh_CN: '时区', en_US: 'Time zone' },
  help: { zh_CN: '帮助', en_US: 'Help' },
  language: { zh_CN: '语言', en_US: 'Language' },
  search: { zh_CN: '搜索', en_US: 'Search' },

  me: { zh_CN: '当前用户 {account}', en_US: 'Logged in as {account}' },
  personInfo: { zh_CN: '个人信息', en_US: 'Personal information' },
  theme: { zh_CN: '外观', en_US: 'Appearance' },
  themeSystem: { zh_CN: '跟随系统', en_US: 'System default' },
  themeLight: { zh_CN: '浅色', en_US: 'Light' },
  themeDark: { zh_CN: '深色', en_US: 'Dark' },
  soundsOn: { zh_CN: '打开提示音', en_US: 'Turn sounds on' },
  soundsOff: { zh_CN: '关闭提示音', en_US: 'Turn sounds off' },
  keys: { zh_CN: '快捷键', en_US: 'Keyboard shortcuts' },
  keySheet: { zh_CN: '查看快捷键', en_US: 'Show shortcuts' },
  singleKeysOn: { zh_CN: '启用单键快捷键', en_US: 'Turn single-key shortcuts on' },
  singleKeysOff: { zh_CN: '停用单键快捷键', en_US: 'Turn single-key shortcuts off' },
  singleKeysAreOff: {
    zh_CN: '单键快捷键已停用，可在用户菜单中启用',
    en_US: 'Single-key shortcuts are off. Turn them on in the user menu.',
  },
  logOut: { zh_CN: '退出登录', en_US: 'Log out' },

  tabs: { zh_CN: '已打开的页面', en_US: 'Open pages' },
  closeTab: { zh_CN: '关闭 {title}', en_US: 'Close {title}' },
  closeAll: { zh_CN: '关闭全部', en_US: 'Close all' },
  unsaved: { zh_CN: '未保存', en_US: 'unsaved' },
  unsavedClose: {
    zh_CN: '“{title}”有未保存的内容，确定关闭？',
    en_US: '“{title}” has unsaved changes. Close it?',
  },
  unsavedCloseAll: {
    zh_CN: '有页面尚未保存，确定全部关闭？',
    en_US: 'Some pages have unsaved changes. Close them all?',
  },
  pushedOut: {
    zh_CN: '已关闭“{title}”以腾出位置，草稿已保留',
    en_US: '“{title}” was closed to make room. Its draft is kept.',
  },
  reopen: { zh_CN: '重新打开', en_US: 'Reopen' },
  unknownPage: { zh_CN: '页面不存在', en_US: 'Page not found.' },

  daysLeft: {
    zh_CN: '免费使用期还剩 {days} 天',
    en_US: 'Your free usage period has {days} {days|day|days} left.',
  },
  lastDay: {
    zh_CN: '免费使用期今天结束',
    en_US: 'Your free usage period ends today.',
  },
  usageOver: {
    zh_CN: '使用期已结束，目前只能查询和导出',
    en_US: 'Your usage period has ended. You can only view and export data.',
  },
  toContinue: { zh_CN: '如需继续使用请联系我们', en_US: 'Contact us to continue.' },
  contactUs: { zh_CN: '联系我们', en_US: 'Contact us' },
  renewal: { zh_CN: '续费提醒', en_US: 'Renewal reminder' },
  phone: { zh_CN: '电话', en_US: 'Phone' },
  email: { zh_CN: '邮箱', en_US: 'Email' },
  chat: { zh_CN: '扫码联系', en_US: 'Scan to chat' },
  hideToday: { zh_CN: '今天不再显示', en_US: 'Don’t show again today' },

  tasks: { zh_CN: '任务', en_US: 'Tasks' },
  tasksRunning: { zh_CN: '任务，{count} 个进行中', en_US: 'Tasks, {count} running' },
  noTasks: { zh_CN: '最近 30 天没有任务', en_US: 'No tasks in the last 30 days' },
  progress: { zh_CN: '{done} / {total}', en_US: '{done} of {total}' },
  failures: { zh_CN: '{count} 项失败', en_US: '{count} failed' },
  downloadFailures: { zh_CN: '下载全部失败项', en_US: 'Download all failures' },
  moreFailures: { zh_CN: '还有 {count} 项', en_US: 'and {count} more' },
  cancel: { zh_CN: '取消', en_US: 'Cancel' },
  retry: { zh_CN: '重试', en_US: 'Retry' },
  download: { zh_CN: '下载', en_US: 'Download' },

  palette: { zh_CN: '命令面板', en_US: 'Command palette' },
  paletteHint: { zh_CN: '输入单号、页面或命令…', en_US: 'Type a number, page or command…' },
  openDocument: { zh_CN: '打开单据 {code}', en_US: 'Open document {code}' },
  nothingFound: { zh_CN: '没有匹配的结果', en_US: 'No results' },
  goTo: { zh_CN: '前往', en_US: 'Go to' },
  commands: { zh_CN: '命令', en_US: 'Commands' },
  zones: { zh_CN: '切换时区', en_US: 'Switch time zone' },
  switchTo: { zh_CN: '切换到 {what}', en_US: 'Switch to {what}' },
  close: { zh_CN: '关闭', en_US: 'Close' },
} as const satisfies Record<string, Text>

/** The names of tasks. A kind without a name is shown as it is. */
export const taskNames: Readonly<Record<string, Text>> = Object.assign(
  {},
  ...slices.map(({ tasks }) => tasks),
)
