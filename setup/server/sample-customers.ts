import type pg from 'pg'
import { searchLine } from '../../platform/database/server/pinyin.ts'

const groups = [
  { code: 'KEY', name: '重点客户' },
  { code: 'STD', name: '标准客户' },
  { code: 'NEW', name: '新客户' },
]

/** The customers of the demo warehouse, with what they mostly sell. */
export const demoCustomers = [
  { code: 'QIHANG', name: '启航电子', mnemonic: '3C 数码', group: 'KEY', country: 'CN', credit: '20000.00' },
  { code: 'YUNJU', name: '云居家居', mnemonic: '家居', group: 'KEY', country: 'CN', credit: '15000.00' },
  { code: 'LANTIAN', name: '蓝天户外', mnemonic: '户外', group: 'STD', country: 'CN', credit: '5000.00' },
  { code: 'MIAOSHOU', name: '妙手厨具', mnemonic: '厨房', group: 'STD', country: 'CN', credit: '5000.00' },
  { code: 'TONGQU', name: '童趣玩具', mnemonic: '玩具', group: 'STD', country: 'CN', credit: '3000.00' },
  {
    code: 'NORTHPEAK',
    name: 'Northpeak Outdoor',
    mnemonic: 'outdoor',
    group: 'STD',
    country: 'US',
    credit: '8000.00',
  },
  {
    code: 'BRIGHTPET',
    name: 'Bright Pet Supply',
    mnemonic: 'pets',
    group: 'STD',
    country: 'US',
    credit: '4000.00',
  },
  { code: 'HAOJIE', name: '好洁日化', mnemonic: '日化', group: 'STD', country: 'CN', credit: '0.00' },
  { code: 'XINGTU', name: '星途汽配', mnemonic: '汽配', group: 'KEY', country: 'CN', credit: '12000.00' },
  {
    code: 'KRAFTHAUS',
    name: 'Krafthaus Tools',
    mnemonic: 'tools',
    group: 'STD',
    country: 'DE',
    credit: '6000.00',
    paysBills: true,
  },
  { code: 'MEIZHUANG', name: '美妆优选', mnemonic: '美妆', group: 'NEW', country: 'CN', credit: '0.00' },
  { code: 'LVYE', name: '绿野园艺', mnemonic: '园艺', group: 'NEW', country: 'CN', credit: '0.00' },
] as const

/** Creates the customers of the demo; the last of them is disabled. */
export async function seedCustomers(client: pg.Client, tenantId: number): Promise<void> {
  await client.query(
    `insert into customer_groups (tenant_id, group_code, group_name)
     select $1, g->>'code', g->>'name' from jsonb_array_elements($2::jsonb) g returning id`,
    [tenantId, JSON.stringify(groups)],
  )
  const rows = demoCustomers.map((customer, place) => ({
    ...customer,
    search: searchLine(customer.code, customer.name, customer.mnemonic),
    email: `${customer.code.toLowerCase()}@example.com`,
    paysBills: 'paysBills' in customer,
    isEnabled: place < demoCustomers.length - 1,
  }))
  await client.query(
    `insert into customers (tenant_id, customer_code, customer_name, mnemonic, search_line, group_id, email, country_code, credit_limit, settlement_mode, is_enabled)
     select $1, c->>'code', c->>'name', c->>'mnemonic', c->>'search', g.id, c->>'email', c->>'country', (c->>'credit')::numeric,
       (case when (c->>'paysBills')::boolean then 'bill' else 'balance' end)::settlement_mode, (c->>'isEnabled')::boolean
     from jsonb_array_elements($2::jsonb) c
     join customer_groups g on g.tenant_id = $1 and g.group_code = c->>'group' returning id`,
    [tenantId, JSON.stringify(rows)],
  )
}
