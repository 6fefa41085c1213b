import { expect, test } from 'vitest'
import { missingOfSender, warehouseSends } from './rules.ts'

const sender = {
  ...warehouseSends,
  senderName: 'Toy',
  senderCountry: 'US',
  senderCity: 'Reno',
  senderAddress: '5 V',
}

test('a sender is whole or not there', () => {
  expect(missingOfSender(warehouseSends)).toBeUndefined()
  expect(missingOfSender(sender)).toBeUndefined()
  expect(missingOfSender({ ...warehouseSends, senderPhone: '555' })).toBe('senderName')
  for (const name of ['senderName', 'senderCountry', 'senderCity', 'senderAddress'] as const)
    expect(missingOfSender({ ...sender, [name]: '' })).toBe(name)
})
