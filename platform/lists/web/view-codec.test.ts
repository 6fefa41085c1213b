import { expect, test } from 'vitest'
import { addressOf, outOfView, viewAt, viewIn } from './view-codec.ts'

test.each([
  ['the page and the open row', '?search=a&page=3&open=17', '?search=a'],
  ['the view it was made from', '?saved=Mine&by=4&search=a', '?search=a'],
  ['nothing at all', '?page=2', ''],
])('a view leaves out %s', (_, search, kept) => {
  expect(viewIn(search)).toBe(kept)
})

test('a view stores filters, order, page size and which of several lists it is', () => {
  expect(viewIn('?view=accounts&sort=sku&order=desc&size=50&codes=B&codes=A')).toBe(
    '?codes=B&codes=A&order=desc&size=50&sort=sku&view=accounts',
  )
})

const mine = { name: 'Open & late', search: '?isEnabled=1&search=a' }
const theirs = { name: 'Open & late', search: '?search=b', by: 4 }
const views = [mine, theirs]

test('the URL of a view leads back to it, even among views of the same name', () => {
  for (const view of views) expect(viewAt(addressOf(view), views)).toEqual({ view, isEdited: false })
})

test('changing a filter keeps the view, which then counts as edited', () => {
  expect(viewAt(`${addressOf(mine)}&zoneId=3`, views)).toEqual({ view: mine, isEdited: true })
  expect(viewAt(`${addressOf(mine)}&page=2&open=9`, views)).toEqual({ view: mine, isEdited: false })
})

test('the same filters in another order are the same view', () => {
  expect(viewAt('?search=a&isEnabled=1', views)).toEqual({ view: mine, isEdited: false })
})

test('a URL that matches no view has no active view', () => {
  expect(viewAt('?search=c', views)).toBeUndefined()
  expect(viewAt('?saved=Gone&search=c', views)).toBeUndefined()
  expect(viewAt('?saved=Open+%26+late&by=5', views)).toBeUndefined()
})

test('clearing the filters leaves the view', () => {
  expect(outOfView('?saved=Mine&by=4&view=accounts')).toBe('?view=accounts')
  expect(outOfView('?saved=Mine')).toBe('')
})
