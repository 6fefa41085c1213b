import { checkDigit } from '../../platform/scanning/gs1.ts'
import type { Text } from '../../platform/text/text.ts'
import { numberText } from './text.ts'

/** How the check digit is computed: none, GS1 over all digits, or the postal standard S10. */
export const checkRules = ['none', 'mod10', 's10'] as const
export type CheckRule = (typeof checkRules)[number]

/** The format of the numbers of a range. */
export type NumberForm = { prefix: string; digits: number; checkRule: CheckRule; suffix: string }
export type NumberRange = NumberForm & { firstNo: number; lastNo: number }

export const MAX_DIGITS = 15
const MAX_NUMBER_LENGTH = 40
const s10Weights = [8, 6, 4, 2, 3, 5, 9, 7]

/** The check digit of a postal item by UPU S10: eight weighted digits, modulo 11. */
export function s10Digit(serial: string): string {
  const sum = s10Weights.reduce((total, weight, place) => total + weight * Number(serial[place]), 0)
  const rest = 11 - (sum % 11)
  if (rest === 10) return '0'
  return rest === 11 ? '5' : String(rest)
}

/** A number of a range as printed on the label. */
export function numberAt({ prefix, digits, checkRule, suffix }: NumberForm, no: number): string {
  const serial = String(no).padStart(digits, '0')
  const check =
    checkRule === 's10' ? s10Digit(serial) : checkRule === 'mod10' ? checkDigit(prefix + serial) : ''
  return prefix + serial + check + suffix
}

/** What is wrong with a range as a whole, at the field to correct. */
export function rangeProblem(range: NumberRange): { path: keyof NumberRange; message: Text } | undefined {
  const { prefix, digits, checkRule, suffix, firstNo, lastNo } = range
  if (lastNo < firstNo) return { path: 'lastNo', message: numberText.lastBeforeFirst }
  if (String(lastNo).length > digits) return { path: 'digits', message: numberText.tooFewDigits }
  if (checkRule === 's10') {
    if (digits !== 8) return { path: 'digits', message: numberText.s10Digits }
    if (!/^[A-Z]{2}$/.test(prefix)) return { path: 'prefix', message: numberText.s10Letters }
    if (!/^[A-Z]{2}$/.test(suffix)) return { path: 'suffix', message: numberText.s10Letters }
  }
  if (checkRule === 'mod10') {
    if (!/^\d*$/.test(prefix)) return { path: 'prefix', message: numberText.mod10Prefix }
    if (suffix !== '') return { path: 'suffix', message: numberText.mod10Suffix }
  }
  if (numberAt(range, lastNo).length > MAX_NUMBER_LENGTH)
    return { path: 'prefix', message: numberText.tooLong }
  return undefined
}
