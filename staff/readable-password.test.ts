import { expect, test } from 'vitest'
import { readablePassword } from './readable-password.ts'
import { password } from './rules.ts'

const random = (bytes: Uint8Array<ArrayBuffer>) => crypto.getRandomValues(bytes)

test('a first password has ten plain characters, letters and digits, and is always different', () => {
  const made = Array.from({ length: 500 }, () => readablePassword(random))
  for (const item of made) {
    expect(item).toMatch(/^[a-km-np-z2-9]{10}$/)
    expect(password.safeParse(item).success).toBe(true)
  }
  expect(new Set(made).size).toBe(500)
})

test('a random result of letters only is drawn again', () => {
  const rolls = [
    new Uint8Array(10),
    new Uint8Array(10).fill(31),
    Uint8Array.from([0, 31, 1, 2, 3, 4, 5, 6, 7, 8]),
  ]
  expect(readablePassword(() => rolls.shift() ?? new Uint8Array(10))).toBe('a9bcdefghi')
  expect(rolls).toEqual([])
})
