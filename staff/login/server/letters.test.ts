import { expect, test } from 'vitest'
import { asWords } from './letters.ts'

test('user input never becomes a link in a mail', () => {
  const shown = asWords('Win at evil.example/now or https://evil.example')
  expect(shown).not.toMatch(/evil\.example|https:\/\//)
  expect(shown.replaceAll('\u2060', '')).toBe('Win at evil.example/now or https://evil.example')
  expect(asWords('Acme Ltd. Ontario')).toBe('Acme Ltd. Ontario')
})
