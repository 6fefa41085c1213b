import { expect, test } from 'vitest'
import { fill, labelled, languageOf, listed, say } from './text.ts'

const left = { zh_CN: '还剩 {days} 天，共 {total} 天', en_US: '{days} of {total} days left' } as const

test('plural forms follow their number', () => {
  const input = {
    zh_CN: '停用 {count} 个账号？',
    en_US: 'Disable {count} {count|account|accounts}?',
  } as const
  expect(say(input, 'en_US', { count: 1 })).toBe('Disable 1 account?')
  expect(say(input, 'en_US', { count: 2 })).toBe('Disable 2 accounts?')
  expect(say(input, 'zh_CN', { count: 1 })).toBe('停用 1 个账号？')
})

test('a text is translated with its placeholders filled', () => {
  expect(say(left, 'zh_CN', { days: 3, total: 10 })).toBe('还剩 3 天，共 10 天')
  expect(say(left, 'en_US', { days: 3, total: 10 })).toBe('3 of 10 days left')
})

test('a value is inserted verbatim: placeholders or patterns inside it have no effect', () => {
  expect(say(left, 'en_US', { days: '{total}', total: '$&' })).toBe('{total} of $& days left')
})

test('an empty string and zero are values', () => {
  expect(say(left, 'en_US', { days: 0, total: '' })).toBe('0 of  days left')
})

test('a placeholder without a value stays visible', () => {
  expect(say(left as { zh_CN: string; en_US: string }, 'en_US')).toBe('{days} of {total} days left')
})

test('a text is filled in both languages when the reader is not known yet', () => {
  expect(fill(left, { days: 1, total: 2 })).toEqual({
    zh_CN: '还剩 1 天，共 2 天',
    en_US: '1 of 2 days left',
  })
})

test.each(['zh_CN', 'en', 'EN_US', 'en-US', 'en_US ', '', null, undefined, 1, ['en_US'], '__proto__'])(
  '%j falls back to Chinese',
  (value) => {
    expect(languageOf(value)).toBe('zh_CN')
  },
)

test('English is English', () => {
  expect(languageOf('en_US')).toBe('en_US')
})

test('names, values and words are set as each language does', () => {
  expect([labelled('状态', '草稿', 'zh_CN'), labelled('Status', 'Draft', 'en_US')]).toEqual([
    '状态：草稿',
    'Status: Draft',
  ])
  expect([listed(['角色', '权限'], 'zh_CN'), listed(['roles', 'rights'], 'en_US')]).toEqual([
    '角色、权限',
    'roles, rights',
  ])
})
