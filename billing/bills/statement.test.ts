import Big from 'big.js'
import { readXlsx, writeXlsx } from 'hucre/xlsx'
import { describe, expect, test } from 'vitest'
import { openPaper } from '../../platform/printing/server/paper.ts'
import { languages } from '../../platform/text/text.ts'
import { readPaper } from '../../testing/read-paper.ts'
import { sheetOf } from './server/print.ts'
import { drawStatement, SHEET, SHEET_DPI } from './server/statement-paper.ts'
import { rowsOf, type Statement, sumsOf } from './statement.ts'

const types = ['inbound', 'order', 'storage'] as const

/** A statement with a number of fees, whose figures are known. */
function aStatement(count: number, over: Partial<Statement> = {}): Statement {
  const lines = Array.from({ length: count }, (_, i) => ({
    feeNo: `FE${i + 1}`,
    orderType: types[Math.floor((i * types.length) / count)] ?? 'order',
    sourceNo: `OB260110-${String(i + 1).padStart(5, '0')}`,
    chargeDate: `2026-01-${String((i % 31) + 1).padStart(2, '0')}`,
    nameZh: '订单操作费',
    nameEn: 'Order handling',
    amount: (i % 7 === 3 ? -1.05 * i : 1234.56 + i / 100).toFixed(2),
  }))
  const total = lines.reduce((sum, { amount }) => sum.plus(amount), new Big(0))
  const opening = new Big('1000.00')
  return {
    ...{
      billNo: 'BL260201-00001',
      mode: 'balance',
      status: 'paid',
      periodFrom: '2026-01-01',
      periodTo: '2026-01-31',
    },
    ...{ issuedOn: '2026-02-01', currency: 'USD', company: ['Harbor 3PL', 'LA1 Los Angeles', '1 Dock St'] },
    customer: ['ACME Acme 贸易有限公司', 'Győr'],
    openingBalance: opening.toFixed(2),
    payments: '500.00',
    otherChanges: '0.00',
    total: total.toFixed(2),
    closingBalance: opening.plus(500).minus(total).toFixed(2),
    ...{ chargedEvents: count, freeEvents: 1, waivedEvents: 0, openEvents: 2, waitingEvents: 1 },
    lines,
    collections: [{ collectionNo: 'CP260105-00001', day: '2026-01-05', amount: '500.00' }],
    ...over,
  }
}

const sum = (amounts: readonly string[]) =>
  amounts.reduce((all, amount) => all.plus(amount), new Big(0)).toFixed(2)
const read = async (of: Statement, language: (typeof languages)[number]) => {
  const paper = openPaper(SHEET, 'x', SHEET_DPI)
  drawStatement(paper, of, language)
  return readPaper(await paper.whole(), 40)
}
/** The last number of each line of text, as it is printed. */
const amountsIn = (text: string) =>
  [...text.matchAll(/-?[\d,]+\.\d{2}/g)].map(([found]) => found.replaceAll(',', ''))

describe('a statement', () => {
  test('adds up: lines to subtotals, subtotals to the total, and balances', () => {
    const of = aStatement(90)
    const rows = rowsOf(of, 'en_US')
    const amounts = (kind: string) =>
      rows.filter((row) => row.kind === kind).map(({ amount = '0' }) => amount)
    const subtotals = amounts('sum')
    expect(sum(subtotals.slice(0, types.length))).toBe(of.total)
    expect(subtotals[types.length]).toBe(of.total)
    expect(sum(amounts('line'))).toBe(new Big(of.total).plus('500').toFixed(2))
    const sums = sumsOf(of, 'en_US').map(([, amount]) => amount)
    expect(sum(sums.slice(0, -1))).toBe(sums.at(-1))
  })

  test.each(languages)(
    'names documents, fees and what has no price, and leaves out what there is none of, in %s',
    (language) => {
      const of = aStatement(1, { openEvents: 1, waitingEvents: 0 })
      const written = (statement: Statement) =>
        rowsOf(statement, language).map(({ kind, cells }) => [kind, cells[0]])
      const zh = language === 'zh_CN'
      const rows = written(of)
      expect(rows.map(([kind]) => kind)).toEqual([
        ...['head', 'title', 'line', 'sum', 'sum', 'title', 'line', 'sum', 'note', 'note'],
      ])
      expect(rows[1]?.[1]).toBe(zh ? '入库单' : 'Inbound order')
      expect(rows[9]?.[1]).toMatch(zh ? /^1 笔业务尚未计费/ : /^1 activity has no price yet/)
      expect(rowsOf(of, language)[2]?.cells[2]).toBe(zh ? '订单操作费' : 'Order handling')
      const bare = written(aStatement(1, { collections: [], openEvents: 0, waitingEvents: 0 }))
      expect(bare.map(([kind]) => kind)).toEqual(['head', 'title', 'line', 'sum', 'sum', 'note'])
      const unknown = {
        ...of,
        lines: of.lines.map((line) => ({ ...line, orderType: 'other', sourceNo: null })),
      }
      expect(written(unknown).slice(1, 3)).toEqual([
        ['title', 'other'],
        ['line', ''],
      ])
    },
  )

  test('of a customer who is billed asks for the total', () => {
    const of = aStatement(3, { mode: 'bill', status: 'not_settled', closingBalance: '1500.00' })
    const sums = sumsOf(of, 'en_US')
    expect(sums.at(-1)).toEqual(['Amount due', of.total])
    expect(sum(sums.slice(0, 3).map(([, amount]) => amount))).toBe('1500.00')
  })

  test.each(languages)(
    'on paper has every line and number once, on numbered A4 pages, in %s',
    async (language) => {
      const of = aStatement(150)
      const pages = await read(of, language)
      expect(pages.length).toBeGreaterThan(3)
      for (const { width, height } of pages)
        expect([Math.round(width), Math.round(height)]).toEqual([210, 297])
      const text = pages.map((page) => page.text).join('\n')
      for (const { sourceNo, feeNo } of of.lines) {
        expect(text.split(sourceNo ?? '')).toHaveLength(2)
        expect(text).toContain(feeNo)
      }
      const wanted = [
        ...rowsOf(of, language).flatMap(({ amount }) => amount ?? []),
        ...sumsOf(of, language).map(([, amount]) => amount),
      ]
      expect(amountsIn(text).sort()).toEqual(wanted.sort())
      for (const [i, page] of pages.entries())
        expect(page.text).toContain(
          language === 'zh_CN' ? `第 ${i + 1} 页，共 ${pages.length} 页` : `Page ${i + 1} of ${pages.length}`,
        )
      expect(text).toContain('贸易有限公司')
      expect(text).toContain(language === 'zh_CN' ? '3 笔业务尚未计费' : '3 activities have no price yet')
    },
  )

  test.each([
    ['draft', 'Statement (Draft)'],
    ['voided', 'Statement (Voided)'],
    ['paid', 'Statement'],
  ] as const)('that is %s says so', async (status, title) => {
    const [page] = await read(aStatement(1, { status }), 'en_US')
    expect(page?.text).toContain(title)
  })

  test.each(languages)(
    'as a spreadsheet has the same lines, as numbers that add up, in %s',
    async (language) => {
      const of = aStatement(150)
      const { sheets } = await readXlsx(await writeXlsx({ sheets: [sheetOf(of, language)] }))
      const rows = sheets[0]?.rows ?? []
      const lines = rows.filter(([first]) => typeof first === 'string' && first.startsWith('OB'))
      expect(lines.map(([document, day, , fee, amount]) => [document, day, fee, amount])).toEqual(
        of.lines.map(({ sourceNo, chargeDate, feeNo, amount }) => [
          sourceNo,
          chargeDate,
          feeNo,
          Number(amount),
        ]),
      )
      expect(sum(lines.map(([, , , , amount]) => String(amount)))).toBe(of.total)
      const figures = rows.slice(7, 7 + sumsOf(of, language).length).map(([, , , , amount]) => amount)
      expect(figures).toEqual(sumsOf(of, language).map(([, amount]) => Number(amount)))
    },
  )
})
