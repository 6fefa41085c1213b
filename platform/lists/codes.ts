import { z } from 'zod'
import { rule } from '../calls/problems.ts'
import type { Text } from '../text/text.ts'

export const codesText = {
  codes: { zh_CN: '{count} 个编码', en_US: '{count} {count|code|codes}' },
  missing: {
    zh_CN: '{count} 个编码未找到：{codes}',
    en_US: '{count} {count|code was|codes were} not found: {codes}',
  },
  tooMany: {
    zh_CN: '一次最多 500 个编码，且总长不能超过网址的容量',
    en_US: 'Up to 500 codes at a time, as long as they fit into the page address',
  },
} as const satisfies Record<string, Text>

const MAX_CODES = 500
const MAX_LENGTH = 14_000

/** As the page's address writes them, where a Chinese letter takes nine. */
const inAddress = (codes: readonly string[]) =>
  new URLSearchParams(codes.map((code): [string, string] => ['codes', code])).toString()

/** Codes pasted at once. Their sum is bounded, because they stand in the page's address too. */
export const codes = z
  .array(z.string().trim().min(1).max(80))
  .max(MAX_CODES, rule(codesText.tooMany))
  .refine((all) => inAddress(all).length <= MAX_LENGTH, rule(codesText.tooMany))

/** What a list that takes many codes answers beside its rows: those of them that nothing has. */
export const missing = z.array(z.string())

/** A code as codes are compared: however wide, and in whichever case. */
export const codeKey = (code: string) => code.normalize('NFKC').trim().toLowerCase()

/** Of the codes asked for, those that are not among the keys that were found. */
export function missingOf(
  input: readonly string[],
  known: readonly { key: string }[],
  keyOf = codeKey,
): string[] {
  const keys = new Set(known.map(({ key }) => key))
  return [...new Set(input.filter((code) => !keys.has(keyOf(code))))]
}

/** Several codes pasted at once, from a column, a line or a list; undefined when it is one code or plain words. */
export function pastedCodes(text: string): string[] | undefined {
  const cells = trimmed(text.split(/[\r\n\t]+/))
  const listed = trimmed(cells.flatMap((cell) => cell.split(/[,;，；、]+/)))
  // A comma in words parts no codes: a company is called "Foo Co., Ltd."
  const codes = listed.some((code) => /\s/.test(code)) ? cells : listed
  return codes.length > 1 ? [...new Set(codes)] : undefined
}

const trimmed = (pieces: readonly string[]) => pieces.map((piece) => piece.trim()).filter(Boolean)
