import { expect, test } from 'vitest'
import { isTooComplex, MAX_DEPTH, MAX_VALUES } from './json-size.ts'

const lists = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
const objects = (depth: number) => '{"a":'.repeat(depth) + 1 + '}'.repeat(depth)
const zeros = (count: number) => JSON.stringify(Array(count).fill(0))
const fields = (count: number) => JSON.stringify(Object.fromEntries(Array(count).fill(0).entries()))

test.each<[string, string, boolean]>([
  ['lists as deep as allowed', lists(MAX_DEPTH), false],
  ['lists one deeper', lists(MAX_DEPTH + 1), true],
  ['objects as deep as allowed', objects(MAX_DEPTH), false],
  ['objects one deeper', objects(MAX_DEPTH + 1), true],
  ['lists that are never closed', '['.repeat(100_000), true],
  ['as many values as allowed', zeros(MAX_VALUES - 2), false],
  ['more values', zeros(MAX_VALUES + 1), true],
  ['more fields', fields(MAX_VALUES + 1), true],
  ['many empty lists', `[${'[],'.repeat(MAX_VALUES)}[]]`, true],
  ['brackets and commas in a text', JSON.stringify({ text: '[,{'.repeat(MAX_VALUES) }), false],
  ['brackets after a quote in a text', JSON.stringify(`"${'['.repeat(99)}`), false],
  ['brackets after a backslash in a text', JSON.stringify(`\\"${'['.repeat(99)}`), false],
  ['brackets after a text that ends in a backslash', `["\\\\",${lists(MAX_DEPTH)}]`, true],
  ['a text without an end', `"${'['.repeat(99)}`, false],
  ['nothing', '', false],
])('%s', (_, json, expected) => {
  expect(isTooComplex(Buffer.from(json))).toBe(expected)
})
