import fs from 'node:fs'
import { describe, expect, test } from 'vitest'
import {
  articleKey,
  checkDigit,
  gs1Text,
  gtinIn,
  hasCheckDigit,
  isGtin,
  isMarkedGs1,
  plainGtin,
  readGs1,
  readLabel,
} from './gs1.ts'

const FNC1 = '\u001d'

test.each([
  ['629104150021', '3'],
  ['03600029145', '2'],
  ['01234567890', '5'],
  ['9501234', '6'],
  ['0950600013435', '2'],
  ['10614141543210986', '6'],
  ['000000000000', '0'],
])('the check digit of %s is %s', (body, digit) => {
  expect(checkDigit(body)).toBe(digit)
  expect(hasCheckDigit(body + digit)).toBe(true)
  for (const other of '0123456789'.replace(digit, '')) expect(hasCheckDigit(body + other)).toBe(false)
})

test('two swapped neighbouring digits are detected', () => {
  expect(isGtin('6291041500213')).toBe(true)
  expect(isGtin('6291045100213')).toBe(false)
})

test.each(['', '1', '123456789012A', '629104150021', '62910415002131', '６２９１０４１５００２１３'])(
  '%j is not an article number',
  (text) => expect(isGtin(text)).toBe(false),
)

test.each([
  ['09506000134352', '9506000134352'],
  ['00012345678905', '012345678905'],
  ['10614141000415', '10614141000415'],
  ['00000095012346', '95012346'],
])('%s is scanned from the article as %s', (gtin14, plain) => expect(plainGtin(gtin14)).toBe(plain))

describe('element strings', () => {
  test.each<[string, string, Record<string, string>]>([
    ['in brackets', '(01)09506000134352', { '01': '09506000134352' }],
    [
      'in brackets, with batch and expiry',
      '(01)09506000134352(17)271231(10)ABC-1',
      { '01': '09506000134352', '17': '271231', '10': 'ABC-1' },
    ],
    [
      'a batch that holds brackets of its own',
      '(01)09506000134352(10)A(5)B(21)X1',
      { '01': '09506000134352', '10': 'A(5)B', '21': 'X1' },
    ],
    [
      'from a scanner, fixed lengths need no separator',
      '0109506000134352172712311000X',
      { '01': '09506000134352', '17': '271231', '10': '00X' },
    ],
    [
      'from a scanner, a batch ends at the separator',
      `010950600013435210ABC${FNC1}21S-9${FNC1}3012`,
      { '01': '09506000134352', '10': 'ABC', '21': 'S-9', '30': '12' },
    ],
    ['with the prefix of GS1-128', `]C10109506000134352`, { '01': '09506000134352' }],
    ['with the prefix of a DataMatrix', `]d20109506000134352`, { '01': '09506000134352' }],
    ['with a separator in front', `${FNC1}0109506000134352`, { '01': '09506000134352' }],
    [
      'with a separator after a fixed length',
      `0109506000134352${FNC1}17271231`,
      { '01': '09506000134352', '17': '271231' },
    ],
    ['content and its count', '0209506000134352' + '3724', { '02': '09506000134352', '37': '24' }],
    ['a pallet', '(00)106141415432109866', { '00': '106141415432109866' }],
    [
      'a net weight with three decimals',
      '(01)09506000134352(3103)001250',
      { '01': '09506000134352', '3103': '001250' },
    ],
    ['the last day of a month', '(01)09506000134352(17)280200', { '01': '09506000134352', '17': '280200' }],
    ['a leap day', '(01)09506000134352(17)280229', { '01': '09506000134352', '17': '280229' }],
    ['a place and its country', `410629104150021342${'2156'}`.slice(0, 16), { '410': '6291041500213' }],
    [
      'identifiers that are not known, between others',
      `0109506000134352830X${FNC1}17271231${FNC1}10A${FNC1}8599Z`,
      { '01': '09506000134352', '17': '271231', '10': 'A' },
    ],
    [
      'an identifier that is not known, of a length that is',
      '18991231' + '0109506000134352',
      { '01': '09506000134352' },
    ],
    [
      'identifiers that are not known, in brackets',
      '(01)09506000134352(8399)X(10)A(05)9',
      { '01': '09506000134352', '10': 'A' },
    ],
    [
      'an expiry with its time, a price and an address',
      `]d20109506000134352${FNC1}70032712312359${FNC1}3902125${FNC1}4300ACME`,
      { '01': '09506000134352', '7003': '2712312359', '3902': '125', '4300': 'ACME' },
    ],
    ['the same twice', '(01)09506000134352(01)09506000134352', { '01': '09506000134352' }],
    ['the second piece of two', '(8006)095060001343520202', { '8006': '095060001343520202' }],
  ])('%s are parsed', (_, text, expected) => {
    const read = readGs1(text)
    expect('values' in read ? Object.fromEntries(read.values) : read).toEqual(expected)
  })

  test.each([
    ['nothing', '', gs1Text.empty],
    ['a prefix alone', ']C1', gs1Text.empty],
    ['a wrong check digit', '(01)09506000134353', gs1Text.checkDigit],
    ['a wrong check digit of a pallet', '(00)106141415432109865', gs1Text.checkDigit],
    ['too few digits', '(01)0950600013435', gs1Text.wrongValue],
    ['letters among digits', '0109506000134A52', gs1Text.wrongValue],
    ['the thirteenth month', '(01)09506000134352(17)271331', gs1Text.wrongValue],
    ['the thirtieth of February', '(01)09506000134352(17)280230', gs1Text.wrongValue],
    ['a leap day in a plain year', '(01)09506000134352(17)270229', gs1Text.wrongValue],
    ['a batch of 21 signs', `(10)${'A'.repeat(21)}`, gs1Text.wrongValue],
    ['an empty batch', '(10)(21)A', gs1Text.wrongValue],
    ['Chinese in a batch', '(10)批次', gs1Text.wrongValue],
    ['an unknown identifier', '(05)123', gs1Text.unknownAi],
    ['plain words', 'HELLO', gs1Text.unknownAi],
    ['an article and its contents', '(01)09506000134352(02)10614141000415', gs1Text.apart],
    ['an article and the count of a carton', '(01)09506000134352(37)12', gs1Text.apart],
    ['a serial number and that of a third party', '(01)09506000134352(21)A(235)B', gs1Text.apart],
    ['one weight twice', '(01)09506000134352(3103)001250(3102)000125', gs1Text.apart],
    ['two articles', '(01)09506000134352(01)10614141000415', gs1Text.twice],
    ['no piece of two', '(8006)095060001343520002', gs1Text.wrongValue],
    ['the third piece of two', '(8006)095060001343520302', gs1Text.wrongValue],
  ])('%s is refused', (_, text, problem) => {
    expect(readGs1(text)).toEqual({ problem })
  })

  test('give the article’s own number, or that of the content', () => {
    const gtin = (text: string) => {
      const read = readGs1(text)
      return 'values' in read ? gtinIn(read.values) : undefined
    }
    expect(gtin('(01)09506000134352(10)A')).toBe('9506000134352')
    expect(gtin('(02)00012345678905(37)12')).toBe('012345678905')
    expect(gtin('(10)ABC')).toBeUndefined()
  })

  test.each([
    [']C101', true],
    ['(01)1', true],
    [`10A${FNC1}21B`, true],
    ['0109506000134352', false],
    ['A(01)', false],
    ['(1)x', false],
  ])('%j is recognised as one: %s', (text, isSo) => expect(isMarkedGs1(text)).toBe(isSo))
})

/** Strings with the result of GS1's own barcode syntax engine; `␝` is the separator. */
const corpus = fs
  .readFileSync(new URL('./gs1-corpus.txt', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => line.split('\t'))

test('a corpus of GS1 strings is parsed as GS1’s own engine parses it', () => {
  expect(corpus.length).toBeGreaterThan(800)
  const valuesIn = (text: string) => {
    const read = isMarkedGs1(text) ? readGs1(text) : readLabel(text)
    return 'values' in read ? Object.fromEntries(read.values) : 'refused'
  }
  for (const [text = '', ...values] of corpus) {
    const expected =
      values[0] === 'refused'
        ? 'refused'
        : Object.fromEntries(values.map((value) => [value.split('=')[0], value.replace(/^\d+=/, '')]))
    expect([text, valuesIn(text.replaceAll('␝', FNC1))]).toEqual([text, expected])
  }
})

test.each([
  [']C142090001␝9400136895232412345678', '420900019400136895232412345678'],
  ['42090001␝9400136895232412345678', '420900019400136895232412345678'],
  ['␝42090001␝9400136895232412345678', '420900019400136895232412345678'],
  [']C1420900019400136895232412345678', '420900019400136895232412345678'],
  [']C1420900011234␝92612903029511573030094547', '42090001123492612903029511573030094547'],
  [']C19400136895232412345678', '9400136895232412345678'],
  [']C19612019051512345678901', '9612019051512345678901'],
  [']C19622001900000000000000776632517510', '9622001900000000000000776632517510'],
])('the carrier’s label %s, which names no article, is the code %s', (text, code) => {
  expect(readLabel(text.replaceAll('␝', FNC1))).toEqual({ code, values: new Map() })
})

test.each([
  [']C142090001', gs1Text.noArticle],
  [']C142090001␝10LOT7', gs1Text.noArticle],
  [']C191LOT7', gs1Text.noArticle],
  [']C19400136895232412345678␝3012', gs1Text.noArticle],
])('%s names neither an article nor a parcel', (text, problem) => {
  expect(readLabel(text.replaceAll('␝', FNC1))).toEqual({ problem })
})

test('one article has one key, whichever symbol it is scanned from', () => {
  const keyOf = (text: string) => {
    const label = readLabel(text)
    return 'code' in label ? articleKey(label.code) : label.problem
  }
  const upc = [
    '012345678905',
    '0012345678905',
    '00012345678905',
    ']E00012345678905',
    '(01)00012345678905',
    '0100012345678905',
    ']C10100012345678905',
    `]d20100012345678905${FNC1}10L1`,
    `${FNC1}0100012345678905`,
    'https://id.gs1.org/01/00012345678905/21/9',
    'https://example.com/01/012345678905',
  ]
  expect(new Set(upc.map(keyOf))).toEqual(new Set(['00012345678905']))
  expect(new Set(['95012346', '0000095012346', ']E495012346', '(01)00000095012346'].map(keyOf))).toEqual(
    new Set(['00000095012346']),
  )
  // A carton of the article is another item, and anything that is not an article number stays unchanged.
  expect(keyOf('10012345678902')).toBe('10012345678902')
  expect(['012345678904', '00123', 'Box-1'].map(articleKey)).toEqual(['012345678904', '00123', 'box-1'])
})
