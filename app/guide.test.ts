import { expect, test } from 'vitest'
import { guideSections, sectionFor } from './guide.ts'
import { places } from './menu.ts'

test('every screen of the menu has a chapter', () => {
  expect(places.map((place) => place.path).filter((path) => !sectionFor(path))).toEqual([])
})

test('no chapter is about a screen that does not exist', () => {
  const known = ['/login', '/register', '/forgot', '/welcome', ...places.map((place) => place.path)]
  const spoken = guideSections.flatMap((section) => section.paths ?? [])
  expect(spoken.filter((path) => !known.includes(path))).toEqual([])
})

test('a screen is explained in one place', () => {
  const spoken = guideSections.flatMap((section) => section.paths ?? [])
  expect(new Set(spoken).size).toBe(spoken.length)
})

test('every chapter has a unique anchor', () => {
  const ids = guideSections.map((section) => section.id)
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids.filter((id) => !/^[a-z-]+$/.test(id))).toEqual([])
})
