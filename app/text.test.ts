import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')

/** Every file outside the page that contains texts, whatever its name. */
const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
  (name) =>
    /^(?!node_modules|dist|data|e2e|bench|testing|\.)\w+\/.*\.ts$/.test(name) &&
    !/\/(web|testing|node_modules)\/|\.test\.ts$|^db\//.test(name) &&
    /^export const (?!languageOf)[\s\S]*zh_CN: '/m.test(readFileSync(join(root, name), 'utf8')),
)

type Found = { where: string; text: Record<string, unknown> }

/** The texts in a value, at any depth; a single language counts as a text too. */
function textsIn(value: unknown, where: string, seen = new Set<unknown>()): Found[] {
  if (typeof value !== 'object' || value === null || seen.has(value)) return []
  seen.add(value)
  if ('zh_CN' in value || 'en_US' in value) return [{ where, text: value as Record<string, unknown> }]
  return Object.entries(value).flatMap(([key, inner]) => textsIn(inner, `${where}.${key}`, seen))
}

const results = (
  await Promise.all(
    files.map(async (file) => textsIn(await import(/* @vite-ignore */ join(root, file)), file)),
  )
).flat()

const hole = /\{(\w+)(?:\|[^{}|]*\|[^{}|]*)?\}/g
const holesOf = (answer: unknown) =>
  [...new Set([...String(answer).matchAll(hole)].map(([, name]) => name))].sort()
const where = (wrong: Found[]) => wrong.map((item) => item.where)

test('every slice’s texts are found', () => {
  expect(files).toEqual(
    expect.arrayContaining([
      'platform/text/common-text.ts',
      'app/text.ts',
      'staff/text.ts',
      'warehouse/dictionaries.ts',
      'staff/guide.ts',
    ]),
  )
  for (const slice of [
    'billing',
    'channels',
    'customers',
    'inventory',
    'orders',
    'products',
    'receiving',
    'shipping',
  ]) {
    expect(
      results.some((item) => item.where.startsWith(`${slice}/`)),
      slice,
    ).toBe(true)
  }
  expect(results.length).toBeGreaterThan(400)
})

test('every text exists in both languages', () => {
  const lacks = ({ text }: Found) =>
    Object.keys(text).sort().join() !== 'en_US,zh_CN' ||
    ['zh_CN', 'en_US'].some(
      (language) => typeof text[language] !== 'string' || String(text[language]).trim() === '',
    )
  expect(where(results.filter(lacks))).toEqual([])
})

test('both languages have the same placeholders', () => {
  const differ = ({ text }: Found) => holesOf(text.zh_CN).join() !== holesOf(text.en_US).join()
  expect(where(results.filter(differ))).toEqual([])
})

test('every brace belongs to a placeholder', () => {
  const isTorn = ({ text }: Found) =>
    Object.values(text).some((answer) => /[{}]/.test(String(answer).replace(hole, '')))
  expect(where(results.filter(isTorn))).toEqual([])
})

test('English contains no Chinese characters, except for the button that switches to Chinese', () => {
  const chinese = results.filter(({ text }) => /\p{Script=Han}/u.test(String(text.en_US)))
  expect(where(chinese)).toEqual(['app/page-text.ts.guideText.language'])
})

test('no text has leading or trailing spaces', () => {
  expect(
    where(
      results.filter(({ text }) =>
        Object.values(text).some((answer) => String(answer) !== String(answer).trim()),
      ),
    ),
  ).toEqual([])
})
