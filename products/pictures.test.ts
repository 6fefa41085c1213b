import { expect, test } from 'vitest'
import { matchPictures } from './pictures.ts'

const products = [
  { id: 1, customerCode: 'ACME', sku: 'SKU-1' },
  { id: 2, customerCode: 'ACME', sku: 'Twin' },
  { id: 3, customerCode: 'OTHER', sku: 'TWIN' },
]
const named = (...names: string[]) => names.map((name) => ({ name }))

test('pictures are assigned to their SKU in the order of their numbers', () => {
  const { matched, unmatched } = matchPictures(named('sku-1_2.png', 'SKU-1.jpg', 'SKU-1_10.gif'), products)
  expect(matched.map(({ picture, product }) => [product.id, picture.name])).toEqual([
    [1, 'SKU-1.jpg'],
    [1, 'sku-1_2.png'],
    [1, 'SKU-1_10.gif'],
  ])
  expect(unmatched).toEqual([])
})

test('pictures of no SKU, or of more than one, are reported; the customer’s code decides', () => {
  const { matched, unmatched } = matchPictures(
    named('twin.jpg', 'other.twin_3.jpg', 'SKU-2.jpg', 'SKU-1_x.jpg', '.jpg'),
    products,
  )
  expect(matched.map(({ picture, product }) => [product.id, picture.name])).toEqual([[3, 'other.twin_3.jpg']])
  expect(unmatched.map(({ picture, why }) => [picture.name, why])).toEqual([
    ['twin.jpg', 'several'],
    ['SKU-2.jpg', 'nobody'],
    ['SKU-1_x.jpg', 'nobody'],
    ['.jpg', 'nobody'],
  ])
})
