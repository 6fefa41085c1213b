import { expect, test } from 'vitest'
import { z } from 'zod'
import {
  documentOf,
  firstOfEach,
  guessMapping,
  heldBack,
  type ImportColumn,
  importForm,
  importText,
  readLine,
} from './imports.ts'
import { rule } from './problems.ts'

const text = (zh_CN: string, en_US: string) => ({ zh_CN, en_US })
const wrong = text('不对', 'Wrong')
const columns: ImportColumn[] = [
  { key: 'code', title: text('代码', 'Code'), note: text('', ''), example: '', isRequired: true },
  { key: 'name', title: text('名称', 'Full name'), note: text('', ''), example: '' },
  {
    key: 'unit',
    title: text('单位', 'Unit'),
    note: text('', ''),
    example: '',
    choices: [
      { value: '1', text: text('公制', 'Metric') },
      { value: '2', text: text('英制', 'Imperial') },
    ],
  },
]
const form = importForm({
  kind: 'things',
  title: text('物', 'Things'),
  permission: 'signed_in',
  feature: 'home',
  columns,
  line: z.object({
    code: z.string().max(3, rule(wrong)).optional(),
    name: z.string().optional(),
    unit: z.enum(['1', '2'], rule(wrong)).optional(),
  }),
  identity: ({ code }) => code ?? '',
})

test.each([
  ['Chinese heads', ['代码', '名称', '单位'], { code: 0, name: 1, unit: 2 }],
  ['English ones in another order', ['unit', 'CODE', 'Full  Name'], { code: 1, name: 2, unit: 0 }],
  ['a star and wide letters', ['Ｃｏｄｅ *'], { code: 0 }],
  ['our own names', ['code'], { code: 0 }],
  ['the same head twice', ['Code', 'Code'], { code: 0 }],
  ['strangers', ['Kunde', ''], {}],
])('columns are found under %s', (_, heads, mapping) => {
  expect(guessMapping(columns, heads)).toEqual(mapping)
})

const mapping = { code: 0, name: 1, unit: 2 }

test('a line is read by its form, and an empty cell is nothing', () => {
  expect(readLine(form, mapping, [' A1 ', '', ''])).toEqual({ value: { code: 'A1' } })
  expect(readLine(form, mapping, ['A1'])).toEqual({ value: { code: 'A1' } })
})

test('a choice is understood in either language', () => {
  for (const typed of ['英制', 'imperial', '2'])
    expect(readLine(form, mapping, ['A1', '', typed])).toEqual({ value: { code: 'A1', unit: '2' } })
})

test('everything wrong with a line is named at once, cell by cell', () => {
  expect(readLine(form, mapping, ['', 'x', 'stone'])).toEqual({
    problems: [
      { column: 'code', message: importText.needed },
      { column: 'unit', message: wrong },
    ],
  })
  expect(readLine(form, mapping, ['ABCD', '', ''])).toEqual({
    problems: [{ column: 'code', message: wrong }],
  })
})

test('a twin names the first of its kind, also the third one', () => {
  const lines = ['a', 'b', 'a', 'a'].map((identity, i) => ({ rowNo: i + 2, identity }))
  expect([...firstOfEach(lines)]).toEqual([
    [4, 2],
    [5, 2],
  ])
})

test('a document with a bad line is held back whole, and each line names the one to be mended', () => {
  const line = (rowNo: number, document: string, isBad = false) => ({ rowNo, document, isBad })
  const lines = [line(2, 'a'), line(3, 'b'), line(4, 'a', true), line(5, 'a', true), line(6, 'a')]
  expect(heldBack(lines)).toEqual(
    new Map([
      [2, 4],
      [6, 4],
    ]),
  )
})

test('lines belong to one document however its name is written, and also where they cannot be read', () => {
  const of = (...cells: string[]) => documentOf(['code', 'name'], mapping, cells)
  expect(of(' A1', 'ＰＯ-1 ')).toBe(of('a1', 'po-1', 'stone'))
  expect(of('A1', '')).not.toBe(of('A1', 'PO-1'))
  expect(documentOf(['code', 'name'], { code: 0 }, ['A1', 'PO-1'])).toBe('a1/')
})
