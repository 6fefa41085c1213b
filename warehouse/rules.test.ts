import { expect, test } from 'vitest'
import { rule } from '../platform/calls/problems.ts'
import { ruleText } from '../platform/calls/rules.ts'
import { stateCode, stateMeant } from './rules.ts'

const states = [
  { stateCode: 'AK', name: 'Alaska' },
  { stateCode: 'AL', name: 'Alabama' },
  { stateCode: 'CA', name: 'California' },
  { stateCode: 'CO', name: 'Colorado' },
]

test.each([
  ['CA', 'CA'],
  [' ca ', 'CA'],
  ['California', 'CA'],
  ['calif', 'CA'],
  // A code takes precedence over names with the same start.
  ['AL', 'AL'],
  ['Ala', undefined],
  ['C', undefined],
  ['Nowhere', undefined],
  ['', undefined],
])('a province is found by code, name, or a unique prefix of a name: %j', (typed, code) => {
  expect(stateMeant(states, typed)?.stateCode).toBe(code)
})

test('an empty province is required, not misspelt', () => {
  expect(stateCode.safeParse(' ').error?.issues.map(({ message }) => message)).toEqual([
    rule(ruleText.needed),
  ])
})
