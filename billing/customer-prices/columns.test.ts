import { expect, test } from 'vitest'
import { missingPriceColumns } from './columns.ts'

test('an exported list of customers without a price names each kind of work, and freight with its channel', () => {
  const row = {
    ...{ id: 1, customerCode: 'ACME', customerName: 'Acme' },
    missing: [
      { kind: 'storage' as const, channelCode: null },
      { kind: 'freight' as const, channelCode: 'LOCAL' },
    ],
  }
  const words = missingPriceColumns.find(({ key }) => key === 'missing')?.value
  expect(words?.(row, 'en_US')).toEqual(['Storage rent', 'Logistics freight LOCAL'])
  expect(words?.(row, 'zh_CN')).toEqual(['仓租', '物流运费 LOCAL'])
})
