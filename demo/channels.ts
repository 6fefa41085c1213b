import type pg from 'pg'
import { numberAt } from '../channels/numbers/numbers.ts'
import { foundBy } from '../channels/server/channels.ts'

const usual = {
  service: null,
  method: 'none',
  zones: null,
  format: 'pdf_100x150',
  divisor: null,
  rounding: 'none',
  maxWeight: null,
  maxLongest: null,
  maxGirth: null,
  needPhone: false,
  pattern: null,
  voidDays: null,
  cutoff: null,
  countries: ['US'],
}

/** The channels of the demo warehouse; those with a service are bought from the demo carrier. */
const channels = [
  {
    ...usual,
    code: 'LOCAL-LA',
    zh: '洛杉矶同城快递',
    en: 'Los Angeles courier',
    carrier: 'SELF',
    source: 'self_built',
    method: 'flat',
    maxWeight: '50',
    needPhone: true,
    cutoff: '15:00',
  },
  {
    ...usual,
    code: 'DEMO-GROUND',
    zh: '演示承运商陆运',
    en: 'Demo carrier ground',
    carrier: 'DEMO',
    source: 'carrier_api',
    service: 'GROUND',
    method: 'price_book',
    zones: 'US-917',
    divisor: 139,
    rounding: 'ceil',
    maxWeight: '150',
    maxLongest: '108',
    maxGirth: '165',
    voidDays: 90,
    cutoff: '16:30',
    countries: ['CA', 'MX', 'US'],
  },
  {
    ...usual,
    code: 'DEMO-EXPRESS',
    zh: '演示承运商特快',
    en: 'Demo carrier express',
    carrier: 'DEMO',
    source: 'carrier_api',
    service: 'EXPRESS',
    method: 'carrier_cost',
    maxWeight: '70',
    needPhone: true,
    voidDays: 28,
    cutoff: '14:00',
  },
  {
    ...usual,
    code: 'CUSTOMER-LABEL',
    zh: '客户自带面单',
    en: 'Customer’s own label',
    carrier: 'UPS',
    source: 'uploaded',
    pattern: '1Z[A-Z0-9]{16}|\\d{12}|9\\d{21}',
    cutoff: '16:30',
  },
  {
    ...usual,
    code: 'PLATFORM',
    zh: '平台面单',
    en: 'Platform label',
    carrier: 'USPS',
    source: 'platform',
    cutoff: '16:00',
  },
  {
    ...usual,
    code: 'PICKUP',
    zh: '客户自提',
    en: 'Self pickup',
    carrier: 'SELF',
    source: 'none',
    format: 'pdf_a4',
  },
]

const range = { prefix: 'LA', digits: 8, checkRule: 'none', suffix: '' } as const
const [first, last] = [26_000_001, 26_020_000]

/** Creates the channels of the demo, with numbers for the in-house courier. */
export async function seedChannels(client: pg.Client, tenantId: number): Promise<void> {
  const rows = channels.map((channel) => ({
    ...channel,
    search: foundBy({
      channelCode: channel.code,
      nameZh: channel.zh,
      nameEn: channel.en,
      carrier: channel.carrier,
    }),
  }))
  await client.query(
    `insert into channels (tenant_id, channel_code, name_zh, name_en, search_line, carrier, label_source, service_code,
       carrier_account_id, billing_method, zone_schema_id, label_format, dim_divisor, dim_rounding, max_weight, max_longest, max_girth_sum,
       need_phone, tracking_pattern, void_days, cutoff_time, countries)
     select $1, c->>'code', c->>'zh', c->>'en', c->>'search', c->>'carrier', (c->>'source')::label_source, c->>'service',
       case when c->>'service' is not null then (
         select min(a.id) from carrier_accounts a where a.tenant_id = $1 and a.adapter = 'demo') end,
       (c->>'method')::billing_method, (select z.id from zone_schemas z where z.tenant_id = $1 and z.schema_code = c->>'zones'), (c->>'format')::label_format, (c->>'divisor')::int, (c->>'rounding')::dim_rounding, (c->>'maxWeight')::numeric,
       (c->>'maxLongest')::numeric, (c->>'maxGirth')::numeric, (c->>'needPhone')::boolean, c->>'pattern',
       (c->>'voidDays')::int, (c->>'cutoff')::time, array(select jsonb_array_elements_text(c->'countries'))
     from jsonb_array_elements($2::jsonb) c returning id`,
    [tenantId, JSON.stringify(rows)],
  )
  await client.query(
    `insert into number_pools (tenant_id, channel_id, kind, prefix, digits, start_no, next_no, end_no, first_number, last_number)
     select tenant_id, id, 'range', $2, $3, $4, $4, $5, $6, $7 from channels
     where tenant_id = $1 and channel_code = 'LOCAL-LA' returning id`,
    [tenantId, range.prefix, range.digits, first, last, numberAt(range, first), numberAt(range, last)],
  )
}
