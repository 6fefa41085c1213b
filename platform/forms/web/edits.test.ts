import { expect, test } from 'vitest'
import { atVersion, draftOf, edited, editsIn, noEdits, versionIn, versionOf } from './edits.ts'

type Typed = { name: string; phone: string }

test('a form without edits follows its record, so that it saves what is on the screen', () => {
  expect(versionOf(noEdits<Typed>(), 7)).toBe(7)
})

test('the first edit fixes the version: a record that changes later is not overwritten', () => {
  const first = edited(noEdits<Typed>(), { name: 'A' }, 3)
  const second = edited(first, { phone: '1' }, 4)
  expect(second.values).toEqual({ name: 'A', phone: '1' })
  expect(versionOf(second, 5)).toBe(3)
})

test('a restored draft keeps the version it was begun with, and no secrets', () => {
  const kept = draftOf(edited(noEdits<Typed>(), { name: 'A', phone: 'secret' }, 3), ['phone'])
  expect(editsIn<Typed>(kept, 9)).toEqual({ values: { name: 'A' }, rowVersion: 3 })
})

test('a choice that was cleared is still cleared in a restored draft', () => {
  const cleared: Partial<{ name: string; carrier: string | undefined }> = { name: 'A', carrier: undefined }
  const restored = editsIn<typeof cleared>(draftOf(edited(noEdits(), cleared, 3), []), 9)
  expect(restored).toStrictEqual({ values: cleared, rowVersion: 3 })

  const only = editsIn<typeof cleared>(draftOf(edited(noEdits(), { carrier: undefined }, 3), []), 9)
  expect(only).toStrictEqual({ values: { carrier: undefined }, rowVersion: 3 })
})

test('a draft of an older release has no version and gets that of the record', () => {
  expect(editsIn<Typed>('{"name":"A"}', 9)).toEqual({ values: { name: 'A' }, rowVersion: 9 })
})

test('nothing, or a draft that cannot be read, is no edit', () => {
  for (const text of [undefined, '{', '[]', 'null', '3']) {
    expect(editsIn<Typed>(text, 9)).toEqual(noEdits<Typed>())
  }
  expect(draftOf(edited(noEdits<Typed>(), { phone: 'secret' }, 3), ['phone'])).toBeUndefined()
})

test('a command is sent with the version of its form, and one without a version as it is', () => {
  expect(atVersion({ id: 1, rowVersion: 5 }, 3)).toEqual({ id: 1, rowVersion: 3 })
  expect(atVersion({ id: 1 }, undefined)).toEqual({ id: 1 })
  expect(versionIn({ id: 1, rowVersion: 5 })).toBe(5)
  expect(versionIn({ id: 1 })).toBeUndefined()
})
