import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '../../platform/database/server/db.ts'
import { openPaper } from '../../platform/printing/server/paper.ts'
import {
  type CarrierAdapter,
  CarrierFault,
  type Label,
  type Manifest,
  type Parcel,
  type Party,
  type Shipment,
} from '../carrier.ts'
import {
  DEMO_CARRIER,
  type DemoTrouble,
  demoAnswers,
  demoManifestRefused,
  demoRates,
  demoServices,
  isTooHeavy,
  troubleIn,
} from '../demo-carrier.ts'
import { answerText } from '../text.ts'
import type { Line } from './carrier-http.ts'

const LATE_MS = 3000
const PAGE = { width: 100, height: 150 }

/**
 * The demo carrier for trials and tests. It is built in, needs no network and sells worthless labels.
 *
 * A key always gives the same number, and sales are stored, so that a lost response is found again as with a
 * real carrier.
 */
export function demoCarrier(
  line: Line,
  { database, tenantId, accountId, wait }: Place & { wait: (ms: number) => Promise<unknown> },
): CarrierAdapter {
  const accountTrouble = troubleIn(line.credentials.password ?? '')
  const labels = { database, tenantId, accountId }

  /** Acts as a carrier would, with the requested failure, and logs the call. */
  async function deal<T>(
    operation: string,
    answer: unknown,
    ordered: DemoTrouble | undefined,
    work: () => Promise<T>,
  ) {
    const trouble = accountTrouble ?? ordered
    const begun = performance.now()
    const keep = (status: number | null, received: unknown, problem: string | null) =>
      line.note({
        deed: operation,
        url: `demo:${operation}`,
        status,
        ms: Math.round(performance.now() - begun),
        sent: answer,
        received,
        problem,
      })
    try {
      if (trouble === 'slow') await wait(LATE_MS)
      if (trouble && trouble !== 'slow' && trouble !== 'lost' && trouble !== 'keep')
        throw new CarrierFault(trouble, demoAnswers[trouble])
      const done = await work()
      // The label is sold, or the manifest made; only the response is lost.
      if (trouble === 'lost' && (operation === 'buy' || operation === 'manifest'))
        throw new CarrierFault('down', 'demo carrier: answer lost', true)
      await keep(200, wordsOf(done), null)
      return done
    } catch (fault) {
      if (!(fault instanceof CarrierFault)) throw fault
      await keep(fault.isUnknown ? null : 422, { error: fault.words }, fault.words)
      throw fault
    }
  }

  return {
    code: 'demo',
    capabilities: { rates: true, void: true, track: true, find: true, formats: ['pdf'] },
    validateCredentials: () => deal('test', {}, undefined, async () => ({ words: 'demo carrier: ready' })),
    quote: (shipment) =>
      deal('quote', shipment, troubleIn(shipment.to.name), async () => {
        if (isTooHeavy(shipment)) throw new CarrierFault('dimension', 'demo carrier: 30 kg at most')
        return demoRates(shipment)
      }),
    buy: (shipment, service, key) =>
      deal('buy', { service, key, shipment }, troubleIn(shipment.to.name), async () => {
        if (isTooHeavy(shipment)) throw new CarrierFault('dimension', 'demo carrier: 30 kg at most')
        if (!demoServices.some((demoService) => demoService === service))
          throw new CarrierFault('service', `demo carrier: ${demoServices.join(', ')} only`)
        const sold = await sell(labels, shipment, service, key)
        if (sold.isVoided) throw new CarrierFault('service', answerText.takenBack)
        return labelOf(sold)
      }),
    find: (key) =>
      deal('find', { key }, undefined, async () => {
        const sold = await soldUnder(labels, key)
        return sold && !sold.isVoided ? labelOf(sold) : undefined
      }),
    void: (ref) =>
      deal('void', { ref }, undefined, async () => {
        const sold = await soldUnder(labels, ref)
        if (!sold) return { outcome: 'refused', words: 'demo carrier: no such label' }
        if (troubleIn(sold.shipment.to.name) === 'keep')
          return { outcome: 'refused', words: 'demo carrier: already scanned' }
        await cancelLabel(labels, ref)
        return { outcome: 'voided', words: null }
      }),
    track: (refs) =>
      deal('track', { refs }, undefined, async () => {
        const results = await Promise.all(
          refs.map(async (ref) => ({ ref, sold: await soldUnder(labels, ref) })),
        )
        return results.flatMap(({ ref, sold }) =>
          sold ? [{ ref, status: 'created' as const, at: sold.boughtAt, words: 'label created' }] : [],
        )
      }),
    manifest: {
      make: (parcels, reference) =>
        deal('manifest', { reference, parcels }, undefined, async () => {
          await putOnManifest(labels, parcels, reference)
          return onlyManifest(await manifestOf(labels, parcels))
        }),
      find: (parcels) => deal('find_manifest', { parcels }, undefined, () => manifestOf(labels, parcels)),
    },
  }
}

type Place = { database: Database; tenantId: number; accountId: number }
type Sold = {
  key: string
  trackingNo: string
  service: string
  shipment: Shipment
  boughtAt: string
  isVoided: boolean
}

/** Numbers are derived from the key, so that the same order has the same label however often it is tried. */
const numberOf = (accountId: number, key: string, start = 'TH') => {
  const digest = createHash('sha256').update(`${accountId}:${key}`).digest()
  return `${start}${String(digest.readBigUInt64BE() % 10n ** 14n).padStart(14, '0')}`
}

async function sell(
  { database, tenantId, accountId }: Place,
  shipment: Shipment,
  service: string,
  key: string,
) {
  await database.write(tenantId, (tx) =>
    tx
      .insertInto('demoLabels')
      .values({
        tenantId,
        accountId,
        purchaseKey: key,
        trackingNo: numberOf(accountId, key),
        service,
        shipment: JSON.stringify(shipment),
      })
      // A duplicate has the same key and therefore the same number; either may be stored first.
      .onConflict((on) => on.doNothing())
      .execute(),
  )
  const sold = await soldUnder({ database, tenantId, accountId }, key)
  if (!sold) throw new Error('the demo carrier lost what it sold')
  return sold
}

const soldUnder = ({ database, tenantId, accountId }: Place, key: string): Promise<Sold | undefined> =>
  database.read(tenantId, (db) =>
    db
      .selectFrom('demoLabels')
      .select(['purchaseKey as key', 'trackingNo', 'service', 'boughtAt'])
      .select(sql<Shipment>`shipment`.as('shipment'))
      .select(sql<boolean>`voided_at is not null`.as('isVoided'))
      .where('tenantId', '=', tenantId)
      .where('accountId', '=', accountId)
      .where('purchaseKey', '=', key)
      .executeTakeFirst(),
  )

const cancelLabel = ({ database, tenantId, accountId }: Place, key: string) =>
  database.write(tenantId, (tx) =>
    tx
      .updateTable('demoLabels')
      .set({ voidedAt: sql<string>`coalesce(voided_at, business_now())` })
      .where('tenantId', '=', tenantId)
      .where('accountId', '=', accountId)
      .where('purchaseKey', '=', key)
      .execute(),
  )

/** Like a real carrier, it refuses parcels that are on a manifest already, or whose label is voided. */
const putOnManifest = (
  { database, tenantId, accountId }: Place,
  parcels: readonly Parcel[],
  reference: string,
) =>
  database.write(tenantId, async (tx) => {
    const { rows } = await sql`
      update demo_labels d set manifest_no = ${numberOf(accountId, reference, 'TM')}, manifest_at = business_now()
      from (select l.purchase_key from demo_labels l
        where l.tenant_id = ${tenantId} and l.account_id = ${accountId}
          and l.purchase_key = any(${parcels.map(({ ref }) => ref)}::text[])
        order by l.purchase_key for no key update) k
      where d.tenant_id = ${tenantId} and d.account_id = ${accountId} and d.purchase_key = k.purchase_key
        and d.voided_at is null and d.manifest_no is null
      returning 1`.execute(tx)
    if (rows.length < parcels.length) throw new CarrierFault('service', demoManifestRefused)
  })

type Listed = { trackingNo: string; number: string; day: string; shipment: Shipment }

/** The manifest that has all of these parcels. */
async function manifestOf(
  { database, tenantId, accountId }: Place,
  parcels: readonly Parcel[],
): Promise<Manifest | undefined> {
  const { rows } = await database.read(tenantId, (db) =>
    sql<Listed>`
      select tracking_no, manifest_no as number, to_char(manifest_at, 'YYYY-MM-DD') as day, shipment
      from demo_labels where tenant_id = ${tenantId} and account_id = ${accountId}
        and manifest_no = (select l.manifest_no from demo_labels l where l.tenant_id = ${tenantId}
          and l.account_id = ${accountId} and l.purchase_key = ${parcels[0]?.ref ?? ''})
      order by tracking_no`.execute(db),
  )
  const [first] = rows
  const listed = new Set(rows.map(({ trackingNo }) => trackingNo))
  if (!first || !parcels.every(({ trackingNo }) => listed.has(trackingNo))) return undefined
  return { number: first.number, file: await drawnManifest(first, [...listed]) }
}

function onlyManifest(manifest: Manifest | undefined): Manifest {
  if (!manifest) throw new Error('the demo carrier lost its manifest')
  return manifest
}

async function labelOf({ key, trackingNo, service, shipment }: Sold): Promise<Label> {
  const rate = demoRates(shipment).find((item) => item.service === service)
  return {
    ref: key,
    trackingNo,
    carrier: DEMO_CARRIER,
    service,
    cost: rate ? { amount: rate.amount, currency: rate.currency } : null,
    format: 'pdf',
    file: await drawn(trackingNo, service, shipment),
  }
}

/** A label of 100 × 150 mm: sender, recipient, and the number as barcode. */
async function drawn(trackingNo: string, service: string, { from, to, reference, parcel }: Shipment) {
  const paper = openPaper(PAGE, trackingNo)
  paper.turn()
  const line = (words: string, y: number, height: number, max: number) =>
    words && paper.text(words, { x: 5, y, width: 90, height }, { max })
  line(`DEMO ${service} – NOT FOR SHIPPING`, 4, 8, 14)
  for (const [place, words] of linesOf(from).entries()) line(words, 15 + place * 5, 5, 9)
  for (const [place, words] of linesOf(to).entries()) line(words, 48 + place * 8, 8, 14)
  line(`${reference} · ${parcel.weight} g`, 92, 6, 10)
  paper.code128(trackingNo, { x: 5, y: 102, width: 90, height: 28 })
  line(trackingNo, 132, 10, 14)
  return paper.whole()
}

const A4 = { width: 210, height: 297 }
const FIRST_ROW = 75
const ROW = 6
const ROWS = 35
const COLUMNS = 3

/** A manifest on A4: number as barcode, day, sender and tracking numbers. */
function drawnManifest({ number, day, shipment }: Listed, trackingNos: readonly string[]) {
  const paper = openPaper(A4, number, 600)
  const onPage = ROWS * COLUMNS
  for (let from = 0; from < trackingNos.length; from += onPage) {
    paper.turn()
    paper.line('DEMO MANIFEST – NOT FOR SHIPPING', { x: 10, y: 10 }, 16)
    paper.line(`${day} · ${trackingNos.length} packages`, { x: 10, y: 20 }, 11)
    for (const [place, words] of linesOf(shipment.from).entries())
      paper.line(words, { x: 10, y: 30 + place * 6 }, 10)
    paper.code128(number, { x: 110, y: 30, width: 90, height: 22 })
    paper.text(number, { x: 110, y: 53, width: 90, height: 8 }, { max: 14 })
    for (const [place, trackingNo] of trackingNos.slice(from, from + onPage).entries())
      paper.line(
        trackingNo,
        { x: 10 + Math.floor(place / ROWS) * 64, y: FIRST_ROW + (place % ROWS) * ROW },
        10,
      )
  }
  return paper.whole()
}

const linesOf = ({ name, company, address1, address2, city, stateCode, zip, countryCode }: Party) =>
  [name, company, address1, address2, `${city} ${stateCode} ${zip}`.trim(), countryCode].filter(Boolean)

/** A label without its image. */
const wordsOf = (done: unknown) =>
  typeof done === 'object' && done !== null && 'file' in done ? { ...done, file: 'PDF' } : (done ?? null)
