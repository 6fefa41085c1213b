import { expect, test } from 'vitest'
import { isSingle, meaning, shortcuts, shown, written } from './keys.ts'

const press = (key: string, over: object = {}) => ({
  key,
  code: `Key${key.toUpperCase()}`,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...over,
})

test('every key has a label in both languages, and no two share a key', () => {
  const all = Object.values(shortcuts)
  for (const { text } of all) expect([text.zh_CN, text.en_US].every((words) => words.length > 1)).toBe(true)
  expect(new Set(all.map((shortcut) => shortcut.keys)).size).toBe(all.length)
})

test.each([
  [press('k', { ctrlKey: true }), 'mod+k'],
  [press('K', { metaKey: true }), 'mod+k'],
  [press('¡', { altKey: true, code: 'Digit1' }), 'alt+1'],
  [press('∑', { altKey: true, code: 'KeyW' }), 'alt+w'],
  [press('X', { shiftKey: true }), 'shift+x'],
  [press('?', { shiftKey: true, code: 'Slash' }), '?'],
  [press('Escape'), 'Escape'],
])('%j is written %s', (event, expected) => {
  expect(written(event)).toBe(expected)
})

test.each([
  ['h', 'g', 'goHome'],
  ['h', undefined, undefined],
  ['f', 'g', 'goFees'],
  ['f', undefined, 'filters'],
  ['j', 'g', 'next'],
] as const)('%s after %s means %s', (key, before, expected) => {
  expect(meaning(key, before)).toBe(expected)
})

test('keys with Ctrl or Alt still work when single keys are disabled', () => {
  expect(['mod+k', 'alt+w', 'j', 'g h', 'shift+x'].map(isSingle)).toEqual([false, false, true, true, true])
})

test('keys are shown as labelled on the keyboard', () => {
  expect(shown('palette', false)).toEqual(['Ctrl K'])
  expect(shown('palette', true)).toEqual(['⌘ K'])
  expect(shown('goHome', false)).toEqual(['G', 'H'])
})
