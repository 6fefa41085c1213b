import { expect, test } from 'vitest'
import { guessMapping, readLine } from '../platform/imports/imports.ts'
import { byBoxImport, bySkuImport, disagreements, type InboundSheetLine } from './import-form.ts'

const line = (rowNo: number, over: Partial<InboundSheetLine>) => ({
  rowNo,
  value: { customerCode: 'ACME', referenceNo: 'PO-1', sku: 'BOLT', expected: 1, ...over },
})
const columnsOf = (lines: ReturnType<typeof line>[]) =>
  [...disagreements(lines)].map(([row, problems]) => [
    row,
    ...problems.map(({ column, message }) => `${column}: ${message.en_US}`),
  ])

test('values of an order or a box may be omitted in later rows', () => {
  const lines = [
    line(2, { boxNo: 'B-1', containerNo: 'MSKU1', boxWeight: '12.5' }),
    line(3, { boxNo: 'b-1' }),
    line(4, { boxNo: 'B-2', boxWeight: '9', referenceNo: 'po-1' }),
    line(5, { boxNo: 'B-1', containerNo: 'OTHER', boxWeight: '9', referenceNo: 'PO-2' }),
  ]
  expect(columnsOf(lines)).toEqual([])
})

test('a conflicting value for the same order or box names the row with the first value', () => {
  const lines = [
    line(2, { boxNo: 'B-1', containerNo: 'MSKU1', boxWeight: '12.5' }),
    line(3, { boxNo: 'b-1', containerNo: 'MSKU2', boxWeight: '12.6' }),
  ]
  const message = 'Differs from row 2 of the same order or box'
  expect(columnsOf(lines)).toEqual([[3, `containerNo: ${message}`, `boxWeight: ${message}`]])
})

test.each([byBoxImport, bySkuImport])(
  'the example of the template $kind is valid in both languages',
  (form) => {
    for (const language of ['zh_CN', 'en_US'] as const) {
      const mapping = guessMapping(
        form.columns,
        form.columns.map(({ title }) => title[language]),
      )
      expect(Object.keys(mapping)).toHaveLength(form.columns.length)
      expect(
        readLine(
          form,
          mapping,
          form.columns.map(({ example }) => example),
        ),
      ).toHaveProperty('value.sku', 'SKU-001')
    }
  },
)

test('every value of a box is compared with its own box, and every value of an order with its own order', () => {
  const box = { customerBoxNo: 'C-1', boxLength: '1', boxWidth: '2', boxHeight: '3', boxWeight: '4' }
  const other = { customerBoxNo: 'C-2', boxLength: '5', boxWidth: '6', boxHeight: '7', boxWeight: '8' }
  const head = {
    inboundType: 'return',
    transport: 'air',
    containerNo: 'C1',
    trackingNos: ['T1'],
    eta: '2026-01-01',
    originNo: 'O1',
    putawayDate: '2026-01-01',
    remark: 'a',
  } satisfies Partial<InboundSheetLine>
  const otherHead = {
    inboundType: 'init',
    transport: 'sea_fcl',
    containerNo: 'C2',
    trackingNos: ['T1', 'T2'],
    eta: '2026-01-02',
    originNo: 'O2',
    putawayDate: '2026-01-02',
    remark: 'b',
  } satisfies Partial<InboundSheetLine>
  const found = (lines: ReturnType<typeof line>[]) =>
    [...disagreements(lines)].map(([row, problems]) => [row, ...problems.map(({ column }) => column)])
  expect(found([line(2, { boxNo: 'B-1', ...box }), line(3, { boxNo: 'B-2', ...other })])).toEqual([])
  expect(found([line(2, { boxNo: 'B-1', ...box }), line(3, { boxNo: 'b-1', ...other })])).toEqual([
    [3, ...Object.keys(box)],
  ])
  // Without a box number there is no box to compare with.
  expect(found([line(2, box), line(3, other)])).toEqual([])
  const foreign = line(3, { ...otherHead, customerCode: 'OTHER' })
  expect(found([line(2, head), foreign, line(4, otherHead)])).toEqual([[4, ...Object.keys(head)]])
})

const rowOf = (form: typeof byBoxImport, cells: Record<string, string>) => {
  const titles = form.columns.map(({ title }) => title.en_US)
  const given = {
    customerCode: 'ACME',
    referenceNo: 'PO-1',
    boxNo: 'B-1',
    sku: 'BOLT',
    expected: '1',
    ...cells,
  }
  return readLine(
    form,
    guessMapping(form.columns, titles),
    form.columns.map(({ key }) => (given as Record<string, string>)[key] ?? ''),
  )
}

test('tracking numbers are separated by spaces, line breaks, commas or semicolons of either script, up to a hundred', () => {
  expect(rowOf(byBoxImport, { trackingNos: ' T1, T2，T3、T4;T5；T6 T7\nT8\r\nT9,\nT10\t' })).toHaveProperty(
    'value.trackingNos',
    ['T1', 'T2', 'T3', 'T4', 'T5', 'T6', 'T7', 'T8', 'T9', 'T10'],
  )
  const numbers = (many: number) => Array.from({ length: many }, (_, i) => `T${i}`).join(' ')
  expect(rowOf(byBoxImport, { trackingNos: numbers(100) })).toHaveProperty('value')
  expect(rowOf(byBoxImport, { trackingNos: numbers(101) })).not.toHaveProperty('value')
})

test('a row is the same as another if order, box, product, expiry date and lot are', () => {
  const idOf = (over: Partial<InboundSheetLine>) =>
    byBoxImport.identity(line(2, { boxNo: 'B-1', ...over }).value)
  expect(idOf({ boxNo: 'b-1', sku: 'ｂｏｌｔ', customerCode: 'acme', referenceNo: 'po-1' })).toBe(idOf({}))
  const others = [
    { customerCode: 'OTHER' },
    { referenceNo: 'PO-2' },
    { boxNo: 'B-2' },
    { sku: 'NUT' },
    { expiryDate: '2027-01-01' },
    { lot: 'A' },
  ]
  expect(new Set([idOf({}), ...others.map(idOf)]).size).toBe(others.length + 1)
})

test('quantities, dates and types outside the form are refused', () => {
  for (const [cells, isGood] of [
    [{ expected: '1' }, true],
    [{ expected: '0' }, false],
    [{ expected: '1000000' }, true],
    [{ expected: '1000001' }, false],
    [{ expiryDate: '2027-02-29' }, false],
    [{ expiryDate: '2028-02-29' }, true],
  ] as const)
    expect([cells, 'value' in rowOf(byBoxImport, cells)]).toEqual([cells, isGood])
  expect(rowOf(bySkuImport, { inboundType: 'Return' })).toHaveProperty('value.inboundType', 'return')
  expect(rowOf(bySkuImport, { inboundType: 'standard' })).not.toHaveProperty('value')
})

test('a row names its customer, reference, product and quantity, and by box its box', () => {
  const required = [byBoxImport, bySkuImport].map(({ columns }) =>
    columns.filter(({ isRequired }) => isRequired).map(({ key }) => key),
  )
  expect(required).toEqual([
    ['customerCode', 'referenceNo', 'boxNo', 'sku', 'expected'],
    ['customerCode', 'referenceNo', 'sku', 'expected'],
  ])
})
