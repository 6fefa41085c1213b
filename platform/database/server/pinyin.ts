import { sounds } from '../../server/lazy-packages.ts'

/** What a row can be found by, in one lower-case line: its words, and for Chinese ones the first letters of their sounds. */
export function searchLine(...parts: (string | null | undefined)[]): string {
  const words = parts.filter((part): part is string => Boolean(part))
  const initialsOf = words
    .filter((word) => /\p{Script=Han}/u.test(word))
    .map((word) => sounds().pinyin(word, { pattern: 'first', toneType: 'none', type: 'array' }).join(''))
  return [...words, ...initialsOf].join(' ').normalize('NFKC').toLowerCase()
}

/** The first letters of the sounds of all Chinese characters in a text, and of nothing else. */
export function initials(text: string): string {
  const han = text.match(/\p{Script=Han}+/gu)?.join('') ?? ''
  return sounds().pinyin(han, { pattern: 'first', toneType: 'none', type: 'array' }).join('').toLowerCase()
}
