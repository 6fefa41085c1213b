import { expect, test } from 'vitest'
import { type ColumnDef, cellOf, figureOf, grouped, inCurrency, inSight, inUnits, placed } from './columns.ts'

const say = {
  yes: 'Yes',
  no: 'No',
  enabled: 'Enabled',
  disabled: 'Disabled',
  moment: (at: string) => `at ${at}`,
  word: (dictionary: string, value: string) => `${dictionary}.${value}`,
}

test.each([
  ['text', 'a', 'a'],
  ['code', '007', '007'],
  ['text', null, null],
  ['flag', true, 'Yes'],
  ['flag', false, 'No'],
  ['enabled', true, 'Enabled'],
  ['enabled', false, 'Disabled'],
  ['time', '2026-01-01', 'at 2026-01-01'],
  ['count', 12, 12],
  ['amount', '12.50', 12.5],
  ['amount', '-0.01', -0.01],
  ['amount', '1234567890123.45', 1234567890123.45],
  ['measure', '12345678901234.567', '12345678901234.567'],
  [{ words: 'unit' }, 1, 'unit.1'],
  ['text', ['a', 'b'], 'a, b'],
] as const)('a value of the kind %j: %j is written to a file as %j', (kind, value, cell) => {
  expect(cellOf(kind, value, say)).toBe(cell)
})

type Row = { a: string; b: string; c: string }
const title = { zh_CN: '甲', en_US: 'A' }
const columns: ColumnDef<Row>[] = [
  { key: 'a', title, kind: 'text' },
  { key: 'b', title, kind: 'text', isExtra: true },
  { key: 'c', title, kind: 'text' },
]
const keys = (wanted: string[] | undefined) => placed(columns, wanted).map(({ key }) => key)

test('a list shows its columns in default order until the user changes it', () => {
  expect(keys(undefined)).toEqual(['a', 'c'])
  expect(keys(['c', 'b'])).toEqual(['c', 'b'])
})

test('pinned columns come right after the first, which is always visible', () => {
  const pinned = (...names: string[]) =>
    inSight(placed(columns, ['c', 'a', 'b']), names).map(({ key, isPinned }) => (isPinned ? `${key}!` : key))
  expect(pinned()).toEqual(['c!', 'a', 'b'])
  expect(pinned('b')).toEqual(['c!', 'b!', 'a'])
  expect(pinned('gone', 'b', 'a')).toEqual(['c!', 'a!', 'b!'])
  expect(inSight([], ['a'])).toEqual([])
})

test('a column that no longer exists is skipped', () => {
  expect(keys(['gone', 'a'])).toEqual(['a'])
})

test('a header shows its unit once there is one', () => {
  const measured: ColumnDef<Row>[] = [
    { key: 'a', title, kind: 'measure', unit: 'side' },
    { key: 'b', title, kind: 'measure', unit: 'weight' },
    { key: 'c', title, kind: 'count' },
  ]
  const heads = (units: { side: string; weight: string }) =>
    inUnits(measured, units).map((column) => [column.title.zh_CN, column.title.en_US])
  expect(heads({ side: 'cm', weight: 'kg' })).toEqual([
    ['甲 (cm)', 'A (cm)'],
    ['甲 (kg)', 'A (kg)'],
    ['甲', 'A'],
  ])
  expect(heads({ side: '', weight: '' })[0]).toEqual(['甲', 'A'])
})

test.each([
  ['0.00', '0.00'],
  ['999', '999'],
  ['1000', '1,000'],
  ['-1234567.89', '-1,234,567.89'],
  ['0.123456', '0.123456'],
])('the amount %s is shown as %s', (amount, shown) => {
  expect(grouped(amount)).toBe(shown)
})

test('a decimal with more digits than a spreadsheet holds exactly becomes text', () => {
  expect(
    ['0.00', '-12.50', '9999999999999.99', '10000000000000.01', '-10000000000000.01'].map(figureOf),
  ).toEqual([0, -12.5, 9_999_999_999_999.99, '10000000000000.01', '-10000000000000.01'])
})

test('an amount names its currency on a phone, and its header on a desk stays as it is', () => {
  const owed: ColumnDef<Row>[] = [
    { key: 'a', title, kind: 'amount', phone: 'quantity' },
    { key: 'b', title, kind: 'amount' },
    { key: 'c', title, kind: 'count', phone: 'quantity' },
  ]
  const inDollars = inCurrency(owed, 'USD')
  expect(inDollars.map(({ shortTitle }) => shortTitle?.en_US)).toEqual([
    `${title.en_US} (USD)`,
    undefined,
    undefined,
  ])
  expect(inDollars.map((column) => column.title)).toEqual([title, title, title])
  expect(inCurrency(owed, '')[0]?.shortTitle).toEqual(title)
})
