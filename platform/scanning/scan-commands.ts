import type { Text } from '../text/text.ts'

/** The commands on the command card: scanning one of these triggers an action and is not an item. */
export const scanCommands = {
  ok: { code: 'CMD-OK', text: { zh_CN: '确认', en_US: 'OK' } },
  undo: { code: 'CMD-UNDO', text: { zh_CN: '撤销', en_US: 'Undo' } },
  next: { code: 'CMD-NEXT', text: { zh_CN: '完成此步', en_US: 'Finish this step' } },
  quantity: { code: 'CMD-QTY', text: { zh_CN: '数量', en_US: 'Quantity' } },
  defect: { code: 'CMD-DEFECT', text: { zh_CN: '次品', en_US: 'Defective' } },
  short: { code: 'CMD-SHORT', text: { zh_CN: '短少', en_US: 'Short' } },
  mode: { code: 'CMD-MODE', text: { zh_CN: '切换方式', en_US: 'Switch mode' } },
  freeze: { code: 'CMD-FREEZE', text: { zh_CN: '冻结', en_US: 'Freeze' } },
  adjust: { code: 'CMD-ADJUST', text: { zh_CN: '调整数量', en_US: 'Adjust quantity' } },
  lead: { code: 'CMD-LEAD', text: { zh_CN: '呼叫主管', en_US: 'Call supervisor' } },
  read: { code: 'CMD-READ', text: { zh_CN: '知道了', en_US: 'Got it' } },
  print: { code: 'CMD-PRINT', text: { zh_CN: '打印', en_US: 'Print' } },
} as const satisfies Record<string, { code: string; text: Text }>

/** The second half of the card: digits and the decimal point, scanned one by one. OK ends the input, Undo deletes the last one. */
export const inputCodes: readonly { code: string; sign: string; text: Text }[] = [
  ...[...'1234567890'].map((sign) => ({ code: `CMD-${sign}`, sign, text: { zh_CN: sign, en_US: sign } })),
  { code: 'CMD-DOT', sign: '.', text: { zh_CN: '小数点', en_US: 'Decimal point' } },
]

export const inputSignOf = (code: string): string | undefined =>
  inputCodes.find((input) => input.code === code.toUpperCase())?.sign

export type ScanCommand = keyof typeof scanCommands

const names = Object.keys(scanCommands) as ScanCommand[]

export const commandOf = (code: string): ScanCommand | undefined =>
  names.find((name) => scanCommands[name].code === code.toUpperCase())
