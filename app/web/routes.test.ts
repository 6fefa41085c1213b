import { isValidElement } from 'react'
import { expect, test } from 'vitest'
import { places } from '../menu.ts'
import { routes, tabTitle } from './routes.tsx'

test('every menu entry has a page, and every other URL shows that there is none', () => {
  expect(routes.map((route) => route.path)).toEqual([...places.map((place) => place.path), '*'])
  const empty = routes
    .slice(0, -1)
    .filter(({ element }) => !isValidElement<{ children?: unknown }>(element) || !element.props.children)
  expect(empty.map((route) => route.path)).toEqual([])
})

test('a tab has the title of its menu entry', () => {
  expect(tabTitle('/query/stock')?.en_US).toBe('Stock query')
  expect(tabTitle('/order/list/print_label')?.en_US).toBe('Print labels')
  expect(tabTitle('/nowhere')).toBeUndefined()
})
