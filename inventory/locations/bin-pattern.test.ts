import { describe, expect, test } from 'vitest'
import { type BinSpec, binCodes, MAX_BINS, patternProblem, rangeOf, reader } from './bin-pattern.ts'
import { inventoryText } from './text.ts'

const valuesOf = (typed: string) => {
  const range = rangeOf(typed)
  return 'values' in range ? range.values : range.problem.en_US
}

describe('a range', () => {
  test.each([
    ['A–C', ['A', 'B', 'C']],
    ['a-c', ['A', 'B', 'C']],
    ['A ~ B', ['A', 'B']],
    ['Ａ－Ｂ', ['A', 'B']],
    ['A-B, F', ['A', 'B', 'F']],
    ['A、C', ['A', 'C']],
    ['A，C', ['A', 'C']],
    ['A至B', ['A', 'B']],
    ['A—B', ['A', 'B']],
    ['9998-9999', ['9998', '9999']],
    ['7', ['7']],
    ['08-11', ['08', '09', '10', '11']],
    ['8-11', ['8', '9', '10', '11']],
    ['001-3', ['001', '002', '003']],
  ])('%s is %j', (typed, values) => {
    expect(valuesOf(typed)).toEqual(values)
  })

  test.each([
    ['', 'Enter a range, such as A–C or 01–20'],
    ['A-3', 'Enter a range, such as A–C or 01–20'],
    ['A-B-C', 'Enter a range, such as A–C or 01–20'],
    ['1.5', 'Enter a range, such as A–C or 01–20'],
    ['甲-丙', 'Enter a range, such as A–C or 01–20'],
    ['A-AB', 'Letters can only go from A to Z'],
    ['AA', 'Letters can only go from A to Z'],
    ['AB-C', 'Letters can only go from A to Z'],
    ['10000', 'Enter a range, such as A–C or 01–20'],
    ['A,', 'Enter a range, such as A–C or 01–20'],
    ['C-A', 'The start of the range is greater than the end'],
    ['20-01', 'The start of the range is greater than the end'],
    ['A-C, B', 'B appears twice'],
    ['0-9999', 'Up to 5000 bins at a time'],
  ])('%s is refused: %s', (typed, words) => {
    expect(valuesOf(typed)).toBe(words)
  })
})

const spec = (over: Partial<BinSpec>): BinSpec => ({
  aisles: 'A-C',
  bays: '01-20',
  levels: '1-4',
  separator: '-',
  isSerpentine: false,
  ...over,
})
const codesOf = (over: Partial<BinSpec> = {}) => {
  const made = binCodes(spec(over))
  return 'codes' in made ? made.codes : [made.problem.field, made.problem.message.en_US]
}

describe('a pattern of bins', () => {
  test('of three aisles, twenty bays and four levels makes 240 codes, aisle by aisle', () => {
    const codes = codesOf()
    expect(codes).toHaveLength(240)
    expect(new Set(codes).size).toBe(240)
    expect(codes.slice(0, 5)).toEqual(['A-01-1', 'A-01-2', 'A-01-3', 'A-01-4', 'A-02-1'])
    expect(codes.at(80)).toBe('B-01-1')
    expect(codes.at(-1)).toBe('C-20-4')
  })

  test('walked in serpentines returns along every second aisle, and each bay from the floor up', () => {
    const codes = codesOf({ aisles: 'A-C', bays: '1-2', levels: '1-2', isSerpentine: true })
    expect(codes.join(' ')).toBe('A-1-1 A-1-2 A-2-1 A-2-2 B-2-1 B-2-2 B-1-1 B-1-2 C-1-1 C-1-2 C-2-1 C-2-2')
    expect([...codes].sort()).toEqual(codesOf({ aisles: 'A-C', bays: '1-2', levels: '1-2' }).sort())
  })

  test('may have fewer parts, or no separator', () => {
    expect(codesOf({ bays: '1-2', levels: '' })).toEqual(['A-1', 'A-2', 'B-1', 'B-2', 'C-1', 'C-2'])
    expect(codesOf({ aisles: 'A', bays: '', levels: '' })).toEqual(['A'])
    expect(codesOf({ aisles: 'A', bays: '01', levels: '1-2', separator: '' })).toEqual(['A011', 'A012'])
  })

  test('that would create the same code twice is refused, and the code named', () => {
    expect(codesOf({ aisles: 'A', bays: '1-11', levels: '1-11', separator: '' })).toEqual([
      'separator',
      'A111 appears twice',
    ])
  })

  test('creates up to its limit and not one more', () => {
    expect(codesOf({ aisles: 'A-E', bays: '001-100', levels: '01-10' })).toHaveLength(MAX_BINS)
    expect(codesOf({ aisles: 'A-F', bays: '001-100', levels: '01-10' })).toEqual([
      'aisles',
      'Up to 5000 bins at a time',
    ])
  })
})

describe('parsing a code', () => {
  test.each([
    ['{aisle}-{bay}-{level}', 'A-01-3', 'A 01 3'],
    ['{aisle}-{bay}-{level}', 'RECV', '- - -'],
    ['{aisle}-{bay}-{level}', 'A-01-3-4', '- - -'],
    ['{aisle:1}{bay:2}{level:2}', 'A0103', 'A 01 03'],
    ['{aisle:1}{bay}-{level}', 'A12-3', 'A 12 3'],
    ['W1-{aisle}-{bay}', 'w1-a-7', 'a 7 -'],
    ['{bay}-{aisle}', '7-B', 'B 7 -'],
  ])('by %s, %s is %s', (pattern, code, place) => {
    const { aisle, bay, level } = reader(pattern)(code)
    expect([aisle, bay, level].map((part) => part ?? '-').join(' ')).toBe(place)
  })

  test.each([
    '',
    'A-B',
    '{aisle}-{shelf}',
    '{aisle}-{aisle}',
    '{aisle}.{bay}',
    '{aisle',
    '{aisle:0}',
    '{aisle:10}',
    '{aisle:2}{aisle:2}',
  ])('%j is not a valid code pattern', (pattern) => {
    expect(patternProblem(pattern)).toBe(inventoryText.notAPattern)
  })

  test.each(['{aisle}{bay}', '{aisle:1}-{bay}{level}'])('%j is ambiguous', (pattern) => {
    expect(patternProblem(pattern)).toBe(inventoryText.needsSeparator)
  })

  test.each([
    ...['{aisle}', '{aisle}-{bay}-{level}', '{aisle:2}{bay}', '{aisle}{bay:2}', 'X{level:1}', 'x{level:9}'],
  ])('%j is', (pattern) => {
    expect(patternProblem(pattern)).toBeUndefined()
  })
})

describe('boundaries of a pattern', () => {
  test('a part that is not a range is named, and only bays and levels are optional', () => {
    expect(codesOf({ aisles: ' ', bays: '1' })).toEqual(['aisles', 'Enter a range, such as A–C or 01–20'])
    expect(codesOf({ bays: '2-1' })[0]).toBe('bays')
    expect(codesOf({ aisles: 'A', bays: ' ', levels: '1' })).toEqual(['A-1'])
    expect(codesOf({ aisles: '3-A' })[0]).toBe('aisles')
    expect(reader('{aisle}-{bay}')('A-1')).toEqual({ aisle: 'A', bay: '1', level: null })
  })

  test('of four aisles is walked back along the second and the fourth', () => {
    const codes = codesOf({ aisles: 'A-D', bays: '1-2', levels: '', isSerpentine: true })
    expect(codes.join(' ')).toBe('A-1 A-2 B-2 B-1 C-1 C-2 D-2 D-1')
  })

  test('a range is limited to the number of bins created at once, wherever it starts', () => {
    expect(valuesOf('3000-7999')).toHaveLength(MAX_BINS)
    expect(valuesOf('0-5000')).toBe('Up to 5000 bins at a time')
  })
})
