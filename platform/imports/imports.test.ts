import { expect, test } from 'vitest'
import { z } from 'zod'
import { rule } from '../calls/problems.ts'
import {
  documentOf,
  firstOfEach,
  guessMapping,
  heldBack,
  type ImportColumn,
  identitiesOf,
  importForm,
  mappingAsBefore,
  readLine,
  remedyOf,
  twinProblems,
  wrongFirst,
} from './imports.ts'
import { importText } from './text.ts'

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
  keys: ['code', 'name'],
})

test.each([
  ['Chinese heads', ['代码', '名称', '单位'], { code: 0, name: 1, unit: 2 }],
  ['English ones in another order', ['unit', 'CODE', 'Full  Name'], { code: 1, name: 2, unit: 0 }],
  ['a star and wide letters', ['Ｃｏｄｅ *'], { code: 0 }],
  ['our own names', ['code'], { code: 0 }],
  ['the same head twice', ['Code', 'Code'], { code: 0 }],
  ['strangers', ['Kunde', ''], {}],
])('columns are matched under %s', (_, heads, mapping) => {
  expect(guessMapping(columns, heads)).toEqual(mapping)
})

test.each([
  ['nothing yet', undefined, ['Code', 'Ref'], { code: 0 }],
  ['another head', { heads: ['Ref', 'Code'], mapping: { code: 0 } }, ['Code', 'REF '], { code: 1 }],
  ['a column left out', { heads: ['Code', '名称'], mapping: { code: 0 } }, ['名称', 'Code'], { code: 1 }],
  ['heads that are gone', { heads: ['Ref'], mapping: { code: 0 } }, ['Code'], { code: 0 }],
  ['a column that is new', { heads: ['Ref'], mapping: { code: 0 } }, ['Ref', '单位'], { code: 0, unit: 1 }],
  [
    'the same head twice',
    { heads: ['Ref', 'Ref'], mapping: { code: 0, name: 1 } },
    ['Ref', 'x', 'Ref'],
    { code: 0, name: 2 },
  ],
  ['no head at all', { heads: [''], mapping: { code: 0 } }, ['', 'Code'], { code: 1 }],
  ['a column we no longer have', { heads: ['Ref'], mapping: { gone: 0 } }, ['Ref', 'Code'], { code: 1 }],
])('columns are matched as they were last time: %s', (_, last, heads, mapping) => {
  expect(mappingAsBefore(columns, heads, last)).toEqual(mapping)
})

test('each kind of problem says what to do about it', () => {
  const [code] = columns
  const of = (column: string | null, kind: 'needed' | 'form' | 'books' | 'twin' | 'held', row?: number) =>
    remedyOf(
      {
        columns: code ? [{ ...code, note: text('最多三位', 'At most three'), example: 'A1' }] : [],
        keys: ['code'],
      },
      { column, kind, message: wrong, ...(row && { row }) },
    ).en_US
  expect(of('code', 'needed')).toBe('Fill in “Code”: At most three')
  expect(of('code', 'form')).toBe('Correct “Code”: At most three; for example A1')
  expect(of('code', 'books')).toBe('Check “Code” against the data in the system: At most three')
  expect(of(null, 'form')).toBe('Correct this row as described')
  expect(of('code', 'twin', 7)).toBe(
    'Change “Code” so that this row differs from row 7; otherwise this row is not imported',
  )
  expect(remedyOf(form, { column: 'name', kind: 'twin', message: wrong, row: 7 }).zh_CN).toBe(
    '改写“代码 / 名称”，使本行与第 7 行不同；不改则本行不导入',
  )
  expect(of(null, 'held', 3)).toBe('Correct row 3 first')
  // A column without a note or an example: the sentence ends before them.
  const bare = remedyOf(form, { column: 'name', kind: 'form', message: wrong })
  expect(bare).toEqual({ zh_CN: '按要求改写“名称”', en_US: 'Correct “Full name”' })
})

test('columns with problems come first, the others keep their order', () => {
  const keys = (...problems: { column: string | null }[]) =>
    wrongFirst(columns, [{ problems: [] }, { problems }]).map(({ key }) => key)
  expect(keys()).toEqual(['code', 'name', 'unit'])
  expect(keys({ column: 'unit' }, { column: null })).toEqual(['unit', 'code', 'name'])
  expect(keys({ column: 'unit' }, { column: 'name' })).toEqual(['name', 'unit', 'code'])
})

const mapping = { code: 0, name: 1, unit: 2 }

test('a row is parsed by its form, and an empty cell is undefined', () => {
  expect(readLine(form, mapping, [' A1 ', '', ''])).toEqual({ value: { code: 'A1' } })
  expect(readLine(form, mapping, ['A1'])).toEqual({ value: { code: 'A1' } })
})

test('an option is accepted in either language', () => {
  for (const typed of ['英制', 'imperial', '2'])
    expect(readLine(form, mapping, ['A1', '', typed])).toEqual({ value: { code: 'A1', unit: '2' } })
})

test('all problems of a row are reported at once, cell by cell', () => {
  expect(readLine(form, mapping, ['', 'x', 'stone'])).toEqual({
    problems: [
      { column: 'code', kind: 'needed', message: importText.needed },
      { column: 'unit', kind: 'form', message: wrong },
    ],
  })
  expect(readLine(form, mapping, ['ABCD', '', ''])).toEqual({
    problems: [{ column: 'code', kind: 'form', message: wrong }],
  })
})

test('every duplicate names the first row of its kind', () => {
  const lines = ['a', 'b', 'a', 'a'].map((identity, i) => ({ rowNo: i + 2, identity }))
  expect([...firstOfEach(lines)]).toEqual([
    [4, 2],
    [5, 2],
  ])
})

test('an invalid row duplicates a valid one with the same key cells, and one without key cells duplicates none', () => {
  const lines = [
    ['abc', '', '3'],
    ['ABC', '', '1'],
    ['DEFG', '', ''],
    ['defg', '', ''],
    ['', 'x', ''],
    ['', 'x', ''],
  ].map((cells, i) => ({ rowNo: i + 2, cells, ...readLine(form, mapping, cells) }))
  expect([...firstOfEach(identitiesOf(form, mapping, lines))]).toEqual([
    [3, 2],
    [5, 4],
  ])
})

test('a duplicate is reported at every key cell the spreadsheet has', () => {
  const message = text('与第 2 行重复', 'Duplicate of row 2')
  const at = (column: string) => ({ column, kind: 'twin', message, row: 2 })
  expect(twinProblems(form, mapping, 2)).toEqual([at('code'), at('name')])
  expect(twinProblems(form, { code: 0, unit: 1 }, 2)).toEqual([at('code')])
})

test('a document with a bad row is left out whole, and each row names the one to correct', () => {
  const line = (rowNo: number, document: string, isBad = false) => ({ rowNo, document, isBad })
  const lines = [line(2, 'a'), line(3, 'b'), line(4, 'a', true), line(5, 'a', true), line(6, 'a')]
  expect(heldBack(lines)).toEqual(
    new Map([
      [2, 4],
      [6, 4],
    ]),
  )
})

test('rows belong to one document however its number is written, even if they cannot be parsed', () => {
  const of = (...cells: string[]) => documentOf(['code', 'name'], mapping, cells)
  expect(of(' A1', 'ＰＯ-1 ')).toBe(of('a1', 'po-1', 'stone'))
  expect(of('A1', '')).not.toBe(of('A1', 'PO-1'))
  expect(documentOf(['code', 'name'], { code: 0 }, ['A1', 'PO-1'])).toBe('a1/')
})
