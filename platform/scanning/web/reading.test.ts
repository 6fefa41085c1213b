import { expect, test } from 'vitest'
import { gs1Text } from '../gs1.ts'
import { MAX_SCANNED, scanTooLong } from '../scanned.ts'
import { isNothing, nothingPending, type Pending, readingText, readScan } from './reading.ts'

/** Parses scans one after another and returns each result. */
function readings(...scans: string[]) {
  let pending: Pending = nothingPending
  return scans.map((scan) => {
    const read = readScan(scan, pending)
    pending = read.pending
    return read.reading
  })
}

const piece = (code: string) => ({ kind: 'code', code, times: 1, isCounted: false })
const pieces = (code: string, times: number) => ({ kind: 'code', code, times, isCounted: true })

test('a plain code is one piece, with surrounding space ignored', () => {
  expect(readings(' BOLT-1\r', 'ＢＯＬＴ－１', '\u0002BOLT-1\u0003')).toEqual([
    piece('BOLT-1'),
    piece('BOLT-1'),
    piece('BOLT-1'),
  ])
})

test('an empty scan does nothing and keeps the multiplier', () => {
  expect(readings('12*', ' \r', 'BOLT')[2]).toEqual(pieces('BOLT', 12))
})

test('a multiplication sign counts as a star', () => {
  expect(readings('×12', 'BOLT')[1]).toEqual(pieces('BOLT', 12))
  expect(readings('3×BOLT')[0]).toEqual(pieces('BOLT', 3))
})

test('a multiplier applies to the next scan only', () => {
  expect(readings('12*', 'BOLT', 'BOLT')).toEqual([
    { kind: 'times', times: 12 },
    pieces('BOLT', 12),
    piece('BOLT'),
  ])
  expect(readings('*3', 'BOLT')[1]).toEqual(pieces('BOLT', 3))
  expect(readings('4*BOLT')).toEqual([pieces('BOLT', 4)])
})

test('a multiplier of zero or a million is refused', () => {
  const no = { kind: 'unreadable', problem: readingText.tooMany }
  expect(readings('0*', '0*BOLT', '*1000000')).toEqual([no, no, no])
})

test('a command barcode works in upper and lower case', () => {
  expect(readings('CMD-OK', 'cmd-undo', 'CMD-SOON')).toEqual([
    { kind: 'command', command: 'ok' },
    { kind: 'command', command: 'undo' },
    piece('CMD-SOON'),
  ])
})

test('after the quantity command digits are collected until an item is scanned', () => {
  expect(readings('CMD-QTY', '4', '8', 'BOLT', '4').slice(2)).toEqual([
    { kind: 'times', times: 48 },
    pieces('BOLT', 48),
    piece('4'),
  ])
  // A barcode of digits alone is longer than any quantity.
  expect(readings('CMD-QTY', '6', '4006381333931')[2]).toEqual(pieces('4006381333931', 6))
})

test('a GS1 string gives the article, its date, its lot and its count', () => {
  const expected = {
    kind: 'code',
    code: '4006381333931',
    times: 1,
    isCounted: false,
    expiry: '2027-02-28',
    lot: 'LOT7',
  }
  expect(readings(']C10104006381333931\u001d1727020010LOT7')).toEqual([expected])
  expect(readings('(01)04006381333931(17)270200(10)LOT7')).toEqual([expected])
  expect(readings('010400638133393117270228\u001d10LOT7')).toEqual([expected])
  expect(readings(']C1010400638133393130\u0036')).toEqual([pieces('4006381333931', 6)])
})

test('a GS1 string also gives the production date', () => {
  expect(readings('(01)04006381333931(11)260115')[0]).toMatchObject({
    code: '4006381333931',
    production: '2026-01-15',
  })
})

test('a carton is looked up by its SSCC', () => {
  expect(readings(']C100340123450000000017')[0]).toMatchObject({ kind: 'code', code: '340123450000000017' })
})

test('a GS1 string with a wrong check digit is refused', () => {
  expect(readings(']C10104006381333932')).toEqual([{ kind: 'unreadable', problem: gs1Text.checkDigit }])
})

test.each([
  ['UPC-A as most scanners send it', '0012345678905', '0012345678905'],
  ['UPC-A with its prefix', ']E00012345678905', '0012345678905'],
  ['EAN-8 with its prefix', ']E495012346', '95012346'],
  ['an article number alone, unmarked', '0104006381333931', '4006381333931'],
  ['contents and their count, unmarked', '0204006381333931' + '3712', '4006381333931'],
  ['a carton, unmarked', '00340123450000000017', '340123450000000017'],
  ['a Digital Link', 'https://id.gs1.org/01/04006381333931/10/L7/21/S9?17=270228', '4006381333931'],
  ['a Digital Link from a marked QR code', ']Q1https://id.gs1.org/01/04006381333931', '4006381333931'],
  ['any code with the prefix of Code 128', ']C0BOX-1', 'BOX-1'],
])('%s: %j is looked up as %s', (_, scan, code) => {
  expect(readings(scan)[0]).toMatchObject({ kind: 'code', code })
})

test.each([
  ['an article with a wrong check digit', '0104006381333932'],
  ['a carton with a wrong check digit', '00340123450000000018'],
  ['an address of no article', 'https://example.com/about'],
])('%s, without an identifier, is a plain code: %j', (_, scan) => {
  expect(readings(scan)).toEqual([piece(scan)])
})

test('lot, serial number and best-before date are parsed', () => {
  expect(readings('(01)04006381333931(15)270228(10)L7(21)S9')[0]).toMatchObject({
    expiry: '2027-02-28',
    lot: 'L7',
    serial: 'S9',
  })
  // Where both are given, the expiry date (17) wins.
  expect(readings('(01)04006381333931(15)270228(17)270531')[0]).toMatchObject({ expiry: '2027-05-31' })
})

test('a label without article or carton is reported as such', () => {
  expect(readings('(10)LOT7')).toEqual([{ kind: 'unreadable', problem: gs1Text.noArticle }])
})

test('Undo deletes the quantity that is being entered, digit by digit, and not the last scan', () => {
  expect(readings('CMD-QTY', 'CMD-1', 'CMD-2', 'CMD-UNDO', 'BOLT').slice(2)).toEqual([
    { kind: 'times', times: 12 },
    { kind: 'times', times: 1 },
    pieces('BOLT', 1),
  ])
  expect(readings('CMD-QTY', 'CMD-1', 'CMD-UNDO', 'CMD-3', 'BOLT').slice(2)).toEqual([
    { kind: 'nothing' },
    { kind: 'times', times: 3 },
    pieces('BOLT', 3),
  ])
  const undone = { kind: 'command', command: 'undo' }
  expect(readings('CMD-QTY', 'CMD-1', 'CMD-UNDO', 'CMD-UNDO', 'CMD-UNDO', 'BOLT').slice(2)).toEqual([
    { kind: 'nothing' },
    { kind: 'nothing' },
    undone,
    piece('BOLT'),
  ])
  expect(readings('CMD-QTY', '129', 'CMD-UNDO')[2]).toEqual({ kind: 'times', times: 12 })
  // A multiplier that was given at once is deleted at once.
  expect(readings('12*', 'CMD-UNDO', 'CMD-UNDO', 'BOLT').slice(1)).toEqual([
    { kind: 'nothing' },
    undone,
    piece('BOLT'),
  ])
})

test('digits of the command card make up a code that OK ends, and Undo deletes the last one', () => {
  expect(readings('CMD-2', 'CMD-7', 'CMD-UNDO', 'cmd-0', 'CMD-DOT', 'CMD-5', 'CMD-OK')).toEqual([
    { kind: 'input', text: '2' },
    { kind: 'input', text: '27' },
    { kind: 'input', text: '2' },
    { kind: 'input', text: '20' },
    { kind: 'input', text: '20.' },
    { kind: 'input', text: '20.5' },
    piece('20.5'),
  ])
  expect(readings('CMD-2', 'CMD-UNDO', 'CMD-UNDO', 'CMD-OK').slice(2)).toEqual([
    { kind: 'command', command: 'undo' },
    { kind: 'command', command: 'ok' },
  ])
  expect(readings('CMD-2', 'BOLT', 'CMD-OK').slice(1)).toEqual([
    piece('BOLT'),
    { kind: 'command', command: 'ok' },
  ])
})

test('after the quantity command the digits of the card are the quantity', () => {
  expect(readings('CMD-QTY', 'CMD-4', 'CMD-8', 'BOLT')).toEqual([
    { kind: 'command', command: 'quantity' },
    { kind: 'times', times: 4 },
    { kind: 'times', times: 48 },
    pieces('BOLT', 48),
  ])
})

test.each([
  ['999999*BOLT', 999_999],
  ['2*(01)04006381333931(30)6', 12],
  ['(01)04006381333931(30)999999', 999_999],
  ['333333*(01)04006381333931(30)3', 999_999],
])('%s is counted as %i pieces', (scan, times) => {
  expect(readings(scan)).toMatchObject([{ kind: 'code', times, isCounted: true }])
})

test.each(['500000*(01)04006381333931(30)2', '(01)04006381333931(30)1000000', '(01)04006381333931(30)0'])(
  '%s is not a quantity',
  (scan) => {
    expect(readings(scan)).toEqual([{ kind: 'unreadable', problem: readingText.tooMany }])
  },
)

test('the largest quantity is accepted however it is entered, and collecting ends with another command', () => {
  expect(readings('*999999')).toEqual([{ kind: 'times', times: 999_999 }])
  expect(readings('CMD-QTY', '999999', '1').slice(1)).toEqual([
    { kind: 'times', times: 999_999 },
    { kind: 'unreadable', problem: readingText.tooMany },
  ])
  // A multiplier survives a command, and the digits after it are goods again.
  expect(readings('CMD-QTY', '4', 'CMD-DEFECT', '8').slice(2)).toEqual([
    { kind: 'command', command: 'defect' },
    pieces('8', 4),
  ])
  expect(readings('4*', 'CMD-QTY', 'BOLT')[2]).toEqual(piece('BOLT'))
  expect(readings('4*', 'CMD-2', 'CMD-OK')[2]).toEqual(pieces('2', 4))
})

test('an open day is the last of its month, and the expiry with a time comes before the best-before date', () => {
  expect(readings('(01)04006381333931(17)280200')[0]).toMatchObject({ expiry: '2028-02-29' })
  expect(readings('(01)04006381333931(15)271200')[0]).toMatchObject({ expiry: '2027-12-31' })
  expect(readings('(01)04006381333931(7003)2705011200(15)280101')[0]).toMatchObject({ expiry: '2027-05-01' })
  expect(readings('(01)04006381333931(17)270401(7003)2705011200')[0]).toMatchObject({ expiry: '2027-04-01' })
})

test('a quantity, its digits to come and signs of the card are something that is being entered', () => {
  expect(isNothing(nothingPending)).toBe(true)
  for (const typed of ['12*', 'CMD-QTY', 'CMD-2']) {
    const { pending } = readScan(typed, nothingPending)
    expect([typed, isNothing(pending)]).toEqual([typed, false])
  }
})

test('a scan that is longer than any code is refused with the limit', () => {
  const longest = 'X'.repeat(MAX_SCANNED)
  expect(readings(longest, `${longest}X`, `2*${longest}X`, `2*${longest}`)).toEqual([
    piece(longest),
    { kind: 'unreadable', problem: scanTooLong },
    { kind: 'unreadable', problem: scanTooLong },
    pieces(longest, 2),
  ])
  expect(scanTooLong).toEqual({
    zh_CN: '扫描内容不能超过 200 个字符',
    en_US: 'A scanned code can have up to 200 characters',
  })
})
