import { describe, expect, test } from 'vitest'
import { labelFileText } from './label-file-text.ts'
import { orderOfNumber, readLabelName, repeatedLabels } from './label-files.ts'

describe('the name of a label file', () => {
  test.each([
    ['WEB-7_1Z00000007.pdf', 'WEB-7', '1Z00000007'],
    ['OB2611180001_1Z00000007.PNG', 'OB2611180001', '1Z00000007'],
    ['A_1Z_2.jpeg', 'A', '1Z_2'],
    ['ＷＥＢ-7_1Z7.gif', 'WEB-7', '1Z7'],
    ['A_9400 1000 0000.pdf', 'A', '9400 1000 0000'],
    ['A_copy.pdf', 'A', 'copy'],
  ])('%s names order %s and tracking number %s', (name, number, trackingNo) => {
    expect(readLabelName(name)).toEqual({ number, trackingNo })
  })

  test.each([
    ['plain.pdf', labelFileText.labelFileName],
    ['_1Z7.pdf', labelFileText.labelFileName],
    ['A_.pdf', labelFileText.labelFileName],
    ['A_1Z7', labelFileText.labelFileName],
    ['面单_1Z7.pdf', labelFileText.labelFileName],
    ['A B_1Z7.pdf', labelFileText.labelFileName],
    ['A_1Z7 (1).pdf', labelFileText.labelFileCopy],
    ['A_1Z7(12).pdf', labelFileText.labelFileCopy],
    ['A_1Z7（1）.pdf', labelFileText.labelFileCopy],
    ['A_1Z7 - Copy.pdf', labelFileText.labelFileCopy],
    ['A_1Z7 - Copy (2).pdf', labelFileText.labelFileCopy],
    ['A_1Z7 - 副本.pdf', labelFileText.labelFileCopy],
    ['A_1Z7 copy 2.pdf', labelFileText.labelFileCopy],
    ['A_1Z7.xlsx', { en_US: 'Only .pdf .png .jpg .jpeg .gif files are supported' }],
  ])('%s is refused with the reason', (name, text) => {
    expect(readLabelName(name)).toMatchObject({ reason: text })
  })
})

test('of the same label twice the first counts, and two different ones for an order both stay out', () => {
  const file = (orderId: number, trackingNo: string) => ({ orderId, number: `N${orderId}`, trackingNo })
  const repeated = repeatedLabels([
    file(1, 'A1'),
    undefined,
    file(2, 'B1'),
    file(1, ' a1'),
    file(3, 'C1'),
    file(2, 'B2'),
    file(2, 'B1'),
  ])
  expect([...repeated].map(([place, text]) => [place, text.en_US]).sort()).toEqual([
    [2, 'This ZIP has different labels for N2. Keep the right one.'],
    [3, 'The label of N1 is already in this ZIP'],
    [5, 'This ZIP has different labels for N2. Keep the right one.'],
    [6, 'This ZIP has different labels for N2. Keep the right one.'],
  ])
})

test('a number finds its one order', () => {
  const orders = new Map([
    ['web-7', [{ id: 7 }]],
    ['web-8', [{ id: 8 }, { id: 9 }]],
  ])
  expect(orderOfNumber('WEB-7', orders)).toEqual({ orderId: 7 })
  expect(orderOfNumber('web-8', orders)).toMatchObject({
    reason: { en_US: 'Several orders have the number web-8. Name the file by order number.' },
  })
  expect(orderOfNumber('constructor', orders)).toMatchObject({
    reason: { en_US: 'No order has the number constructor' },
  })
})
