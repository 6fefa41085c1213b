import type {
  FreightContent,
  FreightRow,
  FreightSurcharge,
  OperationContent,
} from '../billing/pricing/price-types.ts'

const free = (billOrderType: string, feeCode: string) => ({ billOrderType, feeCode })

/** Handling that costs nothing: a rule with the price 0 is a price, a missing rule is none. */
const rules = [free('inbound', 'INB_HANDLING'), free('order', 'OUT_HANDLING'), free('return', 'RTN_HANDLING')]

/**
 * Default prices of nothing for the company at work, so that its orders pass the audit: for handling, and for the freight of every channel
 * that has none yet. The statement may run again after more channels were created.
 */
export const freePrices = `
  with handling as (
    insert into quotes (tenant_id, quote_code, quote_name, search_line, kind, is_default)
    select tenant_now(), 'FREE', 'Free', 'free', 'operation', true
    where not exists (select 1 from quotes where tenant_id = tenant_now() and quote_key = 'free') returning id),
  freight as (
    insert into quotes (tenant_id, quote_code, quote_name, search_line, kind, is_default, channel_id)
    select tenant_now(), 'FREE-' || h.channel_code, 'Free', 'free', 'freight', true, h.id from channels h
    where h.tenant_id = tenant_now() and h.billing_method in ('flat', 'price_book')
      and not exists (select 1 from quotes q where q.tenant_id = h.tenant_id and q.channel_id = h.id) returning id)
  insert into quote_versions (tenant_id, quote_id, version_no, content, effective_from, published_at, published_by, created_by)
  select tenant_now(), x.id, 1, x.content, '2020-01-01', '2020-01-01', system_account(), system_account()
  from (
    select id, jsonb_build_object('kind', 'operation', 'dimDivisor', null, 'rules', (
      select jsonb_agg(jsonb_build_object('feeTypeId', f.id, 'feeCode', f.fee_code, 'billOrderType', r."billOrderType", 'chargeUnit', 'order',
        'conditionType', 'none', 'minCharge', null, 'maxCharge', null, 'tiers', jsonb_build_array(jsonb_build_object('from', '0', 'to', null,
          'firstCount', 1, 'firstPrice', '0', 'nextPrice', null))))
      from jsonb_to_recordset('${JSON.stringify(rules)}'::jsonb) as r ("billOrderType" text, "feeCode" text)
      join fee_types f on f.tenant_id = tenant_now() and f.fee_code = r."feeCode")) as content
    from handling
    union all
    select id, '{"kind": "freight", "dimDivisor": null, "dimRounding": null, "weightStep": null, "weightBasis": null, "flatPrice": "0",
      "rows": [], "surcharges": []}'::jsonb from freight) x`

/** The database as its owner; journeys in a browser have one too. */
type Ground = {
  owner: <R extends object>(text: string, values?: unknown[], tenantId?: number) => Promise<R[]>
}
type Price = {
  tenantId: number
  quoteCode: string
  /** Who it is agreed with; without, it is the default of all customers. */
  customerId?: number
  discount?: string
  fuelPercent?: string
} & (
  | { kind: 'freight'; channelId: number; content: FreightContent }
  | { kind: 'operation'; content: OperationContent }
)

/** A quote with one version, in force since 2020. A new default takes the place of the one before. */
export async function publishPrice({ owner }: Ground, price: Price) {
  const { tenantId, quoteCode, customerId, discount = '1.00', fuelPercent, kind, content } = price
  const channelId = price.kind === 'freight' ? price.channelId : null
  const isDefault = customerId === undefined
  if (isDefault)
    await owner(
      'update quotes set is_default = false where kind = $1::quote_kind and channel_id is not distinct from $2',
      [kind, channelId],
      tenantId,
    )
  const [made] = await owner<{ id: string }>(
    `with quote as (
       insert into quotes (tenant_id, quote_code, quote_name, search_line, kind, channel_id, is_default)
       values (tenant_now(), $1, $1, lower($1), $2::quote_kind, $3, $4) returning id),
     version as (
       insert into quote_versions (tenant_id, quote_id, version_no, content, effective_from, published_at, published_by, created_by)
       select tenant_now(), id, 1, $5::jsonb, '2020-01-01', '2020-01-01', system_account(), system_account() from quote)
     select id from quote`,
    [quoteCode, kind, channelId, isDefault, JSON.stringify({ kind, ...content })],
    tenantId,
  )
  if (fuelPercent)
    await owner(
      `insert into fuel_rates (tenant_id, quote_id, starts_on, percent, created_by)
       values (tenant_now(), $1, '2020-01-01', $2, system_account())`,
      [made?.id, fuelPercent],
      tenantId,
    )
  if (!isDefault)
    await owner(
      `insert into customer_prices (tenant_id, customer_id, quote_id, kind, channel_id, discount, effective_from, created_by)
       values (tenant_now(), $1, $2, $3::quote_kind, $4, $5, '2020-01-01', system_account())`,
      [customerId, made?.id, kind, channelId, discount],
      tenantId,
    )
}

/** A group of customers that has a quote with a discount since 2020. */
export async function aPricedGroup(
  { owner }: Ground,
  {
    tenantId,
    groupCode,
    quoteCode,
    discount,
  }: Record<'groupCode' | 'quoteCode' | 'discount', string> & {
    tenantId: number
  },
): Promise<number> {
  const [made] = await owner<{ id: string }>(
    `with made as (
       insert into customer_groups (tenant_id, group_code, group_name) values (tenant_now(), $1, $1) returning id)
     insert into customer_prices (tenant_id, group_id, quote_id, kind, channel_id, discount, effective_from, created_by)
     select tenant_now(), made.id, q.id, q.kind, q.channel_id, $3, '2020-01-01', system_account()
     from made, quotes q where q.tenant_id = tenant_now() and q.quote_code = $2 returning group_id as id`,
    [groupCode, quoteCode, discount],
    tenantId,
  )
  return Number(made?.id)
}

export const freightRow = (
  zoneCode: string,
  weightFrom: string,
  weightTo: string | null,
  price: string,
): FreightRow => ({
  ...{ zoneCode, weightFrom, weightTo, price, billingCode: 'flat' },
  ...{ firstWeight: null, nextPrice: null, step: null, minCharge: null },
})

export const surcharge = (
  type: FreightSurcharge['type'],
  amount: string,
  fuelable = false,
): FreightSurcharge => ({
  ...{ type, amount, fuelable, percent: null, remoteLevel: null, measure: null, above: null },
  ...{ dateFrom: null, dateTo: null },
})

/** Freight by a table of zones and weights, or one price for every package. */
export const freightOf = (over: Partial<FreightContent>): FreightContent => ({
  ...{ dimDivisor: null, dimRounding: null, weightStep: null, weightBasis: null, flatPrice: null },
  ...{ rows: [], surcharges: [], ...over },
})

/** Handling at one price for each document, by the codes of the fees. */
export async function handlingOf(
  { owner }: Ground,
  tenantId: number,
  prices: readonly [feeCode: string, billOrderType: string, price: string][],
): Promise<OperationContent> {
  const types = await owner<{ id: string; code: string }>(
    'select id, fee_code as code from fee_types',
    [],
    tenantId,
  )
  return {
    dimDivisor: null,
    rules: prices.map(([feeCode, billOrderType, firstPrice]) => ({
      feeTypeId: Number(types.find(({ code }) => code === feeCode)?.id),
      feeCode,
      billOrderType: billOrderType as 'order',
      chargeUnit: 'order',
      conditionType: 'none',
      ...{ minCharge: null, maxCharge: null },
      tiers: [{ from: '0', to: null, firstCount: 1, firstPrice, nextPrice: null }],
    })),
  }
}
