import { expect, test } from 'vitest'
import { callsOfSelection, createInParts } from './create-lists.ts'

const listOf = (id: number) => ({ id, pickingNo: `P-${id}`, orderCount: 1 })
const refused = { id: 2, no: 'O-2', reason: 'Voided' }

test('lists that were made before a call failed are the result, so that they can be printed', async () => {
  const sent: number[][] = []
  const result = await createInParts([[1, 2], [3], [4]], async (ids) => {
    sent.push(ids)
    if (ids.includes(3)) throw new Error('no network')
    return { ok: 1, failed: [refused], lists: [listOf(7)] }
  })
  expect(result).toEqual({ ok: 1, failed: [refused], lists: [listOf(7)], isComplete: false })
  expect(sent).toEqual([[1, 2], [3]])
})

test('the lists of all calls are one result', async () => {
  const result = await createInParts([[1], [2]], async ([id = 0]) => ({
    ok: 1,
    failed: [],
    lists: [listOf(id)],
  }))
  expect(result).toEqual({ ok: 2, failed: [], lists: [listOf(1), listOf(2)], isComplete: true })
})

test('a first call that fails makes nothing', async () => {
  await expect(createInParts([[1]], () => Promise.reject(new Error('no network')))).rejects.toThrow(
    'no network',
  )
})

test('a selection is one call as long as one takes it, and otherwise calls that split no list, then what can’t be picked', () => {
  const upTo = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i)
  const none = { ss: [], sm: [], mm: [] }
  const split = { perList: 300, isMixed: false }
  expect(callsOfSelection([2, 1], { ...none, ss: [1] }, split)).toEqual([[2, 1]])
  expect(callsOfSelection(upTo(1, 1000), { ...none, ss: upTo(11, 400), mm: [7, 5] }, split)).toEqual([
    upTo(11, 310),
    upTo(311, 400),
    [7, 5],
    [...upTo(1, 4), 6, ...upTo(8, 10), ...upTo(401, 892)],
    upTo(893, 1000),
  ])
})
