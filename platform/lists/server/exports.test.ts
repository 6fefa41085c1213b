import { buffer } from 'node:stream/consumers'
import * as sheetjs from '@e965/xlsx'
import { parseCsv } from 'hucre'
import { readXlsx } from 'hucre/xlsx'
import { expect, test } from 'vitest'
import type { Cell } from '../columns.ts'
import { bytesOf } from './exports.ts'

const beginnings = ['=', '+', '-', '@', '\t', '\r', '＝', '＋', '－', '＠']
const endings = ['1+1', "cmd|' /C calc'!A0", 'HYPERLINK("http://a.example","x")', 'SUM(A1:A2),"b"', '', '5']
const payloads = [
  ...beginnings.flatMap((beginning) => endings.map((ending) => beginning + ending)),
  "'=1+1",
  '"=1+1"',
  ' =1+1',
  '\n=1+1',
  '007',
]

/** Formula payloads beside numbers, which stay numbers. */
async function* lines(): AsyncGenerator<Cell[]> {
  yield ['Text', 'Figure']
  for (const [i, payload] of payloads.entries()) yield [payload, -i - 0.5]
}
const figures = payloads.map((_, i) => -i - 0.5)

test('an xlsx stores texts that start like formulas as plain text', async () => {
  expect(payloads.length).toBeGreaterThanOrEqual(40)
  const bytes = await buffer(bytesOf('xlsx', 'list', lines()))

  const first = (await readXlsx(bytes)).sheets[0]
  expect(first?.rows.slice(1).map(([text]) => text)).toEqual(payloads)
  expect(first?.rows.slice(1).map(([, figure]) => figure)).toEqual(figures)
  expect([...(first?.cells?.values() ?? [])].filter(({ formula }) => formula)).toEqual([])

  const sheet = sheetjs.read(bytes, { type: 'buffer', cellFormula: true }).Sheets.list ?? {}
  const cells = payloads.map((_, i) => sheet[`A${i + 2}`] as sheetjs.CellObject | undefined)
  expect(cells.map((cell) => [cell?.t, cell?.v, cell?.f])).toEqual(
    payloads.map((payload) => ['s', payload, undefined]),
  )
  expect(payloads.map((_, i) => sheet[`B${i + 2}`]?.v)).toEqual(figures)
})

test('a csv prefixes them with a quote mark, so that no reader runs them, and leaves numbers alone', async () => {
  const text = (await buffer(bytesOf('csv', 'list', lines()))).toString()
  const marked = payloads.map((payload) =>
    beginnings.some((beginning) => payload.startsWith(beginning)) ? `'${payload}` : payload,
  )

  const rows = parseCsv(text).slice(1)
  expect(rows.map(([cell]) => cell)).toEqual(marked)
  expect(rows.map(([, figure]) => figure)).toEqual(figures.map(String))

  const sheet = Object.values(sheetjs.read(text, { type: 'string', raw: true, cellFormula: true }).Sheets)[0]
  const cells = payloads.map((_, i) => sheet?.[`A${i + 2}`] as sheetjs.CellObject | undefined)
  expect(cells.map((cell) => [cell?.v, cell?.f])).toEqual(marked.map((cell) => [cell, undefined]))
})

test('an amount is a number that is displayed with two decimals', async () => {
  async function* owed(): AsyncGenerator<Cell[]> {
    yield ['Amount', 'Count']
    yield [1500.5, 7]
  }
  const bytes = await buffer(bytesOf('xlsx', 'list', owed(), ['amount', 'count']))
  const sheet = sheetjs.read(bytes, { type: 'buffer', cellNF: true }).Sheets.list ?? {}
  expect(['A2', 'B2'].map((at) => [sheet[at]?.t, sheet[at]?.v, sheet[at]?.w])).toEqual([
    ['n', 1500.5, '1500.50'],
    ['n', 7, '7'],
  ])
})
