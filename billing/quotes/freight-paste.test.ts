import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type FreightRow, freightBillingCodes } from '../pricing/price-types.ts'
import { emptyGrid, type Grid, gridOf, rowsOf, setCode, wholeArea } from './freight-grid.ts'
import {
  areaText,
  listText,
  measurePaste,
  type PastePlace,
  pasteInto,
  readPaste,
  tableText,
  weightIn,
  zoneIn,
} from './freight-paste.ts'
import { commaIn, numberIn } from './typed-number.ts'

const first: PastePlace = { tier: 0, column: 0 }
const pricesOf = (grid: Grid) => grid.tiers.map(({ cells }) => cells.map((cell) => cell?.price ?? null))
const boundsOf = (grid: Grid) => grid.tiers.map(({ from, to }) => [from, to])

function offered(text: string, known: readonly string[] = []) {
  const offer = readPaste(text, known)
  if (!offer) throw new Error('this is no block')
  return offer.pasted
}

const replaced = (text: string, grid = emptyGrid, known: readonly string[] = []) =>
  pasteInto(grid, offered(text, known), { at: first, value: 'price', isReplacing: true })
const merged = (text: string, grid: Grid, at = first) =>
  pasteInto(grid, offered(text, grid.zones), { at, value: 'price', isReplacing: false })

describe('a number in a cell', () => {
  test.each([
    ['11.37', '11.37'],
    ['0.50', '0.50'],
    ['.5', '0.5'],
    ['5.', '5'],
    ['007.50', '7.50'],
    ['$11.37', '11.37'],
    ['US$ 1,234.50', '1234.50'],
    ['￥９.９０', '9.90'],
    ['12.5 €', '12.5'],
    ['1,234', '1234'],
    ['11,37', '11.37'],
    ['0,500', '0.500'],
    ['1.234,50', '1234.50'],
    ['-3', '-3'],
    ['', undefined],
    ['-', undefined],
    ['n/a', undefined],
    ['1-2', undefined],
    ['1e3', undefined],
    ['12,34,56', undefined],
  ])('%s is %s', (text, expected) => {
    expect(numberIn(text)).toBe(expected)
  })

  test('a comma means the same throughout a block', () => {
    expect(commaIn([['1,234', '2,500']])).toBe('thousands')
    expect(commaIn([['1,234', '11,37']])).toBe('decimal')
    expect(commaIn([['1,234', '0,500']])).toBe('decimal')
    expect(numberIn('1,234', 'decimal')).toBe('1.234')
  })
})

describe('a weight in front of a row', () => {
  test.each([
    ['1', { to: '1' }],
    ['1 lb', { to: '1' }],
    ['0.5KG', { to: '0.5' }],
    ['≤ 2', { to: '2' }],
    ['0-0.5', { from: '0', to: '0.5' }],
    ['0.5～1 公斤', { from: '0.5', to: '1' }],
    ['1 to 2 lbs', { from: '1', to: '2' }],
    ['1<W≤2', { from: '1', to: '2' }],
    ['>70', { from: '70', to: '' }],
    ['150+', { from: '150', to: '' }],
    ['30以上', { from: '30', to: '' }],
    ['8 oz', undefined],
    ['500 g', undefined],
    ['Letter', undefined],
    ['', undefined],
  ])('%s is %o', (text, expected) => {
    expect(weightIn(text)).toEqual(expected)
  })
})

describe('a zone in a header', () => {
  test.each([
    ['Zone 2', [], '2'],
    ['分区3', [], '3'],
    ['ca-east', [], 'CA-EAST'],
    ['2', ['02', '03'], '02'],
    ['2', ['02', '2'], '2'],
    ['2', ['02', '002'], '2'],
    ['Zone 1', ['ZONE 1'], 'ZONE 1'],
    ['zone', [], 'ZONE'],
  ])('%s among %o is %s', (head, known, expected) => {
    expect(zoneIn(head, known)).toBe(expected)
  })
})

describe('pasting a table with its headers', () => {
  const carriers = [
    'Weight (lb)\tZone 2\tZone 3\tZone 4',
    '1\t$8.00\t$8.11\t$8.22',
    '2\t$8.37\t$8.48\t$8.59',
    '3\t$8.74\t-\tn/a',
    '',
  ].join('\r\n')

  test('zones are across, weights down, and each weight starts where the one above ends', () => {
    const pasted = offered(carriers)
    expect(pasted.kind).toBe('table')
    expect(measurePaste(pasted)).toEqual({ rows: 3, columns: 3, notNumbers: 1 })
    const grid = replaced(carriers)
    expect(grid.zones).toEqual(['2', '3', '4'])
    expect(boundsOf(grid)).toEqual([
      ['0', '1'],
      ['1', '2'],
      ['2', '3'],
    ])
    expect(pricesOf(grid)).toEqual([
      ['8.00', '8.11', '8.22'],
      ['8.37', '8.48', '8.59'],
      ['8.74', '', 'n/a'],
    ])
  })

  test('a card of 150 weights and 9 zones arrives whole', () => {
    const zones = ['2', '3', '4', '5', '6', '7', '8', '9', '44']
    const priceAt = (tier: number, zone: number) => ((800 + tier * 37 + zone * 111) / 100).toFixed(2)
    const text = [
      ['lbs', ...zones],
      ...Array.from({ length: 150 }, (_, tier) => [
        `${tier + 1} lb`,
        ...zones.map((_, zone) => priceAt(tier, zone)),
      ]),
    ]
      .map((cells) => cells.join('\t'))
      .join('\r\n')
    const pasted = offered(text)
    expect(measurePaste(pasted)).toEqual({ rows: 150, columns: 9, notNumbers: 0 })
    const rows = rowsOf(replaced(text))
    expect(rows).toHaveLength(1350)
    expect(rows[0]).toMatchObject({ zoneCode: '2', weightFrom: '0', weightTo: '1', price: '8.00' })
    expect(rows[1349]).toMatchObject({ zoneCode: '44', weightFrom: '149', weightTo: '150', price: '72.01' })
  })

  test.each([
    ['from and to in two columns', 'From\tTo\tA\tB\n0\t0.5\t1\t2\n0.5\t\t3\t4'],
    ['a span in one column', '重量\tA\tB\n0-0.5\t1\t2\n0.5以上\t3\t4'],
    ['a corner that names both', 'Weight\\Zone\tA\tB\n0-0.5\t1\t2\n>0.5\t3\t4'],
    ['an empty corner', '\tA\tB\n0~0.5kg\t1\t2\n0.5+\t3\t4'],
  ])('is recognised with %s', (_, text) => {
    const grid = replaced(text)
    expect(grid.zones).toEqual(['A', 'B'])
    expect(boundsOf(grid)).toEqual([
      ['0', '0.5'],
      ['0.5', ''],
    ])
    expect(pricesOf(grid)).toEqual([
      ['1', '2'],
      ['3', '4'],
    ])
  })

  test('a row such as “Letter” is kept as typed and counted', () => {
    const text = `lb\t2\nLetter\t5\n${[1, 2, 3, 4, 5].map((weight) => `${weight}\t${weight + 5}`).join('\n')}`
    expect(measurePaste(offered(text))).toEqual({ rows: 6, columns: 1, notNumbers: 1 })
    expect(boundsOf(replaced(text)).slice(0, 2)).toEqual([
      ['0', 'Letter'],
      ['0', '1'],
    ])
  })

  test('commas are decimal points where the block says so', () => {
    expect(pricesOf(replaced('kg\tA\tB\n0,5\t1,234\t11,37\n1\t2\t3'))).toEqual([
      ['1.234', '11.37'],
      ['2', '3'],
    ])
  })

  test('cells take the price form of the card', () => {
    const before = replaced('kg\tA\n1\t5.00')
    const unit = setCode(before, wholeArea(before), 'unit')
    expect(rowsOf(replaced('kg\tB\n2\t4.00', unit))[0]).toMatchObject({ billingCode: 'unit', price: '4.00' })
  })

  test('updating changes what the block names, adds what is new in its order, and keeps the rest', () => {
    const before = replaced('kg\tA\tB\n1\t1.00\t2.00\n3\t5.00\t6.00')
    const next = merged('From\tTo\tB\tC\n0.0\t1.00\t2.50\t9.00\n3\t5\t7.00\t8.00', before)
    expect(next.zones).toEqual(['A', 'B', 'C'])
    expect(boundsOf(next)).toEqual([
      ['0', '1'],
      ['1', '3'],
      ['3', '5'],
    ])
    expect(pricesOf(next)).toEqual([
      ['1.00', '2.50', '9.00'],
      ['5.00', '6.00', null],
      [null, '7.00', '8.00'],
    ])
  })

  test('what is new stands before a heavier weight that was typed with a comma', () => {
    const before = replaced('From\tTo\tA\n1\t2\t1.00\n1000\t\t2.00')
    const typed = {
      ...before,
      tiers: before.tiers.map((tier) => (tier.from === '1000' ? { ...tier, from: '1,000' } : tier)),
    }
    expect(boundsOf(merged('From\tTo\tA\n500\t900\t7.00', typed))).toEqual([
      ['1', '2'],
      ['500', '900'],
      ['1,000', ''],
    ])
  })
})

describe('pasting plain cells', () => {
  const before = replaced('kg\tA\tB\n1\t1.00\t2.00\n2\t3.00\t4.00')

  test('starts at the selected cell', () => {
    expect(pricesOf(merged('8.00\n9.00', before, { tier: 0, column: 1 }))).toEqual([
      ['1.00', '8.00'],
      ['3.00', '9.00'],
    ])
  })

  test('adds tiers and zones that wait for their weights and codes, so that nothing is lost', () => {
    const next = merged('7\t8\n9\t10', before, { tier: 1, column: 1 })
    expect(next.zones).toEqual(['A', 'B', ''])
    expect(boundsOf(next).at(-1)).toEqual(['', ''])
    expect(pricesOf(next)).toEqual([
      ['1.00', '2.00', ''],
      ['3.00', '7', '8'],
      ['', '9', '10'],
    ])
  })

  test('in a weight column fills weights first', () => {
    const next = merged('1\t1.5\t7\n1.5\t3\t8', before, { tier: 1, column: 'from' })
    expect(boundsOf(next)).toEqual([
      ['0', '1'],
      ['1', '1.5'],
      ['1.5', '3'],
    ])
    expect(pricesOf(next)).toEqual([
      ['1.00', '2.00'],
      ['7', '4.00'],
      ['8', ''],
    ])
  })

  test('a block of prices is no table, not even with an empty corner', () => {
    expect(offered('8.10\t8.20\n9.10\t9.20').kind).toBe('cells')
    expect(offered('\t8.20\n9.10\t9.20').kind).toBe('cells')
    expect(measurePaste(offered('8.10\tx\n9.10\t'))).toEqual({ rows: 2, columns: 2, notNumbers: 1 })
  })

  test('a table can be pasted as plain cells instead', () => {
    const offer = readPaste('\t5\n1\t6', [])
    expect(offer?.pasted.kind).toBe('table')
    expect(offer?.plain.cells).toEqual([
      ['', '5'],
      ['1', '6'],
    ])
  })

  test('a single cell is no block', () => {
    expect(readPaste('8.10', [])).toBeUndefined()
    expect(readPaste('\n', [])).toBeUndefined()
  })
})

describe('copying', () => {
  const decimals = fc.constantFrom('0.50', '1', '12.345678', '1234.5', '0')
  const anyRow: fc.Arbitrary<FreightRow> = fc.record({
    zoneCode: fc.constantFrom('1', '02', '2', 'ZONE 3', 'CA-EAST'),
    weightFrom: fc.constantFrom('0', '0.5', '1.000'),
    weightTo: fc.constantFrom(null, '0.5', '1', '10'),
    billingCode: fc.constantFrom(...freightBillingCodes),
    price: fc.option(decimals),
    firstWeight: fc.option(fc.constantFrom('0.5', '1.000')),
    nextPrice: fc.option(decimals),
    step: fc.option(fc.constantFrom('0.5', '1.000')),
    minCharge: fc.option(fc.constantFrom('5.00', '0')),
  })

  test.each(['zh_CN', 'en_US'] as const)(
    'the whole card and pasting it gives exactly the same card (%s)',
    (language) => {
      fc.assert(
        fc.property(fc.array(anyRow, { minLength: 1, maxLength: 30 }), (rows) => {
          const grid = gridOf(rows)
          const text = listText(grid, language)
          expect(rowsOf(replaced(text))).toEqual(rowsOf(grid))
          expect(rowsOf(replaced(text, grid, grid.zones))).toEqual(rowsOf(grid))
        }),
        { numRuns: 200 },
      )
    },
  )

  test('a list without a form the product knows says so', () => {
    const text = 'Zone\tWeight above\tWeight up to\tPrice form\tPrice\nA\t0\t1\tby magic\t5.00'
    expect(measurePaste(offered(text))).toEqual({ rows: 1, columns: 1, notNumbers: 1 })
  })

  test('a list updates the cells it names and leaves the others', () => {
    const before = replaced('kg\tA\tB\n1\t1.00\t2.00\n2\t3.00\t4.00')
    const next = merged('Zone\tWeight above\tWeight up to\tPrice\nB\t1\t2\t4.40\nC\t0\t1\t9.00', before)
    expect(pricesOf(next)).toEqual([
      ['1.00', '2.00', '9.00'],
      ['3.00', '4.40', null],
    ])
  })

  test.each(['zh_CN', 'en_US'] as const)('the table of prices can be pasted again (%s)', (language) => {
    const grid = replaced('kg\tA\tB\n1\t1.00\t2.00\n2\t3.00\t4.00')
    expect(replaced(tableText(grid, 'price', language))).toEqual(grid)
  })

  test('a selection is copied as a block', () => {
    const grid = replaced('kg\tA\tB\n1\t1.00\t2.00\n2\t3.00\t4.00')
    expect(areaText(grid, { top: 0, bottom: 1, left: 1, right: 1 }, 'price')).toBe('2.00\n4.00')
  })
})
