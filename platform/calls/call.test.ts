import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { command, id, ids, listQuery, nothing, query } from './call.ts'
import { problemsIn } from './problems.ts'

const terms = { permission: 'signed_in', feature: 'home', input: nothing, output: nothing } as const

describe('a contract', () => {
  test('that reads uses GET, works after the usage period and is closed to customers', () => {
    expect(query('/gateway/x', terms)).toMatchObject({
      kind: 'query',
      method: 'GET',
      path: '/gateway/x',
      whenExpired: 'allowed',
      isForRestricted: false,
    })
  })

  test('that reads can use POST where clients were promised POST', () => {
    expect(query('/gateway/x', { ...terms, method: 'POST' })).toMatchObject({ kind: 'query', method: 'POST' })
  })

  test('that changes data uses POST and stops with the usage period unless declared otherwise', () => {
    expect(command('/gateway/x', terms)).toMatchObject({
      kind: 'command',
      method: 'POST',
      whenExpired: 'refused',
      action: 'act',
    })
    expect(command('/gateway/x', { ...terms, whenExpired: 'allowed', action: 'delete' })).toMatchObject({
      whenExpired: 'allowed',
      action: 'delete',
    })
  })

  test('cannot override its own kind', () => {
    const sly = { ...terms, kind: 'query', method: 'GET', path: '/gateway/y' }
    expect(command('/gateway/x', sly)).toMatchObject({ kind: 'command', method: 'POST', path: '/gateway/x' })
    expect(query('/gateway/x', { ...sly, method: 'GET' } as never)).toMatchObject({
      kind: 'query',
      path: '/gateway/x',
    })
  })
})

describe('an id', () => {
  test.each([1, 500, Number.MAX_SAFE_INTEGER])('can be %d', (value) => {
    expect(id.parse(value)).toBe(value)
  })

  test.each([0, -1, 1.5, 2 ** 53, '1', '1 OR 1=1', null])('cannot be %j', (value) => {
    expect(id.safeParse(value).success).toBe(false)
  })
})

describe('a selection', () => {
  const upTo = (n: number) => Array.from({ length: n }, (_, i) => i + 1)

  test('holds each document once', () => {
    expect(ids.parse([3, 1, 3, 2, 1])).toEqual([3, 1, 2])
  })

  test('holds 1 to 500 documents', () => {
    expect(ids.parse(upTo(1))).toHaveLength(1)
    expect(ids.parse(upTo(500))).toHaveLength(500)
    for (const wrong of [[], upTo(501)]) {
      const read = ids.safeParse(wrong)
      expect(read.success ? [] : problemsIn(read.error).map((problem) => problem.message.en_US)).toEqual([
        'Invalid order size',
      ])
    }
  })
})

describe('a list', () => {
  const list = listQuery(['code', 'createdAt'], ['code', 'asc'], { search: z.string().max(100).optional() })
  const wrongFields = (input: object) => {
    const read = list.safeParse(input)
    return read.success ? [] : [...new Set(problemsIn(read.error).map((problem) => problem.path))]
  }

  test('starts at page one with twenty rows, in its own order', () => {
    expect(list.parse({})).toEqual({ page: 1, size: 20, sort: 'code', order: 'asc' })
  })

  test('takes its query from the URL, where every number is a string', () => {
    expect(list.parse({ page: '3', size: '50', sort: 'code', order: 'asc', search: 'x' })).toEqual({
      page: 3,
      size: 50,
      sort: 'code',
      order: 'asc',
      search: 'x',
    })
  })

  test.each([
    ['page', { page: 0 }],
    ['page', { page: '1 OR 1=1' }],
    ['size', { size: 0 }],
    ['size', { size: 201 }],
    ['page', { page: 51, size: 200 }],
    ['page', { page: 501 }],
    ['sort', { sort: 'password_hash' }],
    ['sort', { sort: 'id;drop table x' }],
    ['sort', { sort: ['code', 'createdAt'] }],
    ['order', { order: 'asc, id' }],
    ['search', { search: 'x'.repeat(101) }],
    ['', { 'search[$gt]': '' }],
    ['', { tenantId: 1 }],
  ])('refuses in "%s" %j', (field, input) => {
    expect(wrongFields(input)).toEqual([field])
  })

  test('can be paged up to row ten thousand and not beyond', () => {
    expect(wrongFields({ page: 500, size: 20 })).toEqual([])
    expect(wrongFields({ page: 50, size: 200 })).toEqual([])
    expect(wrongFields({ page: 10_000, size: 1 })).toEqual([])
  })
})
