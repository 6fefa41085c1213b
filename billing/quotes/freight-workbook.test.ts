import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type FreightRow,
  freightBillingCodes,
  surchargeMeasures,
  surchargeTypes,
} from '../pricing/price-types.ts'
import { type ContentOf, freightContent, MAX_SURCHARGES } from './contract.ts'
import { cellText, columnLetters, storedCell } from './exact-cells.ts'
import { gridOf, rowsOf } from './freight-grid.ts'
import { freightSheets, readFreightSheets, type TextSheet } from './freight-workbook.ts'
import { sheetsIn, workbookBytes } from './workbook-bytes.ts'

type Content = ContentOf<'freight'>
const languages = ['zh_CN', 'en_US'] as const

const empty: Content = {
  kind: 'freight',
  ...{ dimDivisor: null, dimRounding: null, weightStep: null, weightBasis: null, flatPrice: null },
  rows: [],
  surcharges: [],
}

const written = (content: Content, language: (typeof languages)[number] = 'en_US') =>
  freightSheets(gridOf(content.rows), content, language)

function contentIn(sheets: readonly TextSheet[]): Content {
  const read = readFreightSheets(sheets)
  if ('problems' in read) throw new Error(JSON.stringify(read.problems))
  const { grid, surcharges = [], weighing } = read
  return { ...empty, ...weighing, rows: rowsOf(grid), surcharges }
}

/** Through the bytes of a real file. */
const throughFile = async (sheets: readonly TextSheet[]) =>
  contentIn(await sheetsIn(await workbookBytes(sheets)))

const zeros = fc.constantFrom('', '0', '00', '000')
const decimals = (whole: number, places: number) =>
  fc
    .record({ whole: fc.nat({ max: 10 ** whole - 1 }), places: fc.nat({ max: 10 ** places - 1 }), zeros })
    .map(({ whole, places: digits, zeros }) =>
      `${whole}.${String(digits)}${zeros}`.slice(0, String(whole).length + 1 + places).replace(/\.$/, ''),
    )
const price = fc.oneof(
  decimals(5, 6),
  fc.constantFrom('0', '1', '1.5', '1.50', '999999999999.999999', '0.000001'),
)
const positive = fc.constantFrom('0.5', '0.50', '0.500', '1', '12.345', '999999999.999')

const anyRow: fc.Arbitrary<FreightRow> = fc.record({
  zoneCode: fc.constantFrom('1', '02', '2', '2.50', 'ZONE 3', 'CA-EAST', '华东', '007'),
  weightFrom: fc.constantFrom('0', '0.0', '0.5', '0.50', '1.000', '1'),
  weightTo: fc.constantFrom(null, '0.5', '0.500', '1', '10', '10.0'),
  billingCode: fc.constantFrom(...freightBillingCodes),
  price: fc.option(price),
  firstWeight: fc.option(positive),
  nextPrice: fc.option(price),
  step: fc.option(positive),
  minCharge: fc.option(fc.constantFrom('5.00', '0', '5', '99999999999999.99')),
})

const anySurcharge: fc.Arbitrary<Content['surcharges'][number]> = fc.record({
  type: fc.constantFrom(...surchargeTypes),
  remoteLevel: fc.option(fc.constantFrom('das' as const, 'das_ext' as const)),
  measure: fc.option(fc.constantFrom(...surchargeMeasures)),
  above: fc.option(positive),
  dateFrom: fc.option(fc.constantFrom('2026-10-01', '2028-02-29')),
  dateTo: fc.option(fc.constantFrom('2026-12-31', '2030-01-01')),
  amount: fc.option(fc.constantFrom('5.95', '0', '4.20', '4.2')),
  percent: fc.option(fc.constantFrom('10', '10.00', '12.5')),
  fuelable: fc.boolean(),
})

const anyContent: fc.Arbitrary<Content> = fc
  .record({
    dimDivisor: fc.option(fc.integer({ min: 1, max: 99_999 })),
    dimRounding: fc.option(fc.constantFrom('none' as const, 'nearest' as const, 'ceil' as const)),
    weightStep: fc.option(positive),
    weightBasis: fc.option(fc.constantFrom('actual' as const, 'volumetric' as const, 'max' as const)),
    flatPrice: fc.option(fc.constantFrom('8.50', '8.5', '0')),
    rows: fc.array(anyRow, { maxLength: 30 }),
    surcharges: fc.array(anySurcharge, { maxLength: 5 }),
  })
  // As the editor saves it, and as the contract accepts it.
  .map((content) => freightContent.parse({ kind: 'freight', ...content, rows: rowsOf(gridOf(content.rows)) }))

describe('a cell', () => {
  test.each([
    ['1.50', { value: 1.5, numFmt: '0.00' }],
    ['0', { value: 0, numFmt: '0' }],
    ['0.000', { value: 0, numFmt: '0.000' }],
    ['999999999999.999', { value: 999999999999.999, numFmt: '0.000' }],
    ['999999999999.9999', { value: '999999999999.9999' }],
    ['02', { value: '02' }],
    ['2026-10-01', { value: '2026-10-01' }],
    ['', { value: '' }],
  ])('%s is kept', (text, expected) => {
    const cell = storedCell(text)
    expect(cell).toEqual(expected)
    expect(cellText(cell.value, cell.numFmt)).toBe(text)
  })

  test.each([
    [1.25, '0.0', '1.25'],
    [1.5, '#,##0.00', '1.50'],
    [0.1 + 0.2, 'General', '0.3'],
    [0.0000015, '', '0.0000015'],
    [0.05, '0%', '5'],
    [0.5, '0.00%', '50'],
    [0.1825, '0.00%', '18.25'],
    [0.07, '#,##0.0%;-0.0%', '7'],
    [5, '0"%"', '5'],
    [5.5, '0.00\\%', '5.50'],
    [null, '', ''],
    [new Date('2026-10-01T00:00:00Z'), '', '2026-10-01'],
  ])('%s shown as %s is %s', (value, numFmt, expected) => {
    expect(cellText(value, numFmt)).toBe(expected)
  })

  test('columns are lettered as a spreadsheet does', () => {
    expect([0, 25, 26, 51, 52, 701, 702].map(columnLetters)).toEqual([
      'A',
      'Z',
      'AA',
      'AZ',
      'BA',
      'ZZ',
      'AAA',
    ])
  })
})

describe('a freight version as a workbook', () => {
  test.each(languages)('is read again exactly as it was (%s)', (language) => {
    fc.assert(
      fc.property(anyContent, (content) => {
        expect(contentIn(written(content, language))).toEqual(content)
      }),
      { numRuns: 500 },
    )
  })

  test('is the same after it went through a file', async () => {
    await fc.assert(
      fc.asyncProperty(anyContent, fc.constantFrom(...languages), async (content, language) => {
        expect(await throughFile(written(content, language))).toEqual(content)
      }),
      { numRuns: 60 },
    )
  })

  const card: Content = {
    ...empty,
    rows: ['1', '2'].flatMap((zoneCode) =>
      [
        ['0', '1'],
        ['1', null],
      ].map(([from, to], i) => ({
        ...{ zoneCode, weightFrom: from ?? '', weightTo: to ?? null, billingCode: 'flat' as const },
        ...{ price: `${i + 1}.50`, firstWeight: null, nextPrice: null, step: null, minCharge: null },
      })),
    ),
  }

  test('has zones across and weights down, and no sheet for what it does not use', () => {
    const sheets = written(card)
    expect(sheets.map(({ name }) => name)).toEqual(['Price', 'Surcharges', 'Billable weight and flat price'])
    expect(sheets[0]?.rows).toEqual([
      ['Weight above', 'Weight up to', '1', '2'],
      ['0', '1', '1.50', '1.50'],
      ['1', '', '2.50', '2.50'],
    ])
  })

  test('keeps a cell that has no price yet', () => {
    const content = { ...card, rows: card.rows.map((row, i) => (i === 0 ? { ...row, price: null } : row)) }
    expect(contentIn(written(content))).toEqual(content)
  })

  test('a price that was changed in the spreadsheet is taken with all its places', async () => {
    const [prices, ...others] = written(card)
    const rows = prices?.rows.map((cells) => cells.map((cell) => (cell === '2.50' ? '2.755' : cell))) ?? []
    const content = await throughFile([{ name: 'Price', rows }, ...others])
    expect(content.rows.map(({ price }) => price)).toEqual(['1.50', '2.755', '1.50', '2.755'])
  })

  test('a comma that is a decimal point in one cell is one in all worksheets', () => {
    const content = { ...mixed, flatPrice: '7.50' }
    const withCommas = written(content).map(({ name, rows }) => ({
      name,
      rows: rows.map((cells) => cells.map((cell) => cell.replace('1.50', '1,234').replace('.', ','))),
    }))
    const read = contentIn(withCommas)
    expect(read.rows.map(({ price }) => price)).toEqual(['1.234', '2.50', '1.234', '2.50'])
    expect([read.rows[0]?.minCharge, read.surcharges[0]?.amount]).toEqual(['5.00', '4.20'])
    expect(read.flatPrice).toBe('7.50')
  })

  test('a comma between thousands stays one where no cell says otherwise', () => {
    const [prices] = written(card)
    const rows = prices?.rows.map((cells) => cells.map((cell) => cell.replace('1.50', '1,234'))) ?? []
    expect(readFreightSheets([{ name: 'Price', rows }])).toMatchObject({
      grid: { tiers: [{ cells: [{ price: '1234' }, { price: '1234' }] }, {}] },
    })
  })

  test('without sheets for surcharges and settings, those stay as they are', () => {
    const read = readFreightSheets(written(card).slice(0, 1))
    expect(read).toMatchObject({ grid: { zones: ['1', '2'] } })
    expect(Object.keys(read)).toEqual(['grid'])
  })

  const problemsOf = (change: (sheets: TextSheet[]) => void, content = card) => {
    const sheets = structuredClone(written(content))
    change(sheets)
    const read = readFreightSheets(sheets)
    return 'problems' in read
      ? read.problems.map(({ sheet, row, column, message }) => [sheet, row, column, message.en_US])
      : []
  }
  const put = (sheet: number, row: number, column: number, text: string) => (sheets: TextSheet[]) => {
    const cells = sheets[sheet]?.rows[row]
    if (cells) cells[column] = text
  }
  const mixed: Content = {
    ...card,
    rows: card.rows.map((row) => ({ ...row, billingCode: 'unit', minCharge: '5.00' })),
    surcharges: [
      {
        ...{ type: 'remote', remoteLevel: 'das', measure: null, above: null, dateFrom: null, dateTo: null },
        ...{ amount: '4.20', percent: null, fuelable: true },
      },
    ],
  }
  const NUMBER = 'Enter a number with up to 6 decimals'

  test.each([
    ['a text instead of a price', card, put(0, 1, 3, 'n/a'), ['Price', 2, 'D', NUMBER]],
    ['a negative price', card, put(0, 2, 2, '-1'), ['Price', 3, 'C', 'Must be 0 or more']],
    ['a weight that is missing', card, put(0, 2, 0, ''), ['Price', 3, 'A', 'Required']],
    ['two columns of one zone', card, put(0, 0, 3, '1'), ['Price', 1, 'D', 'Zone 1 has two columns']],
    ['a zone without a code', card, put(0, 0, 2, ''), ['Price', 1, 'C', 'Required']],
    ['another header', card, put(0, 0, 0, 'lb'), ['Price', 1, 'A', 'The header must be “Weight above”']],
    ['an unknown price form', mixed, put(1, 1, 2, 'magic'), ['Price form', 2, 'C', 'Not a valid option']],
    ['a price without a form', mixed, put(1, 1, 2, ''), ['Price form', 2, 'C', 'Required']],
    [
      'other weights than the prices have',
      mixed,
      put(2, 2, 0, '2'),
      ['Minimum charge', 3, 'A', 'Zones and weights must be those of the worksheet “Price”'],
    ],
    [
      'other zones than the prices have',
      mixed,
      put(2, 0, 3, '9'),
      ['Minimum charge', 1, 'D', 'Zones and weights must be those of the worksheet “Price”'],
    ],
    ['an unknown surcharge', mixed, put(3, 1, 0, 'Magic'), ['Surcharges', 2, 'A', 'Not a valid option']],
    [
      'a surcharge with three decimals',
      mixed,
      put(3, 1, 6, '4.205'),
      ['Surcharges', 2, 'G', 'Enter a number with up to 2 decimals'],
    ],
    [
      'a divisor of nothing',
      mixed,
      put(4, 1, 1, '0'),
      ['Billable weight and flat price', 2, 'B', 'Enter a whole number from 1 to 99999'],
    ],
  ] as const)('%s is refused with its place', (_, content, change, expected) => {
    expect(problemsOf(change, content)).toContainEqual(expected)
  })

  test.each([
    [MAX_SURCHARGES, []],
    [MAX_SURCHARGES + 1, [['Surcharges', MAX_SURCHARGES + 2, 'A', 'Up to 100 surcharges']]],
  ])(
    'of %s surcharges with an empty row between them those above the limit are too many',
    (count, problems) => {
      const surcharges = Array.from({ length: count }, () => mixed.surcharges).flat()
      const emptyRow = (sheets: TextSheet[]) => sheets[3]?.rows.splice(2, 0, [])
      expect(problemsOf(emptyRow, { ...mixed, surcharges })).toEqual(problems)
    },
  )

  test('a file of another kind is refused', () => {
    expect(readFreightSheets([{ name: 'Sheet1', rows: [['a', 'b']] }])).toMatchObject({
      problems: [{ sheet: 'Sheet1', row: 1, column: 'A' }],
    })
  })
})
