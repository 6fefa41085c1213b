import { expect, test } from 'vitest'
import { newToken } from './sessions.ts'

const tokens = Array.from({ length: 10_000 }, newToken)

test('ten thousand tokens are 32 bytes each and all different', () => {
  for (const token of tokens) {
    expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/)
  }
  expect(new Set(tokens).size).toBe(tokens.length)
  expect(new Set(tokens.map((token) => token.slice(0, 16))).size).toBe(tokens.length)
})

/**
 * The chi-squared statistic of the bytes; with 255 degrees of freedom a uniform source exceeds 400 once in a
 * hundred million.
 */
function unevenness(bytes: Iterable<number>): number {
  const counts = new Array<number>(256).fill(0)
  let total = 0
  for (const byte of bytes) {
    counts[byte] = (counts[byte] ?? 0) + 1
    total++
  }
  const even = total / 256
  return counts.reduce((sum, count) => sum + (count - even) ** 2 / even, 0)
}

test('their bytes are uniform, overall and at every position', () => {
  const bytes = tokens.map((token) => Buffer.from(token, 'base64url'))
  expect(unevenness(Buffer.concat(bytes))).toBeLessThan(400)
  for (let place = 0; place < 32; place++) {
    expect(unevenness(bytes.map((token) => token[place] ?? 0))).toBeLessThan(400)
  }
})

test('the statistic detects a biased source', () => {
  expect(unevenness(Array.from({ length: 320_000 }, (_, i) => (i % 50 === 0 ? 7 : i % 256)))).toBeGreaterThan(
    400,
  )
})
