import { expect, test } from 'vitest'
import { profileOf, profileProblems } from './profile-form.ts'
import { staffText } from './text.ts'

const form = (over: object = {}) => ({ userName: '李雷', phone: '', email: '', ...over })

test.each([
  ['a name alone is enough', {}, {}],
  ['a name is needed', { userName: '  ' }, { userName: staffText.nameNeeded }],
  ['a telephone number has digits', { phone: 'call me' }, { phone: staffText.phoneForm }],
  ['an e-mail address has an @', { email: 'li.lei' }, { email: staffText.emailForm }],
  [
    'every wrong field is named at once',
    { userName: '', phone: 'x' },
    { userName: staffText.nameNeeded, phone: staffText.phoneForm },
  ],
])('%s', (_, over, expected) => {
  expect(profileProblems(form(over))).toEqual(expected)
})

test('what was not typed is not known', () => {
  expect(profileOf(form({ phone: ' ' }), 3)).toEqual({
    userName: '李雷',
    phone: null,
    email: null,
    rowVersion: 3,
  })
})
