import { expect, test } from 'vitest'
import { maskOf, redacted, redactedHeaders } from './redact.ts'

const secret = 'EZTK-"very secret"/1'
const none = maskOf({})

test('stored data contains no secret: neither plain, nor escaped, nor in a URL', () => {
  const body = JSON.stringify({ note: `my key is ${secret}`, nested: [{ x: secret }] })
  for (const text of [body, `?key=${encodeURIComponent(secret)}`, secret, `<x>${secret}</x>`]) {
    const kept = redacted(text, maskOf({ accessToken: secret }))
    expect(kept).toContain('•••')
    expect(kept).not.toContain('very secret')
    expect(kept).not.toContain('very%20secret')
  }
})

test('a field with a secret’s name is hidden even if its value is unknown to us', () => {
  const kept = redacted(
    JSON.stringify({ password: 'x1', access_token: 'x2', apiKey: 'x3', phone: 'x4' }),
    none,
  )
  for (const value of ['x1', 'x2', 'x3', 'x4']) expect(kept).not.toContain(value)
  expect(
    redactedHeaders({ Authorization: 'Basic eA==', 'X-Api-Key': 'k', accept: 'application/json' }, none),
  ).toBe('Authorization: •••\nX-Api-Key: •••\naccept: application/json')
})

test('address, number and the carrier’s message stay readable', () => {
  const kept = redacted(
    JSON.stringify({ street1: '417 Montgomery St', error: 'no such house' }),
    maskOf({ accessToken: secret }),
  )
  expect(kept).toContain('417 Montgomery St')
  expect(kept).toContain('no such house')
})

test('a label image is truncated, and so is a long response', () => {
  expect(redacted(JSON.stringify({ label: 'A'.repeat(9000) }), none)).toMatch(/"label": "A{40}… \(9000\)"/)
  expect(redacted('x'.repeat(9000), none).length).toBeLessThan(4100)
})

test('an empty secret hides nothing', () => {
  expect(redacted('{"a": "b"}', maskOf({ accessToken: '' }))).toContain('"b"')
})

const token = 'tok_9f8e7d6c5b4a39281706f5e4d3c2b1a0xyzXYZ77'

test.each([
  ['behind the cut of a long word', JSON.stringify({ note: `${'n'.repeat(10)}${token}${'n'.repeat(300)}` })],
  ['across the cut of a long word', JSON.stringify({ note: `${'n'.repeat(20)}${token}${'n'.repeat(300)}` })],
  ['across the cut of a long answer', `${'x'.repeat(3980)}${token}${'x'.repeat(300)}`],
  ['in base64', Buffer.from(token).toString('base64')],
  ['without its end', `the token ${token.slice(0, 20)} is not known`],
  ['without its beginning', `…${token.slice(-12)}`],
])('no part of a token is shown: %s', (_, text) => {
  const kept = redacted(text, maskOf({ accessToken: token }))
  expect(kept).toContain('•••')
  const parts = [token, Buffer.from(token).toString('base64')].flatMap((form) =>
    Array.from({ length: form.length - 7 }, (_, at) => form.slice(at, at + 8)),
  )
  expect(parts.filter((part) => kept.includes(part))).toEqual([])
})

test('a numeric password is hidden as a number too, and the Latin part of a Chinese name as well', () => {
  const mask = maskOf({ user: '仓库depot77', password: '0012345678' })
  const basic = Buffer.from('仓库depot77:0012345678').toString('base64')
  const kept = redacted(
    JSON.stringify({ a: 12345678, b: '  depot77', c: '0012345678', d: `Basic ${basic}` }),
    mask,
  )
  expect(kept).toBe('{\n  "a": •••,\n  "b": "  •••",\n  "c": "•••",\n  "d": "Basic •••"\n}')
})

test('a NUL or lone surrogate is not stored', () => {
  expect(redacted(JSON.stringify({ a: 'x\0y\ud800' }), none)).toBe('{\n  "a": "xy\ufffd"\n}')
  expect(redacted('x\0y\ud800', none)).toBe('xy\ufffd')
})
