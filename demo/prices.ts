import type pg from 'pg'
import { searchLine } from '../platform/database/server/pinyin.ts'
import { UNPRICED } from './plan.ts'

const single = (firstPrice: string, nextPrice: string | null = null) => [
  { from: '0', to: null, firstCount: 1, firstPrice, nextPrice },
]

/** Pounds up to which a piece costs so much, as published cards have it. */
const pieces = [
  ['1', '0.50'],
  ['2', '0.60'],
  ['4', '0.80'],
  ['6', '1.00'],
  ['10', '1.30'],
  ['30', '1.80'],
  ['50', '2.00'],
  ['70', '3.50'],
  [null, '6.00'],
] as const

const handling = [
  { feeCode: 'INB_UNLOAD', type: 'inbound', unit: 'box', condition: 'none', tiers: single('1.25') },
  { feeCode: 'INB_PUTAWAY', type: 'inbound', unit: 'piece', condition: 'none', tiers: single('0.12') },
  {
    feeCode: 'OUT_HANDLING',
    type: 'order',
    unit: 'piece',
    condition: 'piece_weight',
    tiers: pieces.map(([to, firstPrice], i) => ({
      ...{ from: pieces[i - 1]?.[0] ?? '0', to, firstCount: 1, firstPrice, nextPrice: null },
    })),
  },
  { feeCode: 'OUT_PACKING', type: 'order', unit: 'order', condition: 'none', tiers: single('0.35') },
  { feeCode: 'INTERCEPT', type: 'order', unit: 'order', condition: 'none', tiers: single('3.00') },
  { feeCode: 'RTN_HANDLING', type: 'return', unit: 'piece', condition: 'none', tiers: single('1.10') },
]

const zones = ['2', '3', '4', '5', '6', '7', '8', '21', '22']
const HEAVIEST = 150

/** A card per zone and pound, at a share of its price. */
const ground = (share: number) =>
  zones.flatMap((zoneCode, i) =>
    Array.from({ length: HEAVIEST }, (_, pound) => ({
      zoneCode,
      weightFrom: String(pound),
      weightTo: String(pound + 1),
      billingCode: 'flat',
      price: (share * (6.2 + 0.55 * i + (pound + 1) * (0.36 + 0.055 * i))).toFixed(2),
      ...{ firstWeight: null, nextPrice: null, step: null, minCharge: null },
    })),
  )

const surcharge = (type: string, amount: string, when: object = {}) => ({
  ...{
    type,
    amount,
    percent: null,
    remoteLevel: null,
    measure: null,
    above: null,
    dateFrom: null,
    dateTo: null,
  },
  fuelable: type !== 'label_cancel' && type !== 'signature',
  ...when,
})
const surcharges = [
  surcharge('residential', '5.95'),
  surcharge('remote', '4.20', { remoteLevel: 'das' }),
  surcharge('remote', '6.80', { remoteLevel: 'das_ext' }),
  surcharge('oversize', '18.50', { measure: 'longest_side', above: '48' }),
  surcharge('overweight', '27.50', { measure: 'weight', above: '50' }),
  surcharge('signature', '6.60'),
  surcharge('label_cancel', '1.00'),
]

const asTheChannel = { dimDivisor: null, dimRounding: null, weightStep: null, weightBasis: null }
const flat = (flatPrice: string) => ({
  ...{ kind: 'freight', ...asTheChannel, flatPrice, rows: [] },
  surcharges: surcharges.filter(({ type }) => type === 'label_cancel'),
})
const byCard = (share: number, on: typeof surcharges) => ({
  ...{ kind: 'freight', ...asTheChannel, flatPrice: null, rows: ground(share), surcharges: on },
})

/** Dollars per cubic foot and day. */
const ages = [
  [31, 60, '0.015'],
  [61, 90, '0.030'],
  [91, 180, '0.045'],
  [181, 270, '0.085'],
  [271, 360, '0.115'],
  [361, null, '0.140'],
] as const
const storage = {
  kind: 'storage',
  freeDays: 30,
  tiers: [
    { ageFrom: 1, ageTo: 30, price: '0', quality: 'all' },
    ...ages.map(([ageFrom, ageTo, price]) => ({ ageFrom, ageTo, price, quality: 'all' })),
  ],
}

const common = { side: 'sale', channel: null, isDefault: true, isLater: false }
const quotes = [
  { ...common, code: 'OP-STANDARD', name: '标准操作费', kind: 'operation', content: null },
  { ...common, code: 'RENT-STANDARD', name: '标准仓租', kind: 'storage', content: storage },
  {
    ...common,
    ...{ code: 'GROUND-2026', name: '陆运标准价', kind: 'freight', channel: 'DEMO-GROUND' },
    content: byCard(1, surcharges),
  },
  {
    ...common,
    ...{ code: 'COURIER-LA', name: '同城一口价', kind: 'freight', channel: 'LOCAL-LA' },
    content: flat('4.90'),
  },
  {
    ...common,
    ...{ code: 'COST-GROUND', name: '陆运成本价', kind: 'freight', side: 'cost', channel: 'DEMO-GROUND' },
    content: byCard(
      0.82,
      surcharges.filter(({ type }) => type !== 'label_cancel'),
    ),
  },
  // Agreed, but in force from next month on only: until then its customer has no price.
  {
    ...common,
    ...{
      code: 'OP-NEW',
      name: '新客户操作费',
      kind: 'operation',
      isDefault: false,
      isLater: true,
      content: null,
    },
  },
]

/** Fuel, as carriers publish it: a percentage from a day on. */
const fuel = [
  [220, '15.75'],
  [160, '16.25'],
  [95, '17.00'],
  [40, '16.75'],
  [9, '16.50'],
] as const

/** Customers and groups with prices of their own. */
const bound = [
  { group: 'KEY', quote: 'OP-STANDARD', discount: '0.95' },
  { group: 'KEY', quote: 'GROUND-2026', discount: '0.88' },
  { customer: 'NORTHPEAK', quote: 'GROUND-2026', discount: '0.92' },
  { customer: UNPRICED, quote: 'OP-NEW', discount: '1.00' },
]

/** Creates the prices of the demo: what customers pay for handling, freight and storage, and what the carrier takes. */
export async function seedPrices(client: pg.Client, tenantId: number): Promise<void> {
  await client.query(
    `with given (q) as (select * from jsonb_array_elements($2::jsonb)),
     rules as (
       select jsonb_build_object('kind', 'operation', 'dimDivisor', 139, 'rules', jsonb_agg(jsonb_build_object('feeTypeId', f.id,
         'feeCode', f.fee_code, 'billOrderType', r->>'type', 'chargeUnit', r->>'unit', 'conditionType', r->>'condition',
         'minCharge', null, 'maxCharge', null, 'tiers', r->'tiers'))) as content
       from jsonb_array_elements($3::jsonb) r join fee_types f on f.tenant_id = $1 and f.fee_code = r->>'feeCode'),
     made as (
       insert into quotes (tenant_id, quote_code, quote_name, search_line, kind, side, channel_id, is_default)
       select $1, q->>'code', q->>'name', q->>'search', (q->>'kind')::quote_kind, (q->>'side')::quote_side,
         (select h.id from channels h where h.tenant_id = $1 and h.channel_code = q->>'channel'), (q->>'isDefault')::boolean from given
       returning id, quote_code),
     versions as (
       insert into quote_versions (tenant_id, quote_id, version_no, content, effective_from, published_at, published_by, created_by)
       select $1, made.id, 1, case q->>'kind' when 'operation' then rules.content else q->'content' end,
         case when (q->>'isLater')::boolean then now() + interval '30 days' else business_now() end, business_now(), biller.id, biller.id
       from given join made on made.quote_code = q->>'code' cross join rules
       cross join (select id from accounts where tenant_id = $1 and login_account = 'billing1') biller returning quote_id),
     fuel as (
       insert into fuel_rates (tenant_id, quote_id, starts_on, percent, created_by)
       select $1, made.id, current_date - (f->>0)::int, (f->>1)::numeric, (select id from accounts where tenant_id = $1 and login_account = 'billing1')
       from made cross join jsonb_array_elements($4::jsonb) f where made.quote_code in ('GROUND-2026', 'COST-GROUND') returning quote_id)
     insert into customer_prices (tenant_id, customer_id, group_id, quote_id, kind, channel_id, discount, effective_from, created_by)
     select $1, c.id, g.id, made.id, (q->>'kind')::quote_kind, (select h.id from channels h where h.tenant_id = $1 and h.channel_code = q->>'channel'),
       (b->>'discount')::numeric, business_now(), (select id from accounts where tenant_id = $1 and login_account = 'billing1')
     from jsonb_array_elements($5::jsonb) b join made on made.quote_code = b->>'quote' join given on q->>'code' = made.quote_code
     left join customers c on c.tenant_id = $1 and c.customer_code = b->>'customer'
     left join customer_groups g on g.tenant_id = $1 and g.group_code = b->>'group' returning id`,
    [
      tenantId,
      JSON.stringify(quotes.map((quote) => ({ ...quote, search: searchLine(quote.code, quote.name) }))),
      JSON.stringify(handling),
      JSON.stringify(fuel),
      JSON.stringify(bound),
    ],
  )
}
