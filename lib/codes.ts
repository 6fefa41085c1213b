import { z } from 'zod'
import { rule } from './problems.ts'
import type { Text } from './text.ts'

export const codesText = {
  codes: { zh_CN: '{count} 个编码', en_US: '{count} {count|code|codes}' },
  missing: {
    zh_CN: '{count} 个编码未找到：{codes}',
    en_US: '{count} {count|code was|codes were} not found: {codes}',
  },
  tooMany: {
    zh_CN: '一次最多 500 个编码、共 12000 个字符',
    en_US: 'At most 500 codes and 12,000 characters at once',
  },
} as const satisfies Record<string, Text>

const MOST_CODES = 500
const MOST_LETTERS = 12_000

/** Codes pasted at once. Their sum is bounded, because they stand in the page's address too. */
export const codes = z
  .array(z.string().trim().min(1).max(80))
  .max(MOST_CODES, rule(codesText.tooMany))
  .refine((all) => all.join('').length <= MOST_LETTERS, rule(codesText.tooMany))

/** What a list that takes many codes answers beside its rows: those of them that nothing has. */
export const missing = z.array(z.string())

/** A code as codes are compared: however wide, and in whichever case. */
export const codeKey = (code: string) => code.normalize('NFKC').trim().toLowerCase()

/** Of the codes asked for, those that are not among the keys that were found. */
export function missingOf(asked: readonly string[], known: readonly { key: string }[]): string[] {
  const keys = new Set(known.map(({ key }) => key))
  return [...new Set(asked.filter((code) => !keys.has(codeKey(code))))]
}

/** Several codes pasted at once, from a column, a line or a list; undefined when it is one code or plain words. */
export function pastedCodes(text: string): string[] | undefined {
  const codes = text
    .split(/[\r\n\t,;，；、]+/)
    .map((code) => code.trim())
    .filter(Boolean)
  return codes.length > 1 ? [...new Set(codes)] : undefined
}
