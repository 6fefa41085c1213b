import { sql } from 'kysely'
import type pg from 'pg'
import { addPool as addPoolCall } from '../channels/numbers/contract.ts'
import { addPool } from '../channels/numbers/server/numbers.ts'
import { channelsToSatellites } from '../channels/server/to-satellites.ts'
import { customersToSatellites } from '../customers/server/to-satellites.ts'
import { createOrder as createOrderCall } from '../orders/contract.ts'
import { auditOrders } from '../orders/server/audit.ts'
import { createOrder } from '../orders/server/orders.ts'
import type { Who } from '../platform/calls/who.ts'
import { handleOn, type Tx } from '../platform/database/server/db.ts'
import { createProduct as createProductCall } from '../products/contract.ts'
import { approveProducts, createProduct } from '../products/server/products.ts'
import { createInbound } from '../receiving/server/inbounds.ts'
import { receive } from '../receiving/server/receive.ts'
import { confirmInbounds } from '../receiving/server/steps.ts'
import { demoUser } from './demo-user.ts'

const goods = [
  {
    sku: 'QH-CABLE-1M',
    nameZh: '1 米充电线',
    nameEn: 'Charging cable, 1 m',
    sides: ['6', '4', '1'],
    weight: '0.2',
  },
  {
    sku: 'QH-PLUG-20W',
    nameZh: '20W 充电头',
    nameEn: 'Charger, 20 W',
    sides: ['3', '3', '2'],
    weight: '0.3',
  },
] as const

/** The satellite of the demo: the main warehouse's customers and channels, goods and numbers of its own, and orders. */
export async function seedSatellite(client: pg.Client, tenantId: number, parentId: number): Promise<void> {
  const tx = handleOn(client)
  const within = (id: number) => sql`select set_config('app.tenant_id', ${String(id)}, true)`.execute(tx)
  await within(parentId)
  const customers = await customersToSatellites.read(tx, { tenantId: parentId })
  const channels = await channelsToSatellites.read(tx, { tenantId: parentId })
  await within(tenantId)
  const system = { tenantId, accountId: null, loginAccount: 'system', ip: '', requestId: 'demo' }
  await customersToSatellites.write(tx, system, customers)
  await channelsToSatellites.write(tx, system, channels)

  const owner = await tx
    .selectFrom('accounts')
    .select(['id', 'loginAccount', 'userName', 'zoneCode'])
    .where('tenantId', '=', tenantId)
    .where('kind', '=', 'staff')
    .executeTakeFirstOrThrow()
  const who = demoUser(tenantId, 'satellite', owner)
  const { id: customerId } = await tx
    .selectFrom('customers')
    .select('id')
    .where('tenantId', '=', tenantId)
    .where('customerCode', '=', 'QIHANG')
    .executeTakeFirstOrThrow()
  const { id: channelId } = await tx
    .selectFrom('channels')
    .select('id')
    .where('tenantId', '=', tenantId)
    .where('channelCode', '=', 'LOCAL-LA')
    .executeTakeFirstOrThrow()
  const range = { prefix: 'EWR', digits: 8, checkRule: 'none', suffix: '', firstNo: 1, lastNo: 5000 }
  await addPool(tx, who, addPoolCall.input.parse({ channelId, ...range }))
  const productIds = await receiveGoods(tx, who, customerId)
  for (const [i, lines] of [[0], [0, 1], [1]].entries()) {
    const { id } = await createOrder(
      tx,
      who,
      createOrderCall.input.parse({
        customerId,
        channelId,
        referenceNo: `NJ-${2001 + i}`,
        lines: lines.map((at) => ({ productId: productIds[at], quantity: i + 1, declaredValue: null })),
        ...{
          receiverName: 'Karen L.',
          phone: '555-010-2001',
          countryCode: 'US',
          stateCode: 'NY',
          city: 'Brooklyn',
        },
        ...{
          postcode: '11201',
          address1: '75 Court St',
          addressKind: 'residential',
          signature: false,
          priority: 0,
        },
        ...{ platform: null, platformOrderNo: null, shopName: null, company: null, email: null, taxNo: null },
        ...{
          address2: null,
          address3: null,
          doorplate: null,
          insuredValue: null,
          remark: null,
          pickRemark: null,
        },
        tags: [],
      }),
    )
    // The last one waits for its audit.
    if (i < 2) await auditOrders(tx, who, { ids: [id] })
  }
}

/** Products of a customer, received straight into a bin. */
async function receiveGoods(tx: Tx, who: Who, customerId: number): Promise<number[]> {
  const productIds: number[] = []
  for (const { sku, nameZh, nameEn, sides, weight } of goods) {
    const [declaredLength, declaredWidth, declaredHeight] = sides
    const product = createProductCall.input.parse({
      customerId,
      ...{ sku, nameZh, nameEn, declaredLength, declaredWidth, declaredHeight, declaredWeight: weight },
      ...{
        category: null,
        brand: null,
        declaredValue: null,
        declaredCurrency: null,
        hsCode: null,
        originCountry: 'CN',
      },
      ...{ isBattery: false, isLiquid: false, isFragile: false, isDangerous: false },
      ...{ expiryManaged: false, shelfLifeDays: null, lotManaged: false, warnStock: null, warnAgeDays: null },
    })
    productIds.push((await createProduct(tx, who, product)).id)
  }
  await approveProducts(tx, who, { ids: productIds })
  const bin = await tx
    .selectFrom('locations')
    .select('id')
    .where('tenantId', '=', who.tenantId)
    .where('locationCode', '=', 'A-01-1')
    .executeTakeFirstOrThrow()
  const { id: inboundId } = await createInbound(tx, who, {
    customerId,
    inboundType: 'by_sku',
    ...{
      referenceNo: 'NJ-IN-1',
      transport: 'truck',
      containerNo: null,
      trackingNos: [],
      eta: null,
      originNo: null,
    },
    ...{ putawayDate: null, remark: null, boxes: [], fileIds: [], isSubmitted: true },
    lines: productIds.map((productId) => ({
      ...{ boxNo: null, productId, expected: 60, productionDate: null, expiryDate: null, lot: null },
    })),
  })
  await confirmInbounds(tx, who, { ids: [inboundId] })
  await receive(tx, who, {
    inboundId,
    boxId: null,
    lines: productIds.map((productId) => ({
      ...{
        productId,
        good: 60,
        defective: 0,
        locationId: bin.id,
        defectiveLocationId: null,
        productionDate: null,
      },
      ...{
        expiryDate: null,
        lot: null,
        photoFileIds: [],
        isUnexpected: false,
        confirmedTotal: 60,
        remark: null,
      },
    })),
  })
  return productIds
}
