import { expect, test } from 'vitest'
import { isCountry } from '../../platform/text/countries.ts'
import { stateFields } from './contract.ts'
import { shippedStates } from './province-data.ts'

const of = (country: string) => shippedStates.filter(({ countryCode }) => countryCode === country)

test.each([
  ['US', 56],
  ['CA', 13],
  ['AU', 8],
  ['DE', 16],
  ['GB', 4],
  ['JP', 47],
  ['CN', 34],
])('%s has %d provinces', (country, count) => {
  expect(of(country)).toHaveLength(count)
})

test('no other country is included', () => {
  expect(shippedStates).toHaveLength(56 + 13 + 8 + 16 + 4 + 47 + 34)
})

test('every one is valid input: code, an English and a Chinese name', () => {
  for (const { countryCode, stateCode, nameEn, nameZh } of shippedStates) {
    expect(isCountry(countryCode)).toBe(true)
    expect(stateFields.stateCode.parse(stateCode)).toBe(stateCode)
    expect(nameEn).toMatch(/^[A-Z][A-Za-zü. -]+$/)
    expect(nameZh).toMatch(/^[\p{Script=Han}-]+$/u)
  }
})

test('no code and no name occurs twice in a country', () => {
  for (const part of ['stateCode', 'nameEn', 'nameZh'] as const) {
    const seen = shippedStates.map((state) => `${state.countryCode} ${state[part]}`)
    expect(new Set(seen).size, part).toBe(seen.length)
  }
})

test('China has 23 provinces, 5 autonomous regions, 4 municipalities and 2 special regions', () => {
  const ending = (words: string) => of('CN').filter(({ nameZh }) => nameZh.endsWith(words)).length
  expect(['省', '特别行政区', '市'].map(ending)).toEqual([23, 2, 4])
  expect(of('CN').filter(({ nameZh }) => /[^别行]自治区$/.test(nameZh))).toHaveLength(5)
})

test.each([
  ['US', 'CA', 'California'],
  ['US', 'PR', 'Puerto Rico'],
  ['CA', 'QC', 'Quebec'],
  ['AU', 'NSW', 'New South Wales'],
  ['DE', 'BY', 'Bavaria'],
  ['GB', 'NIR', 'Northern Ireland'],
  ['JP', '13', 'Tokyo'],
  ['CN', 'GD', 'Guangdong'],
])('%s %s is %s', (country, code, name) => {
  expect(of(country).find(({ stateCode }) => stateCode === code)?.nameEn).toBe(name)
})
