import { describe, expect, test } from 'vitest'
import type { SentTo } from '../../../platform/calls/call.ts'
import { addLabelChannels } from '../../../testing/order-builders.ts'
import { handlingOf, publishPrice } from '../../../testing/price-builders.ts'
import { aPricedDesk, type PricedDesk } from '../../../testing/priced-desk.ts'
import { aUser, startTestServer } from '../../../testing/test-server.ts'
import { voidOrders } from '../../contract.ts'
import { ordersFromSheet } from '../../server/import-orders.ts'
import { estimateOrder, getOrderCost } from '../contract.ts'

const server = await startTestServer()
const aDesk = () => aPricedDesk(server)

type Typed = SentTo<typeof estimateOrder>
const typed = (desk: PricedDesk, over: Partial<Typed> = {}): Typed => {
  const order = desk.facts({ lines: desk.three() })
  const { customerId, channelId, countryCode, stateCode, city, postcode, addressKind } = order
  const { signature, insuredValue, lines } = order
  return {
    ...{ customerId, channelId, countryCode, stateCode, city, postcode, addressKind, signature },
    ...{ insuredValue, lines, ...over },
  }
}
const estimate = async (desk: PricedDesk, over: Partial<Typed> = {}) =>
  (await desk.send(estimateOrder, typed(desk, over))).data
const costOf = async (desk: PricedDesk, id: number) => (await desk.send(getOrderCost, { id })).data
const freight = [
  { feeCode: 'FREIGHT', nameZh: '运费', nameEn: 'Freight', amount: '9.10' },
  { feeCode: 'RESIDENTIAL', amount: '5.95' },
  { feeCode: 'FUEL', amount: '2.48' },
]

describe('the estimate of an order that is being typed', () => {
  test('has its lines, and says what is in the account', async () => {
    const desk = await aDesk()
    await desk.pay('20.00')
    expect(await estimate(desk)).toMatchObject({
      ...{ kind: 'estimate', lines: freight, amount: '17.53', problem: null, isFreightLater: false },
      ...{ held: null, balance: '20.00', frozen: '0.00', spendable: '20.00', shortBy: null },
    })
  })

  test('explains each line: which weight, zone and row', async () => {
    const desk = await aDesk()
    const steps = {
      FREIGHT: expect.arrayContaining([
        expect.objectContaining({ what: 'Freight of package 1', how: expect.stringContaining('zone') }),
      ]),
      FUEL: [expect.objectContaining({ how: expect.stringContaining('%') })],
    }
    const lines = expect.arrayContaining(
      Object.entries(steps).map(([feeCode, each]) => expect.objectContaining({ feeCode, steps: each })),
    )
    expect(await estimate(desk)).toMatchObject({ lines })
    const { id } = await desk.create({ lines: desk.three() })
    expect(await costOf(desk, id)).toMatchObject({ kind: 'estimate', lines })
  })

  test('is what the audit holds once the order is created, and what is charged when it ships as estimated', async () => {
    const desk = await aDesk()
    await desk.pay('100.00')
    for (const over of [{}, { addressKind: 'commercial' as const }, { lines: [desk.line('BOLT', 1)] }]) {
      const estimated = await estimate(desk, over)
      const { id } = await desk.audited(over)
      const { amount } = estimated as { amount: string }
      expect(await desk.holdsOf(id)).toEqual([`${amount} open`])
      await desk.print([id])
      expect(await desk.ship(id)).toMatchObject({ ok: 1 })
      const charged = await desk.asOwner(
        'select sum(amount)::text as amount from fees where source_id = $1',
        [id],
      )
      expect([await desk.holdsOf(id), charged]).toEqual([[`${amount} consumed`], [{ amount }]])
    }
  })

  test('says by how much the account is short, and that there is no limit', async () => {
    const desk = await aDesk()
    await desk.pay('10.00')
    expect(await estimate(desk)).toMatchObject({ spendable: '10.00', shortBy: '7.53' })
    await desk.setTerms({ limit: 'none' })
    expect(await estimate(desk)).toMatchObject({ spendable: null, shortBy: null })
  })

  test('says in words what has no price', async () => {
    const desk = await aDesk()
    expect(await estimate(desk, { postcode: '10001', stateCode: 'NY' })).toMatchObject({
      ...{ lines: [], amount: null, shortBy: null, problem: 'The address has no zone on channel LOCAL' },
    })
  })

  test('asks for no money without a price, even of an overdrawn account', async () => {
    const desk = await aDesk()
    await desk.setTerms({ limit: 'none' })
    const { id } = await desk.audited()
    await desk.print([id])
    expect(await desk.ship(id)).toMatchObject({ ok: 1 })
    await desk.setTerms({ limit: 'balance' })
    expect(await estimate(desk)).toMatchObject({ balance: '-17.53', shortBy: '35.06' })
    expect(await estimate(desk, { postcode: '10001', stateCode: 'NY' })).toMatchObject({
      ...{ balance: '-17.53', amount: null, shortBy: null },
    })
  })

  test('has the insurance, which is never free in silence', async () => {
    const desk = await aDesk()
    await desk.asOwner(`update channels set support_insurance = true where channel_code = 'LOCAL'`)
    const problem = 'The freight price for channel LOCAL has no insurance'
    expect(await estimate(desk, { insuredValue: '200.00' })).toMatchObject({ amount: null, problem })
    await desk.pay('50.00')
    const { id } = await desk.audited({ insuredValue: '200.00' })
    const query = 'select status, exception_code as code from orders where id = $1'
    expect(await desk.asOwner(query, [id])).toEqual([{ status: 'audit_exception', code: 'no_price' }])
  })

  test('has the signature, which is never free in silence', async () => {
    const desk = await aDesk()
    await desk.asOwner(`update channels set support_signature = true where channel_code = 'LOCAL'`)
    const problem = 'The freight price for channel LOCAL has no signature fee'
    expect(await estimate(desk, { signature: true })).toMatchObject({ amount: null, problem })
    await desk.pay('50.00')
    const { id } = await desk.audited({ signature: true })
    const query = 'select status, exception_code as code from orders where id = $1'
    expect(await desk.asOwner(query, [id])).toEqual([{ status: 'audit_exception', code: 'no_price' }])
  })

  test('leaves out freight that only the label tells', async () => {
    const desk = await aDesk()
    const channelId = (await addLabelChannels(server, desk))('BOUGHT')
    await desk.asOwner(`update channels set billing_method = 'carrier_cost' where channel_code = 'BOUGHT'`)
    expect(await estimate(desk, { channelId })).toMatchObject({ amount: '0.00', isFreightLater: true })
  })

  test('is refused for goods of another customer and for what does not exist', async () => {
    const desk = await aDesk()
    const fields = async (over: Partial<Typed>) =>
      ((await estimate(desk, over)) as { fields: { path: string }[] }).fields.map(({ path }) => path)
    expect(await fields({ customerId: 999_999 })).toEqual(['customerId'])
    expect(await fields({ channelId: 999_999 })).toEqual(['channelId'])
    expect(await fields({ lines: [desk.line('SCREW', 1)] })).toEqual(['lines.0.productId'])
  })

  test('is nothing at a satellite', async () => {
    const [desk, main] = [await aDesk(), await aDesk()]
    const { id } = await desk.create({ lines: desk.three() })
    await server.owner(
      `update tenants set system_version = 'satellite', parent_tenant_id = $2 where id = $1`,
      [desk.tenantId, main.tenantId],
    )
    expect([await estimate(desk), await costOf(desk, id)]).toEqual([null, null])
  })
})

describe('the cost of an order', () => {
  test('is an estimate with what is held, and then what was charged', async () => {
    const desk = await aDesk()
    await desk.pay('20.00')
    const { id } = await desk.create({ lines: desk.three() })
    expect(await costOf(desk, id)).toMatchObject({ kind: 'estimate', amount: '17.53', held: null })
    await desk.audit(id)
    // What it holds is its own: the account is not short for it.
    expect(await costOf(desk, id)).toMatchObject({
      ...{ amount: '17.53', held: '17.53', frozen: '17.53', spendable: '20.00', shortBy: null },
    })
    await desk.print([id])
    await desk.weigh(id, '5')
    expect(await costOf(desk, id)).toMatchObject({ amount: '18.02', held: '17.53' })
    await desk.ship(id)
    expect(await costOf(desk, id)).toMatchObject({
      ...{ kind: 'charged', status: 'charged', amount: '18.02', problem: null, held: null },
      lines: [
        { feeCode: 'FREIGHT', amount: '9.52', status: 'settled', feeNo: expect.stringMatching(/^FE\d+$/) },
        { feeCode: 'RESIDENTIAL' },
        { feeCode: 'FUEL', amount: '2.55' },
      ],
    })
  })

  test('of a voided order is what voiding it cost', async () => {
    const desk = await aDesk()
    await desk.pay('50.00')
    const [{ id }, bare] = [await desk.audited(), await desk.create()]
    await desk.send(voidOrders, { ids: [id, bare.id], reason: 'cancelled' })
    expect(await costOf(desk, id)).toMatchObject({ amount: '1.00', lines: [{ feeCode: 'LABEL_CANCEL' }] })
    expect(await costOf(desk, bare.id)).toMatchObject({ status: null, lines: [], amount: '0.00' })
  })

  test('that is not known yet says why, with what stays held', async () => {
    const desk = await aDesk()
    await desk.pay('50.00')
    const { id } = await desk.audited()
    await desk.print([id])
    await desk.asOwner('delete from zone_rows')
    await desk.ship(id)
    expect(await costOf(desk, id)).toMatchObject({
      ...{ status: 'open', lines: [], held: '17.53', problem: 'The address has no zone on channel LOCAL' },
    })
  })

  test('is hidden from users who may not see fees', async () => {
    const desk = await aDesk()
    const { id } = await desk.create({ lines: desk.three() })
    expect(await costOf(desk, 999_999), 'there is no such order').toMatchObject({ kind: 'not_found' })
    const permissions = ['order:order:view', 'order:order:edit']
    const clerk = await aUser(server, { tenantId: desk.tenantId, permissions })
    for (const answer of [
      await server.send(getOrderCost, { id }, clerk),
      await server.send(estimateOrder, typed(desk), clerk),
    ])
      expect(answer).toMatchObject({ success: false, data: { kind: 'forbidden' } })
  })
})

describe('the check of a spreadsheet', () => {
  const row = (rowNo: number, referenceNo: string, over: object = {}) => ({
    rowNo,
    value: {
      ...{ customerCode: 'ACME', referenceNo, sku: 'BOLT', quantity: 3, channelCode: 'LOCAL' },
      ...{ receiverName: 'Ann', countryCode: 'US', stateCode: 'CA', city: 'LA', postcode: '90001' },
      ...{ address1: '1 Main Street', addressKind: 'residential', ...over },
    } as Parameters<typeof ordersFromSheet.judge>[2][number]['value'],
  })
  const warnings = async (desk: PricedDesk, rows: ReturnType<typeof row>[], permissions = ['*']) => {
    const who = { ...desk.who, permissions }
    const warned = await server.database.read(desk.tenantId, async (db) =>
      ordersFromSheet.warn?.(db, who, rows),
    )
    return rows.map(({ rowNo }) => [rowNo, warned?.get(rowNo)?.message.en_US ?? 'new'])
  }

  test('warns of the orders that the customers’ balances do not cover, one after the other', async () => {
    const desk = await aDesk()
    await desk.pay('20.00')
    expect(
      await warnings(desk, [row(2, 'A'), row(3, 'B'), row(4, 'B', { sku: 'NUT', quantity: 1 })]),
    ).toEqual([
      [2, 'new'],
      [
        3,
        'The freight table of channel LOCAL does not cover a billable weight of 8. The order is imported, but won’t pass the audit.',
      ],
      [4, 'new'],
    ])
    expect(await warnings(desk, [row(2, 'A'), row(3, 'B')])).toEqual([
      [2, 'new'],
      [
        3,
        'The customer’s balance is too low: estimate 17.53, short by 15.06. The order is imported, but won’t pass the audit.',
      ],
    ])
  })

  test('tells no amounts to users who may not see fees', async () => {
    const desk = await aDesk()
    expect(await warnings(desk, [row(2, 'A')], ['order:order:create'])).toEqual([
      [2, 'The customer’s balance is too low. The order is imported, but won’t pass the audit.'],
    ])
  })

  test('warns of nothing where the money is there', async () => {
    const desk = await aDesk()
    await desk.pay('100.00')
    await publishPrice(server, {
      ...{ tenantId: desk.tenantId, quoteCode: 'OP', kind: 'operation' },
      content: await handlingOf(server, desk.tenantId, [['OUT_HANDLING', 'order', '1.20']]),
    })
    expect(await warnings(desk, [row(2, 'A'), row(3, 'B')])).toEqual([
      [2, 'new'],
      [3, 'new'],
    ])
  })
})
