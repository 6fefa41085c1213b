import { describe, expect, test } from 'vitest'
import type { RightGroup } from '../../platform/slices/rights.ts'
import { allRights, isRight, rightGroups } from './rights.ts'
import { groupState, neededBy, spelledOut, ticked, tickedGroup, unticked } from './role-matrix.ts'
import { defaultRoles } from './roles.ts'

const group = (name: string): RightGroup => {
  const match = rightGroups.find((rightGroup) => rightGroup.name === name)
  if (!match) throw new Error(name)
  return match
}
const rightsOf = (code: string) => defaultRoles.find((role) => role.code === code)?.permissions ?? []
const all = () => true

describe('a line of the matrix', () => {
  test.each([
    ['owner', 'roles', 'full'],
    ['owner', 'moneyExports', 'full'],
    ['manager', 'roles', 'none'],
    ['manager', 'settings', 'full'],
    ['manager', 'fees', 'partly'],
    ['manager', 'collections', 'look'],
    ['receiver', 'receiving', 'full'],
    ['receiver', 'inboundEnd', 'partly'],
    ['receiver', 'products', 'partly'],
    ['receiver', 'fees', 'none'],
    ['picker', 'pickingLists', 'look'],
    ['picker', 'picking', 'full'],
    ['picker', 'printing', 'none'],
    ['stock_controller', 'inboundEnd', 'look'],
    ['stock_controller', 'pickingLists', 'none'],
    ['biller', 'collections', 'full'],
    ['biller', 'stock', 'look'],
    ['biller', 'stockChanges', 'none'],
    ['service_desk', 'shipping', 'look'],
    ['service_desk', 'picking', 'none'],
    ['read_only', 'reprinting', 'none'],
    ['read_only', 'customers', 'look'],
  ] as const)('of a %s: %s is %s', (role, name, state) => {
    expect(groupState(group(name), rightsOf(role))).toBe(state)
  })

  test('counts as viewed by a user who sees part of it', () => {
    expect(groupState(group('settings'), ['setting:account:view'])).toBe('look')
  })

  test('is not complete without the view permission', () => {
    expect(groupState(group('stock'), ['query:stock:export'])).toBe('partly')
  })
})

describe('ticking', () => {
  test('shipping grants viewing the orders', () => {
    expect(ticked([], ['order:order:ship'], all)).toEqual(['order:order:ship', 'order:order:view'])
  })

  test('changing the logo grants viewing the logo, not the staff', () => {
    expect(ticked([], ['setting:logo:edit'], all)).toEqual(['setting:logo:edit', 'setting:logo:view'])
  })

  test('creating pick lists grants viewing them and the orders', () => {
    expect(new Set(ticked([], ['order:picking:create'], all))).toEqual(
      new Set(['order:picking:create', 'order:picking:view', 'order:order:view']),
    )
  })

  test('moving stock grants viewing it, although another line shows it', () => {
    expect(ticked([], ['query:stock:move'], all)).toContain('query:stock:view')
  })

  test('managing roles grants viewing them', () => {
    expect(ticked([], ['setting:role:edit'], all)).toContain('setting:account:view')
  })

  test('grants nothing twice', () => {
    const held = ticked(['order:order:view'], ['order:order:ship'], all)
    expect(held).toEqual(['order:order:view', 'order:order:ship'])
  })

  test('grants nothing the granting user lacks, nor what would be of no use', () => {
    expect(ticked([], ['order:order:ship'], (code) => code !== 'order:order:ship')).toEqual([])
    expect(ticked([], ['order:order:ship'], (code) => code !== 'order:order:view')).toEqual([])
    const mine = (code: string) => code !== 'query:collection:void'
    expect(new Set(tickedGroup([], group('collections'), true, mine))).toEqual(
      new Set(['query:collection:view', 'query:collection:create', 'query:collection:settle']),
    )
  })

  test('keeps no permission that the product does not know', () => {
    for (const { code } of allRights) expect(neededBy(code).filter((look) => !isRight(look))).toEqual([])
  })
})

describe('unticking', () => {
  const packer = [...rightsOf('packer')]

  test('viewing the orders removes all actions on them', () => {
    expect(unticked(packer, ['order:order:view'])).toEqual(['order:picking:view', 'query:stock:view'])
  })

  test('one action leaves the others', () => {
    expect(packer.filter((code) => !unticked(packer, ['order:waybill:reprint']).includes(code))).toEqual([
      'order:waybill:reprint',
    ])
  })

  test('a line takes nothing from another line', () => {
    const left = tickedGroup(packer, group('shipping'), false, all)
    expect(packer.filter((code) => !left.includes(code))).toEqual(['order:order:ship'])
  })

  test('a line with its own view permission removes all of it', () => {
    const held = tickedGroup(['query:stock:view'], group('fees'), true, all)
    expect(groupState(group('fees'), held)).toBe('full')
    expect(tickedGroup(held, group('fees'), false, all)).toEqual(['query:stock:view'])
  })
})

test('a copy of the owner’s role lists every permission', () => {
  expect(spelledOut(['*'])).toEqual(allRights.map(({ code }) => code))
  expect(spelledOut(['query:stock:view', 'gone:with:time'])).toEqual(['query:stock:view'])
})
