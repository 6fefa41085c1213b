import { expect, test } from 'vitest'
import { z } from 'zod'
import { listQuery } from '../../calls/call.ts'
import { activeFilters, readFilters, withoutFilters, writeFilters } from './filters-codec.ts'

const orders = listQuery(['code', 'createdAt'], ['createdAt', 'desc'], {
  search: z.string().trim().max(20).optional(),
  status: z.enum(['open', 'shipped']).optional(),
  channels: z.array(z.string()).optional(),
})

const plain = { page: 1, size: 20, sort: 'createdAt', order: 'desc' }

test.each([
  ['', plain],
  ['?search=A1&page=3', { ...plain, search: 'A1', page: 3 }],
  ['?status=nonsense&search=A1', { ...plain, search: 'A1' }],
  ['?page=abc&size=50', { ...plain, size: 50 }],
  ['?page=-1', plain],
  ['?page=600&size=200', { ...plain, size: 200 }],
  ['?open=7&unknown=1', plain],
  ['?channels=ups&channels=dhl', { ...plain, channels: ['ups', 'dhl'] }],
  ['?channels=ups', { ...plain, channels: ['ups'] }],
  ['?sort=code&order=desc', { ...plain, sort: 'code', order: 'desc' }],
  ['?search=', plain],
])('%s is read as a list that can be shown', (search, expected) => {
  expect(readFilters(orders, search)).toEqual(expected)
})

test.each([
  ['a filter starts the list again', '?page=4', { search: 'A1' }, '?search=A1'],
  ['turning the page keeps the filters', '?search=A1', { page: 2 }, '?search=A1&page=2'],
  ['the first page needs no word', '?page=4', { page: 1 }, ''],
  ['an emptied filter disappears', '?search=A1&status=open', { search: '' }, '?status=open'],
  ['what belongs to others stays', '?open=7', { status: 'open' }, '?open=7&status=open'],
  ['several values are several words', '', { channels: ['ups', 'dhl'] }, '?channels=ups&channels=dhl'],
  ['another page size starts again', '?page=4', { size: 50 }, '?size=50'],
])('%s', (_, search, change, expected) => {
  expect(writeFilters(orders, search, change)).toBe(expected)
})

test('clearing the filters keeps order and page size', () => {
  expect(withoutFilters(orders, '?search=A1&status=open&sort=code&size=50&page=3')).toBe('?size=50&sort=code')
})

test('only what narrows the list counts as a filter', () => {
  expect(activeFilters(orders, readFilters(orders, '?search=A1&sort=code&page=2'))).toEqual(['search'])
})
