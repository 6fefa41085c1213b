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
