import { sounds } from '../../server/lazy-packages.ts'

/** The search text of a row in one lower-case string: its words, and the pinyin initials of Chinese ones. */
export function searchLine(...parts: (string | null | undefined)[]): string {
  const words = parts.filter((part): part is string => Boolean(part))
  const initialsOf = words
    .filter((word) => /\p{Script=Han}/u.test(word))
    .map((word) => sounds().pinyin(word, { pattern: 'first', toneType: 'none', type: 'array' }).join(''))
  return [...words, ...initialsOf].join(' ').normalize('NFKC').toLowerCase()
}

/** The pinyin initials of all Chinese characters in a text, and nothing else. */
export function initials(text: string): string {
  const han = text.match(/\p{Script=Han}+/gu)?.join('') ?? ''
  return sounds().pinyin(han, { pattern: 'first', toneType: 'none', type: 'array' }).join('').toLowerCase()
}
