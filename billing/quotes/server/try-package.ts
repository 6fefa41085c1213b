import { sql } from 'kysely'
import { zonesOf } from '../../../channels/zones/server/find-zones.ts'
import { customersText } from '../../../customers/text.ts'
import type { InputOf, OutputOf } from '../../../platform/calls/call.ts'
import { refuseAs, refuseField } from '../../../platform/calls/refusal.ts'
import type { Who } from '../../../platform/calls/who.ts'
import type { Db } from '../../../platform/database/server/db.ts'
import { choosePrices, type PricedWork } from '../../fees/event-prices.ts'
import { gapText } from '../../fees/gap-text.ts'
import { companyTerms, contentsOf, priceList } from '../../fees/server/price-book.ts'
import { type Gap, isGap, type PriceBinding, type QuoteVersion } from '../../pricing/price-types.ts'
import { bindingAt, costAt, type PriceInForce } from '../../pricing/version-at.ts'
import type * as calls from '../contract.ts'
import { quoteText } from '../text.ts'
import { factsOfTrial, priceOfTrial, type TriedZone } from '../try-package.ts'
import { pricedBy } from './quotes.ts'

type Input = InputOf<typeof calls.tryPackage>
type Answer = OutputOf<typeof calls.tryPackage>

type Tried = Pick<OutputOf<typeof calls.getQuote>, 'channel' | 'side' | 'isDefault'> & {
  channelId: number | null
  zoneSchemaId: number | null
  at: string
}

/**
 * Where a package goes and what it costs on a day: by the zone table, the customer's price and the fuel surcharge that an order shipped then
 * would be charged by. Of a day that is not today, noon decides which version is in force.
 */
export async function tryPackage(db: Db, who: Who, input: Input): Promise<Answer> {
  const { channel, channelId, side, isDefault, at, zoneSchemaId } = await quoteOf(db, who, input)
  if (channel === null || channelId === null) return refuseField('quoteId', quoteText.otherKind)
  const customers = await customerOf(db, who, input.customerId)
  const zone = await zoneOf(db, who, zoneSchemaId, input)
  const terms = await companyTerms(db, who)
  const list = await priceList(db, who, ['freight'], customers)
  const facts = factsOfTrial(channel, zone, input)
  const { customerId, groupId } = customers[0] ?? { customerId: 0, groupId: null }
  const work: PricedWork = {
    ...{ kind: 'order', customerId, groupId, at, chargeDate: input.date },
    facts: { ...facts, channelId, lines: [] },
  }
  const chosen = choosePrices(work, list)
  const price = side === 'cost' ? costAt(list, channelId, at) : chosen.freight
  const discount = price && !isGap(price) ? price.discount : chosen.freightDiscount
  const version = price && !isGap(price) ? price.version : undefined
  const contents = await contentsOf(db, who, version ? [version.versionId] : [])
  const result =
    price && isGap(price)
      ? price
      : priceOfTrial(contents.freight.get(version?.versionId ?? 0) ?? null, facts, {
          ...{ discount, chargeDate: input.date, unit: terms.unit, currency: terms.currency },
        })
  const names = await namesOf(db, who, price, result)
  const bound = bindingAt(list.bindings, { customerId, groupId, kind: 'freight', channelId }, at)?.binding
  return {
    ...zone,
    own: ownTerms(input.quoteId, side === 'sale' ? bound : undefined, isDefault),
    inForce:
      price && !isGap(price)
        ? {
            quoteCode: names.quoteCode ?? '',
            versionNo: names.versionNo ?? 0,
            discount,
            source: price.source,
          }
        : null,
    amount: isGap(result) ? null : result.amount,
    fees: isGap(result) ? [] : result.fees,
    problem: isGap(result) ? problemOf(result, names.quoteCode)[who.language] : null,
  }
}

/** What a customer pays by this quote: with the discount that was agreed for it, or nothing where another quote applies. */
const ownTerms = (quoteId: number, bound: PriceBinding | undefined, isDefault: boolean): Answer['own'] =>
  bound?.quoteId === quoteId
    ? { discount: bound.discount, isUsed: true }
    : { discount: '1.00', isUsed: bound === undefined && isDefault }

async function quoteOf(db: Db, { tenantId }: Who, { quoteId, date }: Input): Promise<Tried> {
  const { rows } = await sql<Tried>`
    select q.side, q.is_default, q.channel_id, h.zone_schema_id, ${pricedBy},
      (select case when ${date}::date = warehouse_today() then business_now() else (${date}::date + time '12:00') at time zone w.time_zone end
        from warehouses w where w.tenant_id = q.tenant_id) as at
    from quotes q left join channels h on h.tenant_id = q.tenant_id and h.id = q.channel_id
    where q.tenant_id = ${tenantId} and q.id = ${quoteId}`.execute(db)
  return rows[0] ?? refuseAs({ kind: 'not_found' }, quoteText.notFound)
}

/** The customer with its group, as prices are found by; none where none is asked for. */
async function customerOf(db: Db, { tenantId }: Who, id: number | null) {
  if (id === null) return []
  const { rows } = await sql<{ customerId: number; groupId: number | null }>`
    select id as customer_id, group_id from customers where tenant_id = ${tenantId} and id = ${id}`.execute(
    db,
  )
  return rows.length > 0 ? rows : refuseField('customerId', customersText.notFound)
}

/** The zone of the destination; without a country, the zone that was chosen. */
async function zoneOf(
  db: Db,
  who: Who,
  zoneSchemaId: number | null,
  { countryCode, stateCode, city, postcode, zoneCode }: Input,
): Promise<TriedZone> {
  if (countryCode === null) return { zoneCode, remoteLevel: zoneCode === null ? null : 'none' }
  const [zone] = await zonesOf(db, who, [
    { zoneSchemaId, countryCode, stateCode, city: city ?? '', postcode },
  ])
  return { zoneCode: zone?.zoneCode ?? null, remoteLevel: zone?.remoteLevel ?? null }
}

/** The quote and the number of the version that a price or a missing one is about. */
async function namesOf(
  db: Db,
  { tenantId }: Who,
  price: PriceInForce<QuoteVersion> | Gap | null,
  result: object,
): Promise<{ quoteCode?: string; versionNo?: number | null }> {
  const gap = isGap(result) ? result.detail : {}
  const version = price && !isGap(price) ? price.version : undefined
  const { rows } = await sql<{ quoteCode: string; versionNo: number | null }>`
    select q.quote_code, v.version_no from quotes q
    left join quote_versions v on v.tenant_id = q.tenant_id and v.quote_id = q.id and v.id = ${version?.versionId ?? null}
    where q.tenant_id = ${tenantId} and q.id = ${version?.quoteId ?? gap.quoteId ?? null}`.execute(db)
  return rows[0] ?? {}
}

const nameless = { feeNo: null, feeId: null, productId: null, sku: null, nameZh: null, nameEn: null }

const problemOf = ({ gap, detail }: Gap, quoteCode: string | undefined) =>
  gapText({
    gap,
    facts: {
      ...nameless,
      kind: 'freight',
      what: detail.what ?? null,
      value: detail.value ?? null,
      packageSeq: null,
      zoneCode: detail.zoneCode ?? null,
      currency: detail.currency ?? null,
      quoteId: detail.quoteId ?? null,
      quoteCode: quoteCode ?? null,
    },
  })
