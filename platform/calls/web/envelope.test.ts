import { expect, test } from 'vitest'
import { type Failure, noAnswer, readAnswer } from './envelope.ts'

const query = { kind: 'query' } as const
const act = { kind: 'command', action: 'act' } as const
const refusal = (over: object) => ({ code: 5000, message: '', success: false, data: null, ...over })

function failed(call: Parameters<typeof readAnswer>[0], status: number, body: unknown): Failure {
  const reading = readAnswer(call, status, body, 'en_US')
  if ('data' in reading) throw new Error('expected a failure')
  return reading.failure
}

test('the value is what the envelope holds', () => {
  expect(readAnswer(query, 200, { code: 0, message: '', success: true, data: [1] }, 'en_US')).toEqual({
    data: [1],
  })
})

test.each([
  ['a refusal has its own words', query, 200, refusal({ message: 'No stock' }), 'No stock'],
  [
    'an envelope under another status keeps its words',
    query,
    413,
    refusal({ message: 'Too large' }),
    'Too large',
  ],
  ['another status without an envelope', query, 502, '<html>', 'Network exception'],
  ['a reading that fails without words', query, 200, refusal({}), 'Server error'],
  ['a command that fails without words', act, 200, refusal({}), 'Server error'],
  ['an unreadable command', act, 502, '<html>', 'Network exception'],
  [
    'an addition that met a fault of the server',
    { ...act, action: 'add' },
    500,
    refusal({ message: 'Something broke', data: { kind: 'fault' } }),
    'Something broke',
  ],
  ['a body that is no envelope', act, 200, 'hello', 'Server error'],
  ['a missing token', query, 401, undefined, 'Not logged in'],
  ['a lost session without words', query, 200, refusal({ code: 2 }), 'Not logged in'],
  [
    'a lost session with words',
    query,
    200,
    refusal({ code: 2, message: 'Logged out elsewhere' }),
    'Logged out elsewhere',
  ],
] as const)('%s', (_, call, status, body, message) => {
  expect(failed(call, status, body).message).toBe(message)
})

test.each([
  [{ ...act, action: 'add' }, 'Add failed', '新增失败'],
  [{ ...act, action: 'delete' }, 'Delete failed', '删除失败'],
  [{ ...act, action: 'bill' }, 'Billing failed', '计费失败'],
  [act, 'Action failed', '操作失败'],
  [query, 'Action failed', '操作失败'],
  [
    { ...act, failed: { zh_CN: '注册失败', en_US: 'Registration failed' } },
    'Registration failed',
    '注册失败',
  ],
] as const)('the title of a failed %j says what failed: %s', (call, english, chinese) => {
  expect(failed(call, 200, refusal({ message: 'No stock' }))).toMatchObject({
    title: english,
    message: 'No stock',
  })
  expect(failed(call, 200, refusal({})).title).toBe(english)
  expect(noAnswer(call, 'zh_CN')).toMatchObject({ title: chinese, message: '网络错误' })
})

test.each([
  [401, undefined, true],
  [200, refusal({ code: 2 }), true],
  [200, refusal({}), false],
  [403, refusal({}), false],
])('status %i with %j: logged out is %s', (status, body, expected) => {
  expect(failed(query, status, body).isSignedOut).toBe(expected)
})

test.each([
  ['/query/cost', 5001, '/query/cost'],
  ['https://pay.example/bill', 5001, 'https://pay.example/bill'],
  ['javascript:alert(1)', 5001, undefined],
  ['//evil.example', 5001, undefined],
  ['/query/cost', 5000, undefined],
])('a link to %s under code %i leads to %s', (url, code, expected) => {
  expect(failed(act, 200, refusal({ code, data: { kind: 'x', url } })).url).toBe(expected)
  expect(failed(act, 200, refusal({ code, data: url })).url).toBe(expected)
})

test('field errors come with the refusal', () => {
  const fields = [{ path: 'phone', rule: 'custom', message: 'wrong' }]
  expect(failed(act, 200, refusal({ data: { kind: 'invalid', fields } }))).toMatchObject({
    kind: 'invalid',
    fields: [{ path: 'phone', rule: 'custom', message: { zh_CN: 'wrong', en_US: 'wrong' } }],
  })
})

test('the outcome of a command without a response is unknown', () => {
  expect(noAnswer(act, 'zh_CN')).toMatchObject({ message: '网络错误', isUnsure: true })
  expect(failed(act, 502, undefined).isUnsure).toBe(true)
  expect(failed(act, 503, refusal({})).isUnsure).toBe(true)
  expect(failed(act, 409, refusal({})).isUnsure).toBe(true)
  expect(failed(act, 200, refusal({})).isUnsure).toBe(false)
})
