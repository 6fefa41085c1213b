import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type FreightRow, freightBillingCodes } from '../pricing/price-types.ts'
import { versionContent } from './contract.ts'
import {
  type Area,
  addTier,
  addZone,
  blankGrid,
  canSplit,
  cellAt,
  changeByPercent,
  changeOf,
  codeIn,
  copyZone,
  deleteTiers,
  deleteZones,
  dropCells,
  fillDown,
  fillRight,
  type Grid,
  gridOf,
  placedRows,
  renameZone,
  roundCells,
  rowFinder,
  rowsOf,
  sameRows,
  setBound,
  setCode,
  splitTier,
  typeInto,
  valuesUsed,
  wholeArea,
} from './freight-grid.ts'
import { edited, redone, startEdits, UNDO_STEPS, undone } from './undo.ts'

const rowWith = (part: Partial<FreightRow>): FreightRow => ({
  zoneCode: '2',
  weightFrom: '0',
  weightTo: '1',
  billingCode: 'flat',
  price: '7.00',
  firstWeight: null,
  nextPrice: null,
  step: null,
  minCharge: null,
  ...part,
})

/** Shaped like a parcel carrier's card: 150 whole pounds, zones 2 to 9 and 44. */
const cardZones = ['2', '3', '4', '5', '6', '7', '8', '9', '44']
const card = cardZones.flatMap((zoneCode, zone) =>
  Array.from({ length: 150 }, (_, tier) =>
    rowWith({
      zoneCode,
      weightFrom: String(tier),
      weightTo: String(tier + 1),
      price: ((800 + tier * 37 + zone * 111) / 100).toFixed(2),
    }),
  ),
)

const pricesOf = (grid: Grid) => grid.tiers.map(({ cells }) => cells.map((cell) => cell?.price ?? null))
const boundsOf = (grid: Grid) => grid.tiers.map(({ from, to }) => [from, to])

const small = gridOf([
  rowWith({ zoneCode: '2', price: '1.00' }),
  rowWith({ zoneCode: '2', weightFrom: '1', weightTo: '2', price: '2.00' }),
  rowWith({ zoneCode: '3', price: '3.00' }),
  rowWith({ zoneCode: '3', weightFrom: '1', weightTo: '2', price: '4.00' }),
])

describe('rows and table', () => {
  test('a card of 150 weights and 9 zones becomes a table and the same rows again', () => {
    const grid = gridOf(card)
    expect(grid.zones).toEqual(cardZones)
    expect(grid.tiers).toHaveLength(150)
    expect(grid.tiers[149]?.cells[8]?.price).toBe('72.01')
    expect(rowsOf(grid)).toEqual(card)
  })

  const decimal = (whole: number, places: number) =>
    fc
      .tuple(fc.nat({ max: 10 ** whole - 1 }), fc.integer({ min: 0, max: places }), fc.nat({ max: 999_999 }))
      .map(([number, length, rest]) =>
        length === 0 ? String(number) : `${number}.${String(rest).padStart(6, '0').slice(-length)}`,
      )
  const anyRow = fc.record({
    zoneCode: fc.constantFrom('1', '02', '2', 'ZONE 3', 'CA-EAST', '9'),
    weightFrom: fc.constantFrom('0', '0.5', '1', '1.000', '10'),
    weightTo: fc.constantFrom(null, '0.5', '1', '2.50', '10', '30'),
    billingCode: fc.constantFrom(...freightBillingCodes),
    price: fc.option(decimal(5, 6)),
    firstWeight: fc.option(decimal(3, 3)),
    nextPrice: fc.option(decimal(5, 6)),
    step: fc.option(decimal(2, 3)),
    minCharge: fc.option(decimal(5, 2)),
  })
  const sorted = (rows: readonly FreightRow[]) => rows.map((row) => JSON.stringify(rowWith(row))).sort()

  test('any rows become a table and the same rows again, gaps, overlaps and duplicates included', () => {
    fc.assert(
      fc.property(fc.array(anyRow, { maxLength: 40 }), (rows) => {
        const back = rowsOf(gridOf(rows))
        expect(sorted(back)).toEqual(sorted(rows))
        // Once in the order of the table, the order stays too.
        expect(rowsOf(gridOf(back))).toEqual(back)
      }),
      { numRuns: 300 },
    )
  })

  test('bounds that are equal but written differently keep their order', () => {
    const rows = [
      rowWith({ zoneCode: '9', weightFrom: '0', weightTo: null }),
      rowWith({ zoneCode: '1', weightFrom: '1', weightTo: '1' }),
      rowWith({ zoneCode: '9', weightFrom: '1.000', weightTo: '1' }),
      rowWith({ zoneCode: '1', weightFrom: '1.000', weightTo: '1' }),
    ]
    const back = rowsOf(gridOf(rows))
    expect(rowsOf(gridOf(back))).toEqual(back)
  })

  test('a zone without a tier has no cell there, an empty price has an empty one', () => {
    const rows = [
      rowWith({ zoneCode: 'A', price: null }),
      rowWith({ zoneCode: 'B', weightFrom: '1', weightTo: null }),
    ]
    const grid = gridOf(rows)
    expect(pricesOf(grid)).toEqual([
      ['', null],
      [null, '7.00'],
    ])
    expect(rowsOf(grid)).toEqual(rows)
  })

  test('each row knows its place in the table', () => {
    expect(placedRows(small).map(({ tier, zone, row }) => [tier, zone, row.price])).toEqual([
      [0, 0, '1.00'],
      [1, 0, '2.00'],
      [0, 1, '3.00'],
      [1, 1, '4.00'],
    ])
  })

  test('numbers are saved as the contract wants them, and what is no number is kept as typed', () => {
    const typed = typeInto(small, wholeArea(small), 'price', ' ＄１,234.50 ')
    expect(rowsOf(typed)[0]?.price).toBe('1234.50')
    expect(rowsOf(typeInto(small, cellAt(0, 0), 'price', 'ask us'))[0]?.price).toBe('ask us')
    const content = {
      kind: 'freight',
      dimDivisor: null,
      dimRounding: null,
      weightStep: null,
      weightBasis: null,
      flatPrice: null,
      surcharges: [],
    }
    expect(versionContent.parse({ ...content, rows: rowsOf(typed) })).toEqual({
      ...content,
      rows: rowsOf(typed),
    })
    expect(
      versionContent.safeParse({ ...content, rows: rowsOf(typeInto(small, cellAt(0, 0), 'price', 'x')) })
        .success,
    ).toBe(false)
  })

  test('two lists of rows are compared by what they say', () => {
    expect(sameRows(card, structuredClone(card))).toBe(true)
    expect(sameRows(card, card.slice(1))).toBe(false)
    expect(sameRows([rowWith({})], [rowWith({ minCharge: '5.00' })])).toBe(false)
  })
})

describe('editing cells', () => {
  test('typing changes one cell and leaves the other rows of the table as they are', () => {
    const grid = gridOf(card)
    const next = typeInto(grid, cellAt(3, 4), 'price', '9.99')
    expect(next.tiers[3]?.cells[4]?.price).toBe('9.99')
    expect(next.tiers.filter((tier, i) => tier !== grid.tiers[i])).toHaveLength(1)
    expect(typeInto(next, cellAt(3, 4), 'price', '9.99')).toBe(next)
  })

  test('typing where a zone has no tier adds the row, in the form of its neighbours', () => {
    const grid = gridOf([
      rowWith({
        zoneCode: 'A',
        billingCode: 'first_next',
        firstWeight: '0.5',
        nextPrice: '0.90',
        step: '0.5',
      }),
      rowWith({ zoneCode: 'B', weightFrom: '1', weightTo: '2' }),
    ])
    expect(rowsOf(typeInto(grid, cellAt(0, 1), 'price', '4.50'))[1]).toEqual(
      rowWith({ zoneCode: 'B', billingCode: 'first_next', price: '4.50', firstWeight: '0.5', step: '0.5' }),
    )
  })

  test('cells that are not served have no rows', () => {
    expect(rowsOf(dropCells(small, cellAt(1, 1))).map(({ price }) => price)).toEqual(['1.00', '2.00', '3.00'])
  })

  test('filling copies the first row down, and a single row takes the one above', () => {
    expect(pricesOf(fillDown(small, wholeArea(small), 'price'))).toEqual([
      ['1.00', '3.00'],
      ['1.00', '3.00'],
    ])
    expect(pricesOf(fillDown(small, cellAt(1, 1), 'price'))).toEqual([
      ['1.00', '3.00'],
      ['2.00', '3.00'],
    ])
    expect(fillDown(small, cellAt(0, 0), 'price')).toBe(small)
  })

  test('filling to the right copies the first column', () => {
    expect(pricesOf(fillRight(small, wholeArea(small), 'price'))).toEqual([
      ['1.00', '1.00'],
      ['2.00', '2.00'],
    ])
  })

  test.each([
    ['5', '0.01', '11.94'],
    ['-5', '0.01', '10.80'],
    ['5', '0.05', '11.95'],
    ['5', null, '11.9385'],
    ['33.3333', null, '15.159996'],
    ['0', null, '11.37'],
  ] as const)('11.37 changed by %s %% and rounded to %s is %s', (percent, rounding, expected) => {
    const grid = gridOf([rowWith({ price: '11.37' })])
    expect(rowsOf(changeByPercent(grid, wholeArea(grid), 'price', percent, rounding))[0]?.price).toBe(
      expected,
    )
  })

  test('a percentage changes only the numbers of the selection and only the value that is shown', () => {
    const area: Area = { top: 0, bottom: 1, left: 1, right: 1 }
    const grid = typeInto(
      typeInto(small, cellAt(1, 1), 'price', 'ask'),
      wholeArea(small),
      'minCharge',
      '5.00',
    )
    const next = changeByPercent(grid, area, 'price', '10', '0.01')
    expect(pricesOf(next)).toEqual([
      ['1.00', '3.30'],
      ['2.00', 'ask'],
    ])
    expect(rowsOf(next).every(({ minCharge }) => minCharge === '5.00')).toBe(true)
  })

  test.each([
    ['1.005', '0.01', '1.01'],
    ['1.024', '0.05', '1.00'],
    ['1.025', '0.05', '1.05'],
    ['', '0.05', null],
  ] as const)('%s rounded to %s is %s', (price, rounding, expected) => {
    const grid = gridOf([rowWith({ price: price === '' ? null : price })])
    expect(rowsOf(roundCells(grid, wholeArea(grid), 'price', rounding))[0]?.price).toBe(expected)
  })

  test('the price form is that of all cells, or none where they differ', () => {
    expect(codeIn(small)).toBe('flat')
    const mixed = setCode(small, cellAt(0, 0), 'unit')
    expect(codeIn(mixed)).toBe(null)
    expect(codeIn(mixed, cellAt(0, 0))).toBe('unit')
  })

  test('another price form clears the values it has no use for', () => {
    const grid = gridOf([
      rowWith({
        billingCode: 'first_next',
        firstWeight: '1',
        nextPrice: '0.90',
        step: '0.5',
        minCharge: '5.00',
      }),
    ])
    expect(valuesUsed(grid)).toEqual(['price', 'firstWeight', 'nextPrice', 'step', 'minCharge'])
    const flat = setCode(grid, wholeArea(grid), 'flat')
    expect(rowsOf(flat)).toEqual([rowWith({ minCharge: '5.00' })])
    expect(valuesUsed(flat)).toEqual(['price', 'minCharge'])
  })
})

describe('zones and tiers', () => {
  test('a copied zone stands beside its original and waits for its code', () => {
    const next = renameZone(copyZone(small, 0), 1, 'pr')
    expect(next.zones).toEqual(['2', 'pr', '3'])
    expect(pricesOf(next)).toEqual([
      ['1.00', '1.00', '3.00'],
      ['2.00', '2.00', '4.00'],
    ])
    expect(rowsOf(next)[2]?.zoneCode).toBe('PR')
  })

  test('added zones and tiers are empty cells, which the checks report', () => {
    const next = addTier(addZone(small, '4'))
    expect(pricesOf(next)).toEqual([
      ['1.00', '3.00', ''],
      ['2.00', '4.00', ''],
      ['', '', ''],
    ])
    expect(boundsOf(next).at(-1)).toEqual(['2', ''])
  })

  test('a tier after one without a limit gives that one a limit', () => {
    expect(boundsOf(addTier(addTier(blankGrid(['A']))))).toEqual([
      ['0', '1'],
      ['1', '2'],
      ['2', ''],
    ])
  })

  test('splitting a tier keeps its prices in both halves', () => {
    const next = splitTier(small, 1)
    expect(boundsOf(next)).toEqual([
      ['0', '1'],
      ['1', '1.5'],
      ['1.5', '2'],
    ])
    expect(pricesOf(next).slice(1)).toEqual([
      ['2.00', '4.00'],
      ['2.00', '4.00'],
    ])
  })

  test.each([
    ['0', '0.001', false],
    ['0', '0.002', true],
    ['70', null, true],
    ['x', '2', false],
    ['0', 'x', false],
  ])('a tier from %s to %s can be split: %s', (weightFrom, weightTo, expected) => {
    const grid = gridOf([rowWith({ weightFrom, weightTo })])
    expect(canSplit(grid, 0)).toBe(expected)
    expect(splitTier(grid, 0).tiers).toHaveLength(expected ? 2 : 1)
  })

  test('the next tier follows an upper bound that moves, but not a lower one', () => {
    expect(boundsOf(setBound(small, 0, 'to', '1.2'))).toEqual([
      ['0', '1.2'],
      ['1.2', '2'],
    ])
    expect(boundsOf(setBound(small, 1, 'from', '1.2'))).toEqual([
      ['0', '1'],
      ['1.2', '2'],
    ])
  })

  test('a tier after a gap stays where it is', () => {
    const gapped = setBound(small, 1, 'from', '1.5')
    expect(boundsOf(setBound(gapped, 0, 'to', '1.2'))).toEqual([
      ['0', '1.2'],
      ['1.5', '2'],
    ])
  })

  test('tiers and zones are deleted', () => {
    expect(pricesOf(deleteTiers(small, 0, 0))).toEqual([['2.00', '4.00']])
    expect(deleteZones(small, 0, 0)).toMatchObject({ zones: ['3'] })
    expect(pricesOf(deleteZones(small, 0, 0))).toEqual([['3.00'], ['4.00']])
  })
})

describe('the difference from the version in force', () => {
  const find = rowFinder(gridRows())
  function gridRows() {
    return [rowWith({ price: '7.00' }), rowWith({ weightFrom: '1', weightTo: '5.000', price: '9.00' })]
  }
  const changeAt = (part: Partial<FreightRow>) => {
    const { tiers } = gridOf([rowWith(part)])
    const tier = tiers[0] ?? { from: '', to: '', cells: [] }
    return changeOf(tier.cells[0] ?? null, find('2', tier.from, tier.to), 'price')
  }

  test.each([
    [{ price: '7.00' }, undefined],
    [{ price: '7' }, undefined],
    [{ price: '7.01' }, { old: '7.00', direction: 'up' }],
    [{ price: '6.99' }, { old: '7.00', direction: 'down' }],
    [{ price: null }, { old: '7.00', direction: 'other' }],
    [
      { price: '7.00', billingCode: 'unit' },
      { old: '7.00', direction: 'other' },
    ],
    // A part of an old tier had its price.
    [
      { weightFrom: '2', weightTo: '3', price: '9.50' },
      { old: '9.00', direction: 'up' },
    ],
    [{ weightFrom: '1.0', weightTo: '5', price: '9.00' }, undefined],
    // More than an old tier had no single price.
    [{ weightFrom: '0', weightTo: '5', price: '9.50' }, undefined],
    [{ weightFrom: '1', weightTo: null, price: '9.50' }, undefined],
  ] as const)('of %o is %o', (part, expected) => {
    expect(changeAt(part)).toEqual(expected)
  })

  test('a zone that is new has none', () => {
    expect(find('3', '0', '1')).toBeUndefined()
  })
})

describe('undo', () => {
  test('steps are undone and redone in order, and a new step ends redoing', () => {
    let edits = edited(edited(startEdits(0), 1), 2)
    edits = undone(edits)
    expect(edits.now).toBe(1)
    expect(redone(edits).now).toBe(2)
    expect(undone(redone(edits)).now).toBe(1)
    edits = edited(edits, 3)
    expect(redone(edits)).toBe(edits)
    expect(undone(undone(undone(edits))).now).toBe(0)
  })

  test('keys typed into one cell are one step, also after an undo', () => {
    const typed = edited(edited(edited(startEdits('a'), 'b', 'cell 1'), 'bc', 'cell 1'), 'd', 'cell 2')
    expect(undone(typed).now).toBe('bc')
    expect(undone(undone(typed)).now).toBe('a')
    expect(undone(edited(undone(typed), 'e', 'cell 2')).now).toBe('bc')
  })

  test('50 steps are kept', () => {
    let edits = startEdits(0)
    for (let step = 1; step <= 60; step++) edits = edited(edits, step)
    for (let step = 0; step < 60; step++) edits = undone(edits)
    expect(edits.now).toBe(60 - UNDO_STEPS)
    for (let step = 0; step < 60; step++) edits = redone(edits)
    expect(edits.now).toBe(60)
  })
})
