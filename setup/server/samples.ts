import Big from 'big.js'
import { addSampleQuotes } from '../../billing/quotes/server/sample-quotes.ts'
import type { CustomerLine } from '../../customers/import-form.ts'
import { customersFromSheet } from '../../customers/server/import-customers.ts'
import { binCodes, ROUTE_STEP } from '../../inventory/locations/bin-pattern.ts'
import { locationsFromSheet } from '../../inventory/locations/server/import-locations.ts'
import { listZones, saveZone } from '../../inventory/locations/server/location-zones.ts'
import { publishEvents, writeAudit } from '../../platform/audit/server/audit.ts'
import { refuse } from '../../platform/calls/refusal.ts'
import type { Who } from '../../platform/calls/who.ts'
import type { Tx } from '../../platform/database/server/db.ts'
import { type Outcome, startTask, type Work } from '../../platform/tasks/server/tasks.ts'
import { fill, type Language } from '../../platform/text/text.ts'
import type { ProductLine } from '../../products/import-form.ts'
import { productsFromSheet } from '../../products/server/import-products.ts'
import { lockWarehouse } from '../../warehouse/server/facts.ts'
import { fillSamples } from '../contract.ts'
import { setUpText } from '../text.ts'
import { demoCustomers } from './sample-customers.ts'
import { productsOf } from './sample-goods.ts'
import { samplesFor } from './setup-state.ts'

/** Names in the reader's language. */
const chosen: Record<Language, readonly string[]> = {
  zh_CN: ['QIHANG', 'YUNJU', 'LANTIAN'],
  en_US: ['NORTHPEAK', 'BRIGHTPET', 'KRAFTHAUS'],
}
const EACH = 10
const MARK = 'SAMPLE'
const bins = binCodes({ aisles: 'S', bays: '01-10', levels: '1-4', separator: '-', isSerpentine: true })

const numbered = <V>(values: V[]) =>
  values.map((value, place) => ({ rowNo: place + 1, value, verdict: 'new' as const }))

export async function startSamples(tx: Tx, who: Who) {
  const warehouse = await lockWarehouse(tx, who)
  if ((await samplesFor(tx, who, warehouse)) !== 'offered') refuse(setUpText.noSamples)
  return { taskId: await startTask(tx, who, fillSamples, 'fill_samples', { who }) }
}

/** Creates a few customers, products and bins to try things with, by the same code as an import. */
export async function samplesTask({ input, write }: Work<{ who: Who }>): Promise<Outcome> {
  const { who } = input
  return write(async (tx) => {
    const warehouse = await lockWarehouse(tx, who)
    // The company may have started with its own data meanwhile, or this is the task's second attempt.
    if ((await samplesFor(tx, who, warehouse)) !== 'under_way') return { message: setUpText.noSamples }
    const customers = sampleCustomers(who.language)
    const products = sampleProducts(customers, warehouse.unit ?? 1)
    const locations = sampleBins()
    await customersFromSheet.write(tx, who, numbered(customers))
    await productsFromSheet.write(tx, who, numbered(products))
    await seedZone(tx, who)
    await locationsFromSheet.write(tx, who, numbered(locations))
    await addSampleQuotes(tx, who)
    const counts = { customers: customers.length, products: products.length, locations: locations.length }
    await writeAudit(tx, who, [
      {
        action: 'fill_samples',
        type: 'warehouse',
        id: who.tenantId,
        no: warehouse.warehouseCode,
        after: counts,
      },
    ])
    await publishEvents(tx, who, [{ kind: 'warehouse.samples_laid', type: 'warehouse', id: who.tenantId }])
    return { message: fill(setUpText.samplesLaid, counts) }
  })
}

const sampleCustomers = (language: Language): CustomerLine[] =>
  demoCustomers
    .filter(({ code }) => chosen[language].includes(code))
    .map(({ code, name, mnemonic, country }) => ({
      customerCode: `${MARK}-${code}`,
      customerName: setUpText.sampleOf[language].replace('{name}', name),
      mnemonic,
      email: `${code.toLowerCase()}@example.com`,
      countryCode: country,
    }))

/** The demo uses inches and pounds. */
const side = (inches: string | undefined, unit: number) =>
  unit === 2 ? inches : new Big(inches ?? 0).times('2.54').toFixed(2)
const heft = (pounds: string | undefined, unit: number) =>
  unit === 2 ? pounds : new Big(pounds ?? 0).times('0.45359237').toFixed(3)

const sampleProducts = (customers: CustomerLine[], unit: number): ProductLine[] =>
  customers.flatMap(({ customerCode }, place) =>
    productsOf(customerCode.slice(MARK.length + 1), place * EACH, EACH).map(
      ({
        sku,
        nameZh,
        nameEn,
        category,
        declared,
        isBattery,
        isLiquid,
        shelfLifeDays,
        lotManaged,
        barcodes,
      }) => {
        const [length, width, height, weight] = declared ?? []
        const ean = barcodes.find(({ type }) => type === 'ean')
        return {
          customerCode,
          sku: `${MARK}-${sku}`,
          nameZh: setUpText.sampleOf.zh_CN.replace('{name}', nameZh),
          nameEn: setUpText.sampleOf.en_US.replace('{name}', nameEn),
          category,
          ...(declared && {
            declaredLength: side(length, unit),
            declaredWidth: side(width, unit),
            declaredHeight: side(height, unit),
            declaredWeight: heft(weight, unit),
          }),
          originCountry: 'CN',
          isBattery,
          isLiquid,
          ...(shelfLifeDays && { expiryManaged: true, shelfLifeDays }),
          ...(lotManaged && { lotManaged }),
          ...(ean && { barcode1: { barcode: ean.barcode, type: 'ean' as const } }),
        }
      },
    ),
  )

const sampleBins = () =>
  ('codes' in bins ? bins.codes : []).map((code, place) => ({
    locationCode: `${MARK}-${code}`,
    zoneCode: MARK,
    routeSeq: (place + 1) * ROUTE_STEP,
  }))

async function seedZone(tx: Tx, who: Who) {
  const known = await listZones(tx, who)
  if (known.some(({ zoneCode }) => zoneCode.toUpperCase() === MARK)) return
  await saveZone(tx, who, {
    zoneCode: MARK,
    zoneName: setUpText.sampleZone[who.language],
    quality: 'good',
    purpose: 'storage',
    isEnabled: true,
  })
}
