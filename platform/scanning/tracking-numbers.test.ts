import { expect, test } from 'vitest'
import { numbersIn } from './tracking-numbers.ts'

test.each([
  ['TN-1', []],
  ['420900019400136895232412345678', ['9400136895232412345678']],
  ['420900011234' + '9400136895232412345678', ['9400136895232412345678']],
  ['9622001900000000000000776632517510', ['776632517510']],
  ['9612019051512345678901', ['051512345678901']],
  ['1Z999AA10123456784', []],
])(
  'the barcode %s is looked up as it is, and without what its carrier puts before the number',
  (code, more) => {
    expect(numbersIn(code)).toEqual([code, ...more])
  },
)
