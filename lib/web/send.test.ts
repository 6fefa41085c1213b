import { expect, test } from 'vitest'
import { newId } from './send.ts'

test('an id is a UUID of version 7 that says when it was made, and no two are the same', () => {
  const at = Date.UTC(2026, 2, 8, 9, 30)
  const made = Array.from({ length: 1000 }, () => newId(at))
  for (const id of made)
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(new Set(made).size).toBe(1000)
  expect(Number.parseInt(made[0]?.replaceAll('-', '').slice(0, 12) ?? '', 16)).toBe(at)
  expect(newId(at + 1) > newId(at)).toBe(true)
})
