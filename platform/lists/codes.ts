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
  tooLong: { zh_CN: '每个编码不能超过 {max} 个字符', en_US: 'A code can have up to {max} characters' },
} as const satisfies Record<string, Text>

export const MAX_CODES = 500
export const MAX_CODE = 80
const MAX_LENGTH = 14_000

/** As encoded in the URL, where a Chinese character takes nine characters. */
const inAddress = (codes: readonly string[]) =>
  new URLSearchParams(codes.map((code): [string, string] => ['codes', code])).toString()

/** Codes pasted at once. Their total length is limited, because they are in the page's URL too. */
export const codes = z
  .array(
    z
      .string()
      .trim()
      .min(1)
      .max(MAX_CODE, rule(codesText.tooLong, { max: MAX_CODE })),
  )
  .max(MAX_CODES, rule(codesText.tooMany))
  .refine((all) => inAddress(all).length <= MAX_LENGTH, rule(codesText.tooMany))

/** The extra result of a list that accepts many codes: those that match nothing. */
export const missing = z.array(z.string())

/** A code normalised for comparison: width and case are ignored. */
export const codeKey = (code: string) => code.normalize('NFKC').trim().toLowerCase()

/** The requested codes that are not among the matched keys. */
export function missingOf(
  input: readonly string[],
  known: readonly { key: string }[],
  keyOf = codeKey,
): string[] {
  const keys = new Set(known.map(({ key }) => key))
  return [...new Set(input.filter((code) => !keys.has(keyOf(code))))]
}

/**
 * Several codes pasted at once, from a column, a row or a list; undefined for a single code or plain words.
 */
export function pastedCodes(text: string): string[] | undefined {
  const cells = trimmed(text.split(/[\r\n\t]+/))
  const listed = trimmed(cells.flatMap((cell) => cell.split(/[,;，；、]+/)))
  // A comma between words does not separate codes: a company may be called "Foo Co., Ltd."
  const codes = listed.some((code) => /\s/.test(code)) ? cells : listed
  return codes.length > 1 ? [...new Set(codes)] : undefined
}

const trimmed = (pieces: readonly string[]) => pieces.map((piece) => piece.trim()).filter(Boolean)
