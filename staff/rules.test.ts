import { expect, test } from 'vitest'
import { email as customerEmail } from '../platform/calls/rules.ts'
import { email, roleName, userName } from './rules.ts'

test.each([
  ['an override of the direction', 'admin\u202e'],
  ['an isolate', '\u2066admin'],
  ['a right-to-left mark', 'ad\u200fmin'],
  ['a space of no width', 'ad\u200bmin'],
  ['a joiner', 'ad\u200dmin'],
  ['a word joiner', 'ad\u2060min'],
  ['a soft hyphen', 'ad\u00admin'],
  ['a mark of byte order', 'ad\ufeffmin'],
  ['a tag', 'admin\u{e0061}'],
])('a name containing %s is refused', (_, typed) => {
  expect(userName.safeParse(typed).success).toBe(false)
  expect(roleName.safeParse(typed).success).toBe(false)
})

test.each(['https://evil.example', 'See www.evil.example', 'evil.example/login now'])(
  'a name containing the web address %s is refused',
  (typed) => {
    expect(userName.safeParse(typed).success).toBe(false)
  },
)

test.each(['王小明', 'Dr. J. R. Smith', 'ann.lee', "Zoë O'Neill-Ødegård", 'دانا', 'ديفيد', '夜班 2'])(
  '%s is a valid name',
  (typed) => {
    expect(userName.safeParse(typed).success).toBe(true)
    expect(roleName.safeParse(typed).success).toBe(true)
  },
)

test.each([
  ['a@b.co', true],
  ['first.last+tag@depot-7.example.com', true],
  ["o'neill@example.com", true],
  ['仓库@例子.公司', true],
  ['', true],
  ['x<y@z.co>', false],
  ['<y@z.co>', false],
  ['a,b@c.co', false],
  ['a@b.co,c@d.co', false],
  ['a;b@c.co', false],
  ['a(b)@c.co', false],
  ['a:b@c.co', false],
  ['a@b..co', false],
  ['a@b', false],
  ['a@.co', false],
  ['a b@c.co', false],
])('%s is an email address: %s', (typed, isOne) => {
  expect(email.safeParse(typed).success).toBe(isOne)
  expect(customerEmail.safeParse(typed).success).toBe(isOne)
})
