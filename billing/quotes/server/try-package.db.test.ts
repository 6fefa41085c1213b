import { describe, expect, test } from 'vitest'
import type { OutputOf, SentTo } from '../../../platform/calls/call.ts'
import {
  aPricedGroup,
  freightOf,
  freightRow,
  publishPrice,
  surcharge,
} from '../../../testing/price-builders.ts'
import { aPricedDesk, type PricedDesk } from '../../../testing/priced-desk.ts'
import { startTestServer } from '../../../testing/test-server.ts'
import { getQuote, getVersion, tryPackage } from '../contract.ts'
import { factsOfTrial, priceOfTrial } from '../try-package.ts'

const server = await startTestServer()

const content = freightOf({
  rows: [
    freightRow('5', '0', '4', '11.37'),
    freightRow('5', '4', '20', '14.28'),
    freightRow('8', '0', '20', '21.50'),
  ],
  surcharges: [
    surcharge('residential', '5.95', true),
    { ...surcharge('remote', '4.20', true), remoteLevel: 'das' },
    { ...surcharge('remote', '9.10'), remoteLevel: 'das_ext' },
    surcharge('signature', '3.00'),
    { ...surcharge('insurance', ''), amount: null, percent: '1.25' },
    { ...surcharge('oversize', '7.00'), measure: 'longest_side', above: '14' },
  ],
})

/** A desk whose channel has three zones, of which two are remote, and a price that the customer has at 0.80. */
async function aDesk() {
  const desk = await aPricedDesk(server)
  const { tenantId, customerId } = desk
  await desk.asOwner(
    `insert into zone_rows (tenant_id, schema_id, row_no, zone_code, country_code, state_code, zip_from, zip_to, remote_level)
     select tenant_now(), id, x.no, x.zone, 'US', x.state, x.zip, x.zip, x.level::remote_level
     from zone_schemas, (values (2, '5', null, '90210', 'das'), (3, '8', 'NY', null, 'das_ext')) x (no, zone, state, zip, level)`,
  )
  await desk.asOwner(
    `update channels set support_insurance = true, support_signature = true where channel_code = 'LOCAL'`,
  )
  await desk.asOwner('delete from customer_prices')
  await publishPrice(server, {
    ...{ tenantId, customerId, quoteCode: 'TRY', discount: '0.80', fuelPercent: '16.50' },
    ...{ kind: 'freight', channelId: desk.channelOf('LOCAL'), content },
  })
  await desk.setTerms({ limit: 'none' })
  const [quote] = await desk.asOwner<{ id: string; today: string }>(
    `select id, warehouse_today()::text as today from quotes where quote_code = 'TRY'`,
  )
  const quoteId = Number(quote?.id)
  const today = quote?.today ?? ''
  const trial = async (over: Partial<SentTo<typeof tryPackage>> = {}) =>
    (
      await desk.send(tryPackage, {
        ...{ quoteId, customerId, date: today, countryCode: 'US', stateCode: 'CA', city: 'Los Angeles' },
        ...{ postcode: '90001', zoneCode: '', weight: '2.3', length: '11.1', width: '8.1', height: '4.1' },
        ...{ pieces: 3, insuredValue: '', isHome: true, isSigned: false, ...over },
      })
    ).data as OutputOf<typeof tryPackage>
  return { ...desk, quoteId, today, trial }
}
type Desk = Awaited<ReturnType<typeof aDesk>>

const size = { weight: '2.3', length: '11.1', width: '8.1', height: '4.1' }

/** What an order with one package of this size is charged for its freight, by fee. */
async function charged(desk: PricedDesk, over: Parameters<PricedDesk['create']>[0], sides = size) {
  const { id, result } = await desk.audited(over)
  expect(result).toMatchObject({ ok: 1 })
  await desk.print([id])
  await desk.asOwner(
    'update packages set weight = $2, length = $3, width = $4, height = $5 where order_id = $1',
    [...[id, sides.weight, sides.length, sides.width, sides.height]],
  )
  expect(await desk.ship(id)).toMatchObject({ ok: 1 })
  return (await desk.feesOf(id)).map((fee) => fee.split(' ').slice(0, 2).join(' '))
}
const feesIn = ({ fees }: { fees: readonly { feeCode: string; amount: string }[] }) =>
  fees.map(({ feeCode, amount }) => `${feeCode} ${amount}`)

/** The same by the prices as they are edited, as the page calculates them. */
async function edited(
  desk: Desk,
  answer: OutputOf<typeof tryPackage>,
  over: { insuredValue?: string; isHome?: boolean; isSigned?: boolean } = {},
  sides = size,
) {
  const quote = await server.done(getQuote, { id: desk.quoteId }, desk)
  const [version] = quote.versions
  const { content: prices } = await server.done(getVersion, { id: version?.id ?? 0 }, desk)
  if (prices.kind !== 'freight' || quote.channel === null) throw new Error('no freight')
  const result = priceOfTrial(
    { versionId: 0, ...prices, fuelRates: quote.fuelRates },
    factsOfTrial(quote.channel, answer, {
      ...{ ...sides, insuredValue: null, isHome: true, isSigned: false, pieces: 3, ...over },
    }),
    { discount: answer.own.discount, chargeDate: desk.today, unit: quote.unit ?? 1, currency: 'USD' },
  )
  return 'gap' in result ? result.gap : feesIn(result)
}

describe('a tried package costs what an order of the same facts is charged', () => {
  test.each([
    ['at home', {}, {}],
    [
      'in a remote area, with a business',
      { postcode: '90210', addressKind: 'commercial' },
      { postcode: '90210', isHome: false },
    ],
    [
      'found by its state, very remote, signed for and insured',
      { postcode: '10001', stateCode: 'NY', city: 'New York', signature: true, insuredValue: '333.33' },
      { postcode: '10001', stateCode: 'NY', city: 'New York', isSigned: true, insuredValue: '333.33' },
    ],
  ] as const)('%s', async (_, order, asked) => {
    const desk = await aDesk()
    const answer = await desk.trial(asked)
    const fees = await charged(desk, order)
    expect(feesIn(answer)).toEqual(fees)
    const {
      isHome = true,
      isSigned = false,
      insuredValue,
    } = { ...asked } as Parameters<typeof edited>[2] & object
    expect(await edited(desk, answer, { isHome, isSigned, ...(insuredValue && { insuredValue }) })).toEqual(
      fees,
    )
  })

  test('larger and heavier', async () => {
    const desk = await aDesk()
    const large = { weight: '6.75', length: '14.2', width: '10', height: '6' }
    const answer = await desk.trial(large)
    const fees = await charged(desk, {}, large)
    expect(fees).toContain('OVERSIZE 7.00')
    expect(feesIn(answer)).toEqual(fees)
    expect(await edited(desk, answer, {}, large)).toEqual(fees)
  })

  test('for a customer of a group, and for one with the default price', async () => {
    const desk = await aDesk()
    await desk.asOwner('delete from customer_prices')
    await publishPrice(server, {
      ...{ tenantId: desk.tenantId, quoteCode: 'ALL', fuelPercent: '10', kind: 'freight' },
      ...{
        channelId: desk.channelOf('LOCAL'),
        content: freightOf({ rows: [freightRow('5', '0', '20', '30')] }),
      },
    })
    const everyone = await desk.trial()
    expect(everyone).toMatchObject({
      inForce: { quoteCode: 'ALL', source: 'default' },
      own: { isUsed: false },
    })
    expect(feesIn(everyone)).toEqual(await charged(desk, {}))

    const groupId = await aPricedGroup(server, {
      ...{ tenantId: desk.tenantId, groupCode: 'G1', quoteCode: 'TRY', discount: '0.70' },
    })
    await desk.asOwner('update customers set group_id = $1 where id = $2', [groupId, desk.customerId])
    const ofGroup = await desk.trial()
    expect(ofGroup).toMatchObject({
      ...{ inForce: { quoteCode: 'TRY', versionNo: 1, discount: '0.70', source: 'group' } },
      own: { discount: '0.70', isUsed: true },
    })
    const fees = await charged(desk, {})
    expect([feesIn(ofGroup), await edited(desk, ofGroup)]).toEqual([fees, fees])
    expect(await desk.trial({ customerId: null })).toMatchObject({ inForce: { quoteCode: 'ALL' } })
  })
})

test('a tried package shows its zone, its billable weight and the row it is charged by', async () => {
  const desk = await aDesk()
  expect(await desk.trial({ postcode: '90210' })).toMatchObject({
    ...{ zoneCode: '5', remoteLevel: 'das', amount: '22.43', problem: null },
    inForce: { quoteCode: 'TRY', versionNo: 1, discount: '0.80', source: 'customer' },
    fees: [
      {
        feeCode: 'FREIGHT',
        amount: '9.10',
        detail: {
          packages: [{ billableWeight: '4', row: { weightTo: '4', price: '11.37' }, discount: '0.80' }],
        },
      },
      { feeCode: 'RESIDENTIAL', amount: '5.95' },
      { feeCode: 'REMOTE', amount: '4.20' },
      { feeCode: 'FUEL', amount: '3.18', detail: { percent: '16.50' } },
    ],
  })
  expect(await desk.trial({ countryCode: '', zoneCode: '8' })).toMatchObject({
    zoneCode: '8',
    remoteLevel: 'none',
  })
  expect(await desk.trial({ countryCode: 'DE', postcode: '10115' })).toMatchObject({
    ...{ zoneCode: null, amount: null, problem: 'The address isn’t in any zone' },
  })
})

test('the day decides version and fuel: noon of another day, and the moment itself for today', async () => {
  const desk = await aDesk()
  const [days] = await desk.asOwner<{ before: string; after: string }>(
    `select (warehouse_today() - 10)::text as before, (warehouse_today() + 10)::text as after`,
  )
  const { before = '', after = '' } = days ?? {}
  await desk.asOwner(
    `with ended as (update quote_versions v set inactive_at = (warehouse_today() + 5)::timestamptz from quotes q
       where q.id = v.quote_id and q.quote_code = 'TRY' returning v.quote_id, v.content)
     insert into quote_versions (tenant_id, quote_id, version_no, content, effective_from, published_at, published_by, created_by)
     select tenant_now(), quote_id, 2, jsonb_set(content, '{rows,0,price}', '"22.74"'), (warehouse_today() + 5)::timestamptz, now(),
       system_account(), system_account() from ended`,
  )
  await desk.asOwner(
    `insert into fuel_rates (tenant_id, quote_id, starts_on, percent, created_by)
     select tenant_now(), id, warehouse_today() - 3, '20', system_account() from quotes where quote_code = 'TRY'`,
  )
  const fuelOf = ({ fees }: OutputOf<typeof tryPackage>) =>
    fees.find(({ feeCode }) => feeCode === 'FUEL')?.detail
  const [past, now, later] = [
    await desk.trial({ date: before }),
    await desk.trial(),
    await desk.trial({ date: after }),
  ]
  expect([past, now, later].map((answer) => answer.inForce?.versionNo)).toEqual([1, 1, 2])
  expect([past, now, later].map(fuelOf)).toMatchObject([
    { percent: '16.50' },
    { percent: '20.00' },
    { percent: '20.00' },
  ])
  expect([past, now, later].map(({ fees }) => fees[0]?.amount)).toEqual(['9.10', '9.10', '18.19'])
  expect(feesIn(now)).toEqual(await charged(desk, {}))
  expect(await desk.trial({ date: '2019-01-01' })).toMatchObject({ amount: null, inForce: null })
})

test('a tried package is of a freight quote and of a customer that is there', async () => {
  const desk = await aDesk()
  const [handling] = await desk.asOwner<{ id: string }>(`select id from quotes where kind = 'operation'`)
  const send = (over: object) =>
    desk.send(tryPackage, {
      ...{
        quoteId: desk.quoteId,
        customerId: null,
        date: desk.today,
        countryCode: '',
        stateCode: '',
        city: '',
      },
      ...{ postcode: '', zoneCode: '5', ...size, pieces: 1, insuredValue: '', isHome: true, isSigned: false },
      ...over,
    })
  expect(await send({ quoteId: Number(handling?.id) })).toMatchObject({ success: false })
  expect(await send({ customerId: 999_999 })).toMatchObject({ success: false })
  expect(await send({})).toMatchObject({ success: true })
})
