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
