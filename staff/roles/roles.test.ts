import { describe, expect, test } from 'vitest'
import { allRights, isRight } from './rights.ts'
import { defaultRoles } from './roles.ts'

/** The rights of each line of the table, written out: what looks, and what acts. */
const areas: Record<string, { looks: string; acts: string }> = {
  'Inbound receive, putaway': {
    looks: 'inbound:order:view',
    acts: 'inbound:order:create inbound:order:edit inbound:order:receive inbound:order:putaway',
  },
  'Inbound complete, void': {
    looks: 'inbound:order:view',
    acts: 'inbound:order:complete inbound:order:void',
  },
  'Order create, import, audit': {
    looks: 'order:order:view',
    acts: 'order:order:create order:order:edit order:order:audit',
  },
  'Picking list create': { looks: 'order:order:view order:picking:view', acts: 'order:picking:create' },
  'Pick, report short': { looks: 'order:order:view', acts: 'order:picking:pick' },
  'Print waybill': { looks: 'order:order:view', acts: 'order:waybill:print' },
  'Reprint waybill': { looks: 'order:order:view', acts: 'order:waybill:reprint' },
  'Batch outbound': { looks: 'order:order:view', acts: 'order:order:ship' },
  'Void order, answer intercept': {
    looks: 'order:order:view',
    acts: 'order:order:void order:intercept:edit',
  },
  'Stock query': { looks: 'query:stock:view', acts: 'query:stock:export' },
  'Stock adjust, move, freeze': {
    looks: '',
    acts: 'query:stock:adjust query:stock:move query:stock:freeze',
  },
  'Products, measure': {
    looks: 'query:product:view',
    acts: 'query:product:create query:product:edit query:product:measure',
  },
  Customers: { looks: 'query:customer:view', acts: 'query:customer:create query:customer:edit' },
  'Credit limits and order limits': { looks: 'query:credit:view', acts: 'query:credit:edit' },
  'Channels and zones': { looks: 'setting:channel:view', acts: 'setting:channel:edit' },
  Quotes: { looks: 'setting:quote:view', acts: 'setting:quote:price' },
  'Fees: manual, recalculate, refund': {
    looks: 'query:cost:view',
    acts: 'query:cost:create query:cost:price query:cost:refund',
  },
  'Collections: draft, confirm, reverse': {
    looks: 'query:collection:view',
    acts: 'query:collection:create query:collection:settle query:collection:void',
  },
  'Staff, warehouse, logo, basic configuration': {
    looks: 'setting:account:view setting:warehouse:view setting:logo:view setting:basicData:view',
    acts: 'setting:account:create setting:account:edit setting:warehouse:edit setting:logo:edit setting:basicData:edit setting:invite:view',
  },
  Roles: { looks: '', acts: 'setting:role:edit' },
  'Supervisor calls': { looks: '', acts: 'floor:call:answer' },
  'Trail, books, interface': {
    looks: 'setting:audit:view',
    acts: 'setting:audit:export setting:books:check setting:openapi:view',
  },
  'Export customer money': { looks: '', acts: 'query:money:export' },
}

const roles = [
  'owner',
  'manager',
  'receiver',
  'picker',
  'packer',
  'stock_controller',
  'biller',
  'service_desk',
  'read_only',
]

/**
 * The table of the nine roles, in their order above: ● all of a line, ○ looking, · nothing.
 *
 * c: looking and completing; m: looking and measuring.
 */
const table: Record<keyof typeof areas, string> = {
  'Inbound receive, putaway': '● ● ● · · ● ○ ○ ○',
  'Inbound complete, void': '● ● c · · ○ ○ ○ ○',
  'Order create, import, audit': '● ● · · · · ○ ● ○',
  'Picking list create': '● ● · ○ ● · · ● ○',
  'Pick, report short': '● ● · ● ● ● · · ·',
  'Print waybill': '● ● · · ● · · ● ·',
  'Reprint waybill': '● ● · · ● · · ● ·',
  'Batch outbound': '● ● · · ● · · ○ ·',
  'Void order, answer intercept': '● ● · · · · · ● ·',
  'Stock query': '● ● ○ ○ ○ ● ○ ○ ○',
  'Stock adjust, move, freeze': '● ● · · · ● · · ·',
  'Products, measure': '● ● m · · ● ○ ● ○',
  Customers: '● ● · · · · ○ ● ○',
  'Credit limits and order limits': '● ○ · · · · ● · ·',
  'Channels and zones': '● ● · · · · ○ ○ ○',
  Quotes: '● ○ · · · · ● · ·',
  'Fees: manual, recalculate, refund': '● ○ · · · · ● ○ ○',
  'Collections: draft, confirm, reverse': '● ○ · · · · ● · ·',
  'Staff, warehouse, logo, basic configuration': '● ● · · · · · · ·',
  Roles: '● · · · · · · · ·',
  'Supervisor calls': '● ● · · · · · · ·',
  'Trail, books, interface': '● ● · · · · · · ·',
  'Export customer money': '● ● · · · · ● · ·',
}

const words = (text = '') => text.split(' ').filter(Boolean)

function rightsAt(area: string, mark: string | undefined): string[] {
  const { looks, acts } = areas[area] ?? { looks: '', acts: '' }
  if (mark === '●') return words(`${looks} ${acts}`)
  if (mark === '○') return words(looks)
  if (mark === 'c') return words(`${looks} inbound:order:complete`)
  if (mark === 'm') return words(`${looks} query:product:measure`)
  expect(mark, area).toBe('·')
  return []
}

const expected = (column: number) => [
  ...new Set(Object.entries(table).flatMap(([area, marks]) => rightsAt(area, marks.split(' ')[column]))),
]

describe('the roles a company starts with', () => {
  test('are these nine', () => {
    expect(defaultRoles.map(({ code }) => code)).toEqual(roles)
  })

  test.each(defaultRoles.slice(1))('$code may do what the table says and nothing else', (role) => {
    expect([...role.permissions].sort()).toEqual(expected(roles.indexOf(role.code)).sort())
  })

  test('only the owner may do everything, and by one word', () => {
    expect(defaultRoles[0]?.permissions).toEqual(['*'])
    for (const { permissions } of defaultRoles.slice(1)) expect(permissions).not.toContain('*')
  })

  test('name no right twice, and none that does not exist', () => {
    for (const { code, permissions } of defaultRoles.slice(1)) {
      expect(new Set(permissions).size, code).toBe(permissions.length)
      expect(permissions.filter((right) => !isRight(right))).toEqual([])
    }
  })

  test('leave no right that stands in no line of the table', () => {
    expect(allRights.map(({ code }) => code as string).sort()).toEqual(expected(0).sort())
  })
})
