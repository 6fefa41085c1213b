import { lot as lotRule } from '../../calls/rules.ts'
import type { Text } from '../../text/text.ts'
import { readLabel } from '../gs1.ts'
import { commandOf, inputSignOf, type ScanCommand } from '../scan-commands.ts'
import { MAX_SCANNED, scanTooLong } from '../scanned.ts'

/** The content of one scan: the code to look up, the number of pieces, and further GS1 data. */
export type Scanned = {
  code: string
  times: number
  /**
   * Whether a quantity was given; without one a scan is one piece, or everything that is left, depending on
   * the screen.
   */
  isCounted: boolean
  /** `YYYY-MM-DD`, where the barcode has an expiry date. */
  expiry?: string
  /** The production date, where the barcode has one. */
  production?: string
  /** The lot (10) and the serial number (21), where the barcode has them. */
  lot?: string
  serial?: string
  /** Typed instead of scanned. */
  isTyped?: boolean
}

export type Reading =
  | { kind: 'nothing' }
  | { kind: 'command'; command: ScanCommand }
  | { kind: 'times'; times: number }
  /** Signs collected so far; the OK barcode makes a code of them. */
  | { kind: 'input'; text: string }
  | ({ kind: 'code' } & Scanned)
  | { kind: 'unreadable'; problem: Text }

/** What carries over to the next scan: its multiplier, whether its digits are being collected, and other input. */
export type Pending = { times: number | undefined; isCounting: boolean; input: string }

export const nothingPending: Pending = { times: undefined, isCounting: false, input: '' }

export const readingText = {
  tooMany: { zh_CN: '数量必须为 1 至 999999', en_US: 'The quantity must be 1 to 999999' },
} as const satisfies Record<string, Text>

/** Whether nothing is being entered. */
export const isNothing = ({ times, isCounting, input }: Pending) =>
  times === undefined && !isCounting && input === ''

const MAX_TIMES = 999_999
const SEPARATOR = '\u001d'

/**
 * A normalised scan: full-width characters made half-width, multiplication signs made stars, trimmed, and no
 * control characters but the GS1 separator.
 */
function tidy(typed: string): string {
  const plain = [...typed.normalize('NFKC')].filter((sign) => sign === SEPARATOR || sign >= ' ').join('')
  return plain.replaceAll('×', '*').trim()
}

/**
 * Parses one scan given the state left by the previous one.
 *
 * `12*` or `*12` multiplies the next scan by twelve, `12*CODE` this one; after `CMD-QTY` digits are
 * collected, one barcode each or typed at once, until something else is scanned. Signs from the command card
 * make up a code that OK ends; where only a choice is open, a digit is its number.
 */
export function readScan(
  typed: string,
  pending: Pending,
  { isChoice = false } = {},
): { reading: Reading; pending: Pending } {
  const sign = inputSignOf(tidy(typed))
  const isDigit = sign !== undefined && sign !== '.'
  if (sign !== undefined && !(isDigit && (pending.isCounting || isChoice)))
    return collected(pending, pending.input + sign)
  const text = sign ?? tidy(typed)
  if (text === '') return { reading: { kind: 'nothing' }, pending }
  const command = commandOf(text)
  if (pending.input !== '' && command === 'undo') return collected(pending, pending.input.slice(0, -1))
  if (command === 'undo' && (pending.isCounting || pending.times !== undefined)) return uncounted(pending)
  if (pending.input !== '' && command === 'ok')
    return { reading: codeIn(pending.input, pending.times), pending: nothingPending }
  if (command === 'quantity')
    return { reading: { kind: 'command', command }, pending: { ...nothingPending, isCounting: true } }
  if (command)
    return { reading: { kind: 'command', command }, pending: { ...pending, isCounting: false, input: '' } }

  if (pending.isCounting && /^\d{1,6}$/.test(text)) return counted(`${pending.times ?? ''}${text}`, true)
  const star = /^(?:\*(\d{1,9})|(\d{1,9})\*)$/.exec(text)
  if (star) return counted(star[1] ?? star[2] ?? '', false)
  const both = /^(\d{1,6})\*(.+)$/.exec(text)
  const times = both ? Number(both[1]) : pending.times
  if (times !== undefined && times < 1) return refused(readingText.tooMany)
  return { reading: codeIn(both?.[2] ?? text, times), pending: nothingPending }
}

const collected = (pending: Pending, input: string) => ({
  reading: { kind: 'input', text: input } as const,
  pending: { ...pending, isCounting: false, input },
})

const refused = (problem: Text) => ({
  reading: { kind: 'unreadable', problem } as const,
  pending: nothingPending,
})

function counted(digits: string, isCounting: boolean): { reading: Reading; pending: Pending } {
  const times = Number(digits)
  if (times < 1 || times > MAX_TIMES) return refused(readingText.tooMany)
  return { reading: { kind: 'times', times }, pending: { times, isCounting, input: '' } }
}

/** Without the last digit of a quantity that is being entered; one that was given at once is deleted whole. */
function uncounted({ times, isCounting }: Pending): { reading: Reading; pending: Pending } {
  const left = isCounting ? Math.floor((times ?? 0) / 10) : 0
  if (left > 0) return counted(String(left), true)
  const isStillCounting = isCounting && times !== undefined
  return { reading: { kind: 'nothing' }, pending: { ...nothingPending, isCounting: isStillCounting } }
}

/** GS1 data is looked up by article or carton; dates, lot, serial number and count are passed along. */
function codeIn(text: string, given: number | undefined): Reading {
  const label = readLabel(text)
  if ('problem' in label) return { kind: 'unreadable', problem: label.problem }
  const { code, values } = label
  if (code.length > MAX_SCANNED) return { kind: 'unreadable', problem: scanTooLong }
  const count = values.get('30') ?? values.get('37')
  const times = (given ?? 1) * Number(count ?? 1)
  if (times < 1 || times > MAX_TIMES) return { kind: 'unreadable', problem: readingText.tooMany }
  const isCounted = given !== undefined || count !== undefined
  // The expiry date takes precedence over the best-before date.
  const expiry = dayOf(values.get('17') ?? values.get('7003') ?? values.get('15'))
  const production = dayOf(values.get('11'))
  const [lot, serial] = [lotRule.safeParse(values.get('10')).data, values.get('21')]
  return {
    kind: 'code',
    code,
    times,
    isCounted,
    ...(expiry && { expiry }),
    ...(production && { production }),
    ...(lot && { lot }),
    ...(serial && { serial }),
  }
}

/** GS1's `YYMMDD` as a date of this century; day 00 is the last of the month. */
function dayOf(value: string | undefined): string | undefined {
  if (value === undefined) return undefined
  const [year, month, day] = [`20${value.slice(0, 2)}`, value.slice(2, 4), value.slice(4, 6)]
  const last = new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate()
  return `${year}-${month}-${day === '00' ? last : day}`
}
