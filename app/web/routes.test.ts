import { isValidElement } from 'react'
import { expect, test } from 'vitest'
import { places } from '../menu.ts'
import { routes, tabTitle } from './routes.tsx'

test('every place of the menu has a page, and every other address says that there is none', () => {
  expect(routes.map((route) => route.path)).toEqual([...places.map((place) => place.path), '*'])
  const empty = routes
    .slice(0, -1)
    .filter(({ element }) => !isValidElement<{ children?: unknown }>(element) || !element.props.children)
  expect(empty.map((route) => route.path)).toEqual([])
})

test('a tab is called like its line in the menu', () => {
  expect(tabTitle('/query/stock')?.en_US).toBe('Stock query')
  expect(tabTitle('/order/list/print_label')?.en_US).toBe('Print labels')
  expect(tabTitle('/nowhere')).toBeUndefined()
})
