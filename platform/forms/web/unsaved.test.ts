import { expect, test } from 'vitest'
import { Unsaved } from './unsaved.ts'

test('a tab stays marked until its last form is clean', () => {
  const unsaved = new Unsaved()
  unsaved.mark('/a', 'name')
  unsaved.mark('/a', 'address')
  unsaved.unmark('/a', 'name')
  expect(unsaved.tabs()).toEqual(['/a'])
  unsaved.unmark('/a', 'address')
  expect(unsaved.tabs()).toEqual([])
})

test('closing a tab removes its marks', () => {
  const unsaved = new Unsaved()
  unsaved.mark('/a', 'name')
  unsaved.mark('/b', 'name')
  unsaved.forget('/a')
  expect(unsaved.tabs()).toEqual(['/b'])
})

test('closing a tab with consent discards the input of all its forms, and of no other tab', () => {
  const unsaved = new Unsaved()
  const discarded: string[] = []
  unsaved.mark('/a', 'name', () => discarded.push('name'))
  unsaved.mark('/a', 'address', () => {
    discarded.push('address')
    unsaved.unmark('/a', 'address')
  })
  unsaved.mark('/a', 'without a draft')
  unsaved.mark('/b', 'name', () => discarded.push('other tab'))
  unsaved.discard('/a')
  expect(discarded).toEqual(['name', 'address'])
  expect(unsaved.tabs()).toEqual(['/b'])
})

test('a tab that is closed to make room keeps the input of its forms', () => {
  const unsaved = new Unsaved()
  const discarded: string[] = []
  unsaved.mark('/a', 'name', () => discarded.push('name'))
  unsaved.forget('/a')
  unsaved.discard('/a')
  expect(discarded).toEqual([])
})

test('listeners are called on every change, and the list stays identical in between', () => {
  const unsaved = new Unsaved()
  let heard = 0
  const stop = unsaved.listen(() => {
    heard += 1
  })
  unsaved.mark('/a', 'name')
  expect(unsaved.tabs()).toBe(unsaved.tabs())
  unsaved.unmark('/a', 'other')
  stop()
  unsaved.forget('/a')
  expect(heard).toBe(1)
})
