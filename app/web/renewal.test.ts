import { expect, test } from 'vitest'
import { shellText } from '../text.ts'
import { hasContacts, showsBanner, showsDialog, wordsFor } from './renewal.ts'

const today = '2026-11-15'
const usage = (expireDays: number | null, over: object = {}) => ({
  showRenewalWarning: true,
  isExpired: false,
  expireDays,
  ...over,
})

test.each([
  ['nothing is said without a warning', usage(2, { showRenewalWarning: false }), undefined, false, false],
  ['two weeks before, a banner is enough', usage(15), undefined, true, false],
  ['four days before, still', usage(4), undefined, true, false],
  ['three days before, a dialog comes too', usage(3), undefined, true, true],
  ['on the last day too', usage(0), undefined, true, true],
  ['what was seen today stays away', usage(3), today, false, false],
  ['what was seen yesterday comes back', usage(3), '2026-11-14', true, true],
  [
    'after the end both are shown',
    usage(null, { isExpired: true, showRenewalWarning: false }),
    undefined,
    true,
    true,
  ],
])('%s', (_, facts, seen, banner, dialog) => {
  expect(showsBanner(facts, today, seen)).toBe(banner)
  expect(showsDialog(facts, today, seen)).toBe(dialog)
})

test.each([
  [usage(9), shellText.daysLeft],
  [usage(0), shellText.lastDay],
  [usage(-1, { isExpired: true }), shellText.usageOver],
])('%j is described in words', (facts, words) => {
  expect(wordsFor(facts)).toBe(words)
})

test.each([
  ['no contact', {}, false],
  ['empty contact details', { phone: '', email: '', chat: '' }, false],
  ['a phone', { phone: '400-800-1234' }, true],
  ['an address', { email: 'service@example.com' }, true],
  ['a chat', { chat: 'https://chat.example.com' }, true],
])('with %s to contact, contact is offered: %j', (_, given, isOffered) => {
  expect(hasContacts({ phone: null, email: null, chat: null, ...given })).toBe(isOffered)
})
