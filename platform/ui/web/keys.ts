import type { Text } from '../../text/text.ts'

type Shortcut = { keys: string; text: Text; group: 'everywhere' | 'go' | 'home' | 'list' | 'tabs' }

/** Every shortcut of the product. Tooltips, the shortcut help and the listener read this table. */
export const shortcuts = {
  palette: {
    keys: 'mod+k',
    group: 'everywhere',
    text: { zh_CN: '打开命令面板', en_US: 'Open command palette' },
  },
  sheet: { keys: '?', group: 'everywhere', text: { zh_CN: '显示快捷键', en_US: 'Show shortcuts' } },
  search: { keys: '/', group: 'everywhere', text: { zh_CN: '搜索', en_US: 'Search' } },
  save: { keys: 'mod+s', group: 'everywhere', text: { zh_CN: '保存', en_US: 'Save' } },
  goHome: { keys: 'g h', group: 'go', text: { zh_CN: '前往首页', en_US: 'Go to Home' } },
  goInbound: { keys: 'g i', group: 'go', text: { zh_CN: '前往入库单', en_US: 'Go to inbound orders' } },
  goOrders: { keys: 'g o', group: 'go', text: { zh_CN: '前往订单', en_US: 'Go to orders' } },
  goStock: { keys: 'g s', group: 'go', text: { zh_CN: '前往库存', en_US: 'Go to stock' } },
  goCustomers: { keys: 'g c', group: 'go', text: { zh_CN: '前往客户', en_US: 'Go to customers' } },
  goFees: { keys: 'g f', group: 'go', text: { zh_CN: '前往费用', en_US: 'Go to fees' } },
  goQuotes: { keys: 'g q', group: 'go', text: { zh_CN: '前往报价', en_US: 'Go to quotes' } },
  next: { keys: 'j', group: 'list', text: { zh_CN: '下一行', en_US: 'Next row' } },
  previous: { keys: 'k', group: 'list', text: { zh_CN: '上一行', en_US: 'Previous row' } },
  pick: { keys: 'x', group: 'list', text: { zh_CN: '选择行', en_US: 'Select row' } },
  pickRange: {
    keys: 'shift+x',
    group: 'list',
    text: { zh_CN: '选择到此行', en_US: 'Select up to this row' },
  },
  open: { keys: 'Enter', group: 'list', text: { zh_CN: '打开详情', en_US: 'Open details' } },
  close: {
    keys: 'Escape',
    group: 'list',
    text: { zh_CN: '关闭或取消选择', en_US: 'Close or clear selection' },
  },
  filters: { keys: 'f', group: 'list', text: { zh_CN: '跳到筛选条件', en_US: 'Go to filters' } },
  views: { keys: 'v', group: 'list', text: { zh_CN: '下一个视图', en_US: 'Next view' } },
  new: { keys: 'n', group: 'list', text: { zh_CN: '新建', en_US: 'New' } },
  export: { keys: 'e', group: 'list', text: { zh_CN: '导出', en_US: 'Export' } },
  print: { keys: 'p', group: 'list', text: { zh_CN: '打印标签', en_US: 'Print labels' } },
  receive: {
    keys: 'r',
    group: 'list',
    text: { zh_CN: '收货（入库单）、补打（打印面单）', en_US: 'Receive (inbound orders), reprint (labels)' },
  },
  audit: { keys: 'a', group: 'list', text: { zh_CN: '审核（订单）', en_US: 'Audit (orders)' } },
  wave: {
    keys: 'w',
    group: 'list',
    text: { zh_CN: '生成拣货单（订单）', en_US: 'Create picking lists (orders)' },
  },
  label: {
    keys: 'l',
    group: 'list',
    text: { zh_CN: '前往打印面单（订单）', en_US: 'Go to Print labels (orders)' },
  },
  ship: {
    keys: 's',
    group: 'list',
    text: { zh_CN: '前往批量出库（订单）', en_US: 'Go to Batch outbound (orders)' },
  },
  refresh: { keys: 'shift+r', group: 'list', text: { zh_CN: '刷新列表', en_US: 'Refresh list' } },
  work1: { keys: '1', group: 'home', text: { zh_CN: '第 1 项待办', en_US: 'First queue' } },
  work2: { keys: '2', group: 'home', text: { zh_CN: '第 2 项待办', en_US: 'Second queue' } },
  work3: { keys: '3', group: 'home', text: { zh_CN: '第 3 项待办', en_US: 'Third queue' } },
  work4: { keys: '4', group: 'home', text: { zh_CN: '第 4 项待办', en_US: 'Fourth queue' } },
  work5: { keys: '5', group: 'home', text: { zh_CN: '第 5 项待办', en_US: 'Fifth queue' } },
  work6: { keys: '6', group: 'home', text: { zh_CN: '第 6 项待办', en_US: 'Sixth queue' } },
  work7: { keys: '7', group: 'home', text: { zh_CN: '第 7 项待办', en_US: 'Seventh queue' } },
  work8: { keys: '8', group: 'home', text: { zh_CN: '第 8 项待办', en_US: 'Eighth queue' } },
  closeTab: { keys: 'alt+w', group: 'tabs', text: { zh_CN: '关闭标签页', en_US: 'Close tab' } },
  tab1: { keys: 'alt+1', group: 'tabs', text: { zh_CN: '第 1 个标签页', en_US: 'First tab' } },
  tab2: { keys: 'alt+2', group: 'tabs', text: { zh_CN: '第 2 个标签页', en_US: 'Second tab' } },
  tab3: { keys: 'alt+3', group: 'tabs', text: { zh_CN: '第 3 个标签页', en_US: 'Third tab' } },
  tab4: { keys: 'alt+4', group: 'tabs', text: { zh_CN: '第 4 个标签页', en_US: 'Fourth tab' } },
  tab5: { keys: 'alt+5', group: 'tabs', text: { zh_CN: '第 5 个标签页', en_US: 'Fifth tab' } },
  tab6: { keys: 'alt+6', group: 'tabs', text: { zh_CN: '第 6 个标签页', en_US: 'Sixth tab' } },
  tab7: { keys: 'alt+7', group: 'tabs', text: { zh_CN: '第 7 个标签页', en_US: 'Seventh tab' } },
} as const satisfies Record<string, Shortcut>

export type ShortcutName = keyof typeof shortcuts

export const shortcutGroups: Record<Shortcut['group'], Text> = {
  everywhere: { zh_CN: '通用', en_US: 'General' },
  go: { zh_CN: '前往', en_US: 'Go to' },
  home: { zh_CN: '首页', en_US: 'Home' },
  list: { zh_CN: '列表', en_US: 'Lists' },
  tabs: { zh_CN: '标签页', en_US: 'Tabs' },
}

const names = Object.keys(shortcuts) as ShortcutName[]

export const namesIn = (group: Shortcut['group']) => names.filter((name) => shortcuts[name].group === group)

/** Keys without Ctrl or Alt. Users of speech input must be able to disable them. */
export const isSingle = (keys: string) => !/^(mod|alt)\+/.test(keys)

type Press = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

/** A pressed key in the table's notation. */
export function written({ key, code, ctrlKey, metaKey, altKey, shiftKey }: Press): string {
  if (ctrlKey || metaKey) return `mod+${key.toLowerCase()}`
  // With Alt a Mac types another character; the key's position counts.
  if (altKey) return `alt+${code.replace(/^(Digit|Key)/, '').toLowerCase()}`
  return /^[a-z]$/i.test(key) ? `${shiftKey ? 'shift+' : ''}${key.toLowerCase()}` : key
}

/** Finds the shortcut of a key, given the key before it: `g h` is one of two keys. */
export function meaning(key: string, before: string | undefined): ShortcutName | undefined {
  const sequence = before && names.find((name) => shortcuts[name].keys === `${before} ${key}`)
  return sequence || names.find((name) => shortcuts[name].keys === key)
}

/** How keys are displayed. */
export const shown = (name: ShortcutName, isMac: boolean): string[] =>
  shortcuts[name].keys.split(' ').map((key) =>
    key
      .split('+')
      .map((part) => (part === 'mod' ? (isMac ? '⌘' : 'Ctrl') : capital(part)))
      .join(' '),
  )

const capital = (part: string) => part.charAt(0).toUpperCase() + part.slice(1)
