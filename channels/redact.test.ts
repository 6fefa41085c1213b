import { expect, test } from 'vitest'
import { redacted, redactedHeaders } from './redact.ts'

const secret = 'EZTK-"very secret"/1'

test('a secret stands nowhere in what is kept: neither plain, nor escaped, nor in an address', () => {
  const body = JSON.stringify({ note: `my key is ${secret}`, nested: [{ x: secret }] })
  for (const text of [body, `?key=${encodeURIComponent(secret)}`, secret, `<x>${secret}</x>`]) {
    const kept = redacted(text, [secret])
    expect(kept).toContain('•••')
    expect(kept).not.toContain('very secret')
    expect(kept).not.toContain('very%20secret')
  }
})

test('what is a secret by its name is hidden even if nobody told us', () => {
  const kept = redacted(JSON.stringify({ password: 'x1', access_token: 'x2', apiKey: 'x3', phone: 'x4' }), [])
  for (const value of ['x1', 'x2', 'x3', 'x4']) expect(kept).not.toContain(value)
  expect(
    redactedHeaders({ Authorization: 'Basic eA==', 'X-Api-Key': 'k', accept: 'application/json' }, []),
  ).toBe('Authorization: •••\nX-Api-Key: •••\naccept: application/json')
})

test('address, number and the carrier’s words stay readable', () => {
  const kept = redacted(JSON.stringify({ street1: '417 Montgomery St', error: 'no such house' }), [secret])
  expect(kept).toContain('417 Montgomery St')
  expect(kept).toContain('no such house')
})

test('the picture of a label is cut short, and so is a long answer', () => {
  expect(redacted(JSON.stringify({ label: 'A'.repeat(9000) }), [])).toMatch(/"label": "A{40}… \(9000\)"/)
  expect(redacted('x'.repeat(9000), []).length).toBeLessThan(4100)
})

test('an empty secret hides nothing', () => {
  expect(redacted('{"a": "b"}', [''])).toContain('"b"')
})
