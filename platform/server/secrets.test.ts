import { expect, test } from 'vitest'
import { Refusal } from '../calls/refusal.ts'
import { fingerprintOf, noSecrets, secretsWith } from './secrets.ts'

const secrets = secretsWith('a key of more than thirty-two characters')
const refusal = (work: () => unknown): Refusal => {
  try {
    work()
  } catch (fault) {
    if (fault instanceof Refusal) return fault
  }
  throw new Error('nothing was refused')
}

test('a sealed text opens again, and looks different each time', () => {
  const [item, two] = [secrets.seal('密钥 key', 'account 1'), secrets.seal('密钥 key', 'account 1')]
  expect(secrets.open(item, 'account 1')).toBe('密钥 key')
  expect(secrets.open(two, 'account 1')).toBe('密钥 key')
  expect(item.equals(two)).toBe(false)
  expect(item.includes(Buffer.from('密钥'))).toBe(false)
})

test.each([
  ['for another account', () => secrets.open(secrets.seal('x', 'account 1'), 'account 2')],
  [
    'with another key',
    () => secretsWith('another key of more than 32 characters!').open(secrets.seal('x', 'a'), 'a'),
  ],
  ['without a key', () => noSecrets.open(secrets.seal('x', 'a'), 'a')],
  ['when nothing is there to seal with', () => noSecrets.seal('x', 'a')],
  ['with a byte changed', () => secrets.open(turned(secrets.seal('x', 'a'), -1), 'a')],
  ['with its mark changed', () => secrets.open(turned(secrets.seal('x', 'a'), 25), 'a')],
  ['cut short', () => secrets.open(secrets.seal('x', 'a').subarray(0, 20), 'a')],
  ['from nothing', () => secrets.open(Buffer.alloc(0), 'a')],
])('it does not open %s, and the message is the product’s own', (_, work) => {
  const { text, detail } = refusal(work)
  expect(text).toEqual({ zh_CN: '获取加密信息失败', en_US: 'Failed to retrieve encryption info' })
  expect(detail.kind).toBe('encryption')
})

test('a fingerprint distinguishes keys', () => {
  expect(fingerprintOf('a')).toMatch(/^[0-9a-f]{16}$/)
  expect(fingerprintOf('a')).not.toBe(fingerprintOf('b'))
})

function turned(bytes: Buffer, at: number): Buffer {
  const copy = Buffer.from(bytes)
  const place = at < 0 ? copy.length + at : at
  copy[place] = (copy[place] ?? 0) ^ 1
  return copy
}
