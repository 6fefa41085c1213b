import { expect, test } from 'vitest'
import { type ImportForm, readLine } from '../../platform/imports/imports.ts'
import { adjustImport, freezeImport, moveImport } from './import-forms.ts'

const goods = { customerCode: 'ACME', sku: 'BOLT', locationCode: 'A-01', reason: 'x' }

/** The value of a row, or the columns that are wrong. */
function read<V>(form: ImportForm<V>, cells: Record<string, string>): V | string {
  const given: Record<string, string> = { ...goods, ...cells }
  const keys = form.columns.map(({ key }) => key)
  const mapping = Object.fromEntries(keys.map((key, i) => [key, i]))
  const line = readLine(
    form,
    mapping,
    keys.map((key) => given[key] ?? ''),
  )
  return 'value' in line ? line.value : line.problems.map(({ column }) => column).join()
}

test.each([
  ['+5', 5, 5],
  ['-5', -5, 'quantity'],
  ['0', 'quantity', 'quantity'],
  ['1.5', 'quantity', 'quantity'],
  ['1000000000', 1_000_000_000, 1_000_000_000],
  ['-1000000000', -1_000_000_000, 'quantity'],
  ['1000000001', 'quantity', 'quantity'],
  ['-1000000001', 'quantity', 'quantity'],
])('a quantity of %s is adjusted by %s and moved or frozen as %s', (quantity, adjusted, moved) => {
  const quantityOf = (value: { quantity: number } | string) =>
    typeof value === 'string' ? value : value.quantity
  expect(quantityOf(read(adjustImport, { quantity }))).toBe(adjusted)
  expect(quantityOf(read(moveImport, { quantity, toLocationCode: 'A-02' }))).toBe(moved)
  expect(quantityOf(read(freezeImport, { quantity, kind: '解冻' }))).toBe(moved)
})

test('a row is repeated by one of the same goods, however it is typed, and not by another batch, bin or kind', () => {
  const identityOf =
    <V>(form: ImportForm<V>) =>
    (cells: Record<string, string>) => {
      const value = read(form, { quantity: '1', toLocationCode: 'A-02', kind: '冻结', ...cells })
      if (typeof value === 'string') throw new Error(value)
      return form.identity(value)
    }
  const [adjusted, moved, frozen] = [
    identityOf(adjustImport),
    identityOf(moveImport),
    identityOf(freezeImport),
  ]
  for (const identity of [adjusted, moved, frozen]) {
    const typed = { customerCode: 'acme', sku: 'bolt', locationCode: 'a-01', toLocationCode: 'a-02' }
    expect(identity({ ...typed, quantity: '2', reason: 'y' })).toBe(identity({}))
    const others = [
      { customerCode: 'OTHER' },
      { sku: 'NUT' },
      { locationCode: 'A-03' },
      { expiryDate: '2030-01-31' },
      { lot: 'L1' },
    ]
    const keys = [{}, ...others].map((cells) => identity(cells))
    expect(new Set(keys).size).toBe(keys.length)
    expect(identity({ lot: 'l1' })).toBe(identity({ lot: 'L1' }))
  }
  expect(moved({ toLocationCode: 'A-03' })).not.toBe(moved({}))
  expect(frozen({ kind: '解冻' })).not.toBe(frozen({}))
})

test('a reason is needed to adjust and to freeze; a move may have none', () => {
  const none = { quantity: '1', toLocationCode: 'A-02', kind: '冻结', reason: '' }
  expect([read(adjustImport, none), read(freezeImport, none)]).toEqual(['reason', 'reason'])
  expect(read(moveImport, none)).toMatchObject({ quantity: 1, toLocationCode: 'A-02' })
  expect(read(freezeImport, { ...none, reason: 'x', kind: 'melt' })).toBe('kind')
})
