import { postMoney } from '../billing/money/server/ledger.ts'
import { auditOrders } from '../orders/contract.ts'
import type { BulkResult } from '../platform/calls/call.ts'
import { shipOrders } from '../shipping/outbound/contract.ts'
import { aShippingDesk } from './order-builders.ts'
import { freightOf, freightRow, handlingOf, publishPrice, surcharge } from './price-builders.ts'
import type { TestServer } from './test-server.ts'

/** Three bolts are estimated at 2.298 lb in 12 × 9 × 5 in, which costs 17.53; a package of 5 lb costs 18.02. */
export const freightTable = freightOf({
  rows: [
    freightRow('5', '0', '3', '8.00'),
    freightRow('5', '3', '4', '11.37'),
    freightRow('5', '4', '5', '11.90'),
  ],
  surcharges: [surcharge('residential', '5.95', true), surcharge('label_cancel', '1.00')],
})

/** Simple prices for the orders of a desk: so much an order, 5.00 a package by LOCAL, 7.00 by LIGHT. */
export async function publishFlatPrices(
  server: Pick<TestServer, 'database' | 'owner'>,
  { tenantId, channelOf }: Pick<Awaited<ReturnType<typeof aShippingDesk>>, 'tenantId' | 'channelOf'>,
  cancelsAt: readonly string[] = ['LOCAL'],
) {
  const handling = await handlingOf(server, tenantId, [
    ['OUT_HANDLING', 'order', '1.20'],
    ['INTERCEPT', 'order', '2.00'],
    ['RTN_HANDLING', 'return', '0'],
  ])
  await publishPrice(server, { tenantId, quoteCode: 'OP', kind: 'operation', content: handling })
  for (const [code, flatPrice] of [
    ['LOCAL', '5.00'],
    ['LIGHT', '7.00'],
  ] as const) {
    const surcharges = cancelsAt.includes(code) ? [surcharge('label_cancel', '1.00')] : []
    await publishPrice(server, {
      ...{ tenantId, quoteCode: code, kind: 'freight', channelId: channelOf(code) },
      content: freightOf({ flatPrice, surcharges }),
    })
  }
}

/** A shipping desk with a hundred bolts, whose channel LOCAL has zones and a freight table: the prices of domain example FR-1. */
export async function aPricedDesk(server: Pick<TestServer, 'database' | 'owner' | 'send'>) {
  const desk = await aShippingDesk(server)
  const { tenantId, customerId, who } = desk
  const asOwner = <R extends object>(text: string, values: unknown[] = []) =>
    server.owner<R>(text, values, tenantId)
  const bolts = await desk.batch('BOLT')
  await desk.move({ flow: 'receive', batchId: bolts, onHand: 100 })
  await asOwner(
    `update products set declared_length = 11.1, declared_width = 8.1, declared_height = 1.36, declared_weight = 0.766 where sku = 'BOLT'`,
  )
  await asOwner(
    `with schema as (
       insert into zone_schemas (tenant_id, schema_code, schema_name, search_line) values (tenant_now(), 'US-W', 'West', 'west') returning id)
     insert into zone_rows (tenant_id, schema_id, row_no, zone_code, country_code, zip_from, zip_to, remote_level)
     select tenant_now(), id, 1, '5', 'US', '900', '908', 'none' from schema`,
  )
  await asOwner(
    `update channels set billing_method = 'price_book', zone_schema_id = (select id from zone_schemas), dim_divisor = 139, dim_rounding = 'ceil',
       weight_step = 1, weight_basis = 'max' where channel_code = 'LOCAL'`,
  )
  await publishPrice(server, {
    ...{ tenantId, customerId, quoteCode: 'FR-1', discount: '0.80', fuelPercent: '16.50' },
    ...{ kind: 'freight', channelId: desk.channelOf('LOCAL'), content: freightTable },
  })

  let count = 0
  /** Money that is paid in, or with a negative amount paid out. */
  const pay = (amount: string, customer = customerId) =>
    desk.write((tx) =>
      postMoney(tx, who, [
        {
          ...{ sourceType: 'test', sourceId: ++count, sourceNo: `T-${count}`, customerId: customer },
          ...{ business: 'collection', type: amount.startsWith('-') ? 'out' : 'in' },
          amount: amount.replace('-', ''),
        },
      ]),
    )
  /** Balance and what is frozen of it. */
  const money = async (customer = customerId) => {
    const [row] = await asOwner<{ balance: string; frozen: string }>(
      'select balance, frozen from customer_accounts where customer_id = $1',
      [customer],
    )
    return [row?.balance, row?.frozen]
  }
  const setTerms = (terms: {
    limit?: 'none' | 'balance' | 'balance_and_credit'
    credit?: string
    mode?: 'balance' | 'bill'
  }) =>
    asOwner(
      `update customers set bill_amount_limit = coalesce($1::bill_amount_limit, bill_amount_limit),
         credit_limit = coalesce($2, credit_limit), settlement_mode = coalesce($3::settlement_mode, settlement_mode) where id = $4`,
      [terms.limit ?? null, terms.credit ?? null, terms.mode ?? null, customerId],
    )

  const three = () => [desk.line('BOLT', 3)]
  const audit = async (...ids: number[]) => (await desk.send(auditOrders, { ids })).data as BulkResult
  const ship = async (...ids: number[]) => (await desk.send(shipOrders, { ids })).data as BulkResult
  /** An order whose audit has ended, one way or the other. */
  const audited = async (over: Parameters<typeof desk.create>[0] = {}) => {
    const order = await desk.create({ lines: three(), ...over })
    return { ...order, result: await audit(order.id) }
  }
  /** The status of an order and, in an exception, its code. */
  const standing = async (id: number) => {
    const [row] = await asOwner<{ status: string; code: string | null }>(
      'select status, exception_code as code from orders where id = $1',
      [id],
    )
    return row?.code ?? row?.status
  }
  /** The holds of an order, each as its amount and status. */
  const holdsOf = async (id: number) =>
    (
      await asOwner<{ amount: string; status: string }>(
        `select amount, status from account_holds where source_id = $1 and reason = 'order' order by id`,
        [id],
      )
    ).map(({ amount, status }) => `${amount} ${status}`)
  /** The live fees of an order, each as its code, amount and status. */
  const feesOf = async (id: number) =>
    (
      await asOwner<{ code: string; amount: string; status: string }>(
        `select t.fee_code as code, f.amount, f.status from fees f join fee_types t on t.tenant_id = f.tenant_id and t.id = f.fee_type_id
         where f.source_id = $1 and f.order_type = 'order' and f.status in ('settled', 'not_settled') order by f.id`,
        [id],
      )
    ).map(({ code, amount, status }) => `${code} ${amount} ${status}`)
  const eventOf = async (id: number, kind = 'order') => {
    const [row] = await asOwner<{ id: string; status: string; gap: string | null; what: string | null }>(
      `select id, status, gap, gap_detail ->> 'what' as what from billable_events where source_id = $1 and kind = $2::billable_kind`,
      [id, kind],
    )
    return row && { ...row, id: Number(row.id) }
  }
  /** What the package of an order weighs on the scales. */
  const weigh = (id: number, weight: string) =>
    asOwner('update packages set weight = $1 where order_id = $2', [weight, id])
  return {
    ...{ ...desk, bolts, asOwner, pay, money, setTerms, three, audit, ship, audited, standing, holdsOf },
    ...{ feesOf, eventOf, weigh },
  }
}
export type PricedDesk = Awaited<ReturnType<typeof aPricedDesk>>
