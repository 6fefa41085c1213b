import type { Text } from '../platform/text/text.ts'

export const homeText = {
  title: { zh_CN: '首页', en_US: 'Home' },
  work: { zh_CN: '待办', en_US: 'To do' },
  tasks: { zh_CN: '我的任务', en_US: 'My tasks' },
  tasksRunning: { zh_CN: '进行中', en_US: 'Running' },
  tasksFailed: { zh_CN: '失败', en_US: 'Failed' },
  people: { zh_CN: '员工', en_US: 'Staff' },
  staffEnabled: { zh_CN: '启用账号', en_US: 'Enabled accounts' },
  staffSeenToday: { zh_CN: '今日登录', en_US: 'Logged in today' },
  books: { zh_CN: '账务自检', en_US: 'Ledger check' },
  booksHint: {
    zh_CN: '核对本仓库的全部账务，每晚自动进行；结果显示在任务列表中。',
    en_US:
      'Checks all stock and money records of this warehouse. Runs automatically every night; when you start it yourself, the result appears under Tasks.',
  },
  booksNever: { zh_CN: '还没有核对过', en_US: 'Not checked yet' },
  booksClean: { zh_CN: '账务一致', en_US: 'All records match' },
  booksWrong: {
    zh_CN: '{count} 处不一致（{codes}）',
    en_US: '{count} {count|mismatch|mismatches} ({codes})',
  },
  booksAlarm: {
    zh_CN: '账务有 {count} 处不一致',
    en_US: 'Ledger check found {count} {count|mismatch|mismatches}',
  },
  accountsStopped: { zh_CN: '查看账务异常的客户账户', en_US: 'View blocked accounts' },
  booksStopped: { zh_CN: '查看账务异常的库存', en_US: 'View blocked stock' },
  checkBooks: { zh_CN: '开始自检', en_US: 'Check now' },
  checkStarted: {
    zh_CN: '自检已开始，请在任务列表中查看结果',
    en_US: 'Ledger check started. See Tasks for the result.',
  },
} as const satisfies Record<string, Text>

export const notFoundText = {
  title: { zh_CN: '页面不存在', en_US: 'Page not found.' },
  noPage: { zh_CN: '没有找到 {path}', en_US: 'No page found at {path}' },
  search: { zh_CN: '搜索页面或操作', en_US: 'Search pages and actions' },
  home: { zh_CN: '返回首页', en_US: 'Go to Home' },
} as const satisfies Record<string, Text>

export const basicDataText = {
  title: { zh_CN: '基础配置', en_US: 'Basic configuration' },
} as const satisfies Record<string, Text>

export const guideText = {
  title: { zh_CN: '使用指南', en_US: 'User guide' },
  contents: { zh_CN: '目录', en_US: 'Contents' },
  general: { zh_CN: '通用操作', en_US: 'General' },
  screens: { zh_CN: '各页面说明', en_US: 'Screens' },
  language: { zh_CN: 'English', en_US: '简体中文' },
  print: { zh_CN: '打印', en_US: 'Print' },
  toTop: { zh_CN: '回到目录', en_US: 'Back to contents' },
} as const satisfies Record<string, Text>
