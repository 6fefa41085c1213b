import { z } from 'zod'
import type { OutAnswer } from '../../platform/outbound/server/outbound.ts'
import { fill } from '../../platform/text/text.ts'
import {
  type CarrierAdapter,
  CarrierFault,
  type Credentials,
  inInches,
  inOunces,
  type Label,
  type Manifest,
  type Parcel,
  type Party,
  problemOf,
  readingOf,
  type Shipment,
  type TrackEvent,
  type VoidResult,
} from '../carrier.ts'
import { answerText } from '../text.ts'
import { jsonIn, type Line } from './carrier-http.ts'
import { fileOf } from './label-file.ts'

// EasyPost's published REST API: docs.easypost.com/docs/shipments, /docs/shipments/shipping-refund,
// /docs/scan-form and /docs/errors. A shipment's `reference` may replace its id in a URL, which is how a purchase is found by our
// key. Weights are ounces, lengths inches.
export const EASYPOST_URL = 'https://api.easypost.com/v2'

const rate = z.object({
  id: z.string(),
  carrier: z.string(),
  service: z.string(),
  rate: z.string(),
  currency: z.string(),
  delivery_days: z.number().int().nullish(),
})

const shipmentAnswer = z.object({
  id: z.string(),
  tracking_code: z.string().nullish(),
  refund_status: z.string().nullish(),
  scan_form: z.object({ id: z.string() }).nullish(),
  rates: z.array(rate).default([]),
  selected_rate: rate.nullish(),
  messages: z.array(z.object({ message: z.unknown() })).nullish(),
  postage_label: z
    .object({
      label_url: z.string().nullish(),
      label_pdf_url: z.string().nullish(),
      label_file_type: z.string().nullish(),
    })
    .nullish(),
  tracker: z
    .object({
      status: z.string().nullish(),
      updated_at: z.string().nullish(),
      tracking_details: z
        .array(
          z.object({ status: z.string().nullish(), message: z.string().nullish(), datetime: z.string() }),
        )
        .nullish(),
    })
    .nullish(),
})
type ShipmentAnswer = z.output<typeof shipmentAnswer>

const scanForm = z.object({
  id: z.string(),
  status: z.string().nullish(),
  message: z.string().nullish(),
  tracking_codes: z.array(z.string()).nullish(),
  form_url: z.string().nullish(),
})
type ScanForm = z.output<typeof scanForm>

/** How often a form that is being created is looked at, and how long after each other. */
const FORM_POLLS = 5
const FORM_POLL_MS = 2000
/** EasyPost itself asks the carrier about each shipment of the form. */
const FORM_MS = 30_000

const errorAnswer = z.object({ error: z.object({ code: z.string().nullish(), message: z.unknown() }) })

export function easyPost(line: Line, base: string, wait: (ms: number) => Promise<unknown>): CarrierAdapter {
  const headersWith = ({ apiKey = '' }: Credentials) => ({
    authorization: `Basic ${Buffer.from(`${apiKey}:`).toString('base64')}`,
    accept: 'application/json',
  })
  const get = (operation: string, path: string) =>
    line.send(operation, (credentials) => ({
      method: 'GET',
      url: `${base}${path}`,
      headers: headersWith(credentials),
      isRepeatSafe: true,
    }))
  const post = (operation: string, path: string, body?: object, withinMs?: number) =>
    line.send(operation, (credentials) => ({
      ...(withinMs !== undefined && { withinMs }),
      method: 'POST',
      url: `${base}${path}`,
      headers: { ...headersWith(credentials), 'content-type': 'application/json' },
      body: JSON.stringify(body ?? {}),
    }))

  const inAddress = (key: string) => encodeURIComponent(key)

  /** The shipment with our key, bought or not. */
  async function byKey(operation: string, key: string): Promise<ShipmentAnswer | undefined> {
    const answer = await get(operation, `/shipments/${inAddress(key)}`)
    return answer.status === 404 ? undefined : shipmentIn(answer)
  }

  async function labelIn(bought: ShipmentAnswer): Promise<Label | undefined> {
    const { postage_label: label, selected_rate: selected, tracking_code: trackingNo } = bought
    const url = label?.label_pdf_url ?? label?.label_url
    if (!url || !selected || !trackingNo) return undefined
    const answer = await line.send('label', () => ({ method: 'GET', url, isRepeatSafe: true }))
    if (answer.status >= 400)
      throw new CarrierFault('down', fill(answerText.labelNotGiven, { status: answer.status }), true)
    return {
      ref: bought.id,
      trackingNo,
      carrier: selected.carrier,
      service: selected.service,
      cost: { amount: selected.rate, currency: selected.currency },
      ...fileOf(answer.body),
    }
  }

  const formBy = async (operation: string, id: string) =>
    formIn(await get(operation, `/scan_forms/${inAddress(id)}`))

  /** A form once it is created. */
  async function createdForm(begun: ScanForm): Promise<ScanForm> {
    let form = begun
    for (let polls = 0; form.status === 'creating' && polls < FORM_POLLS; polls++) {
      await wait(FORM_POLL_MS)
      form = await formBy('find_manifest', form.id).catch(stillOpen)
    }
    if (form.status === 'creating') throw new CarrierFault('down', answerText.noManifest, true)
    return form
  }

  async function manifestIn(form: ScanForm): Promise<Manifest> {
    const { status, message, form_url: url } = form
    if (status === 'failed')
      throw new CarrierFault(readingOf(message ?? ''), message || answerText.manifestNotMade)
    if (!url) throw new CarrierFault('down', answerText.noManifest, true)
    const answer = await line
      .send('manifest', () => ({ method: 'GET', url, isRepeatSafe: true }))
      .catch(stillOpen)
    if (answer.status >= 400)
      throw new CarrierFault('down', fill(answerText.manifestNotGiven, { status: answer.status }), true)
    return { number: form.id, file: answer.body }
  }

  /** The form that the first parcel is on; it must have all of them. */
  async function findManifest(parcels: readonly Parcel[]): Promise<Manifest | undefined> {
    const [first] = parcels
    const known = first && (await byKey('find_manifest', first.ref))?.scan_form
    if (!known) return undefined
    const form = await createdForm(await formBy('find_manifest', known.id))
    if (form.status === 'failed') return undefined
    const listed = new Set(form.tracking_codes)
    if (!parcels.every(({ trackingNo }) => listed.has(trackingNo)))
      throw new CarrierFault('service', fill(answerText.onOtherManifest, { number: form.id }))
    return manifestIn(form)
  }

  return {
    code: 'easypost',
    capabilities: { rates: true, void: true, track: true, find: true, formats: ['pdf', 'png'] },

    async validateCredentials() {
      const answer = await get('test', '/shipments?page_size=1')
      if (answer.status >= 400) throw faultIn(answer, false)
      return { words: 'EasyPost: 200' }
    },

    async quote(shipment) {
      const made = shipmentIn(await post('quote', '/shipments', { shipment: wireOf(shipment) }))
      if (made.rates.length === 0) throw new CarrierFault('service', noRates(made))
      return made.rates.map((rate) => ({
        carrier: rate.carrier,
        service: rate.service,
        amount: rate.rate,
        currency: rate.currency,
        days: rate.delivery_days ?? null,
      }))
    },

    async buy(shipment, service, key) {
      const before = await byKey('find', key)
      if (before && isTakenBack(before)) throw new CarrierFault('service', answerText.takenBack)
      const label = before && (await labelIn(before))
      if (label) return label
      const insurance = insuranceOf(shipment)
      const made =
        before ??
        shipmentIn(await post('rate', '/shipments', { shipment: { ...wireOf(shipment), reference: key } }))
      const chosen = chosenRate(made, service)
      const answer = await post('buy', `/shipments/${inAddress(made.id)}/buy`, {
        rate: { id: chosen.id },
        ...(insurance !== undefined && { insurance }),
      })
      // It was already bought, perhaps by us: that purchase is the result.
      const bought = isBoughtAlready(answer) ? await byKey('find', key) : shipmentIn(answer, true)
      const sold = bought && (await labelIn(bought))
      if (!sold) throw new CarrierFault('down', answerText.noLabel, true)
      return sold
    },

    async find(key) {
      const match = await byKey('find', key)
      return match && !isTakenBack(match) ? labelIn(match) : undefined
    },

    async void(ref) {
      const answer = await post('void', `/shipments/${inAddress(ref)}/refund`)
      if (answer.status >= 400 && answer.status < 500 && answer.status !== 401 && answer.status !== 429)
        return { outcome: 'refused', words: wordsIn(answer) }
      return voidIn(shipmentIn(answer, true).refund_status)
    },

    async track(refs) {
      const events: TrackEvent[] = []
      for (const ref of refs) {
        const { tracker } = shipmentIn(await get('track', `/shipments/${inAddress(ref)}`))
        for (const { status, message, datetime } of tracker?.tracking_details ?? [])
          events.push({ ref, status: statusOf(status), at: datetime, words: message ?? '' })
      }
      return events
    },

    manifest: {
      async make(parcels) {
        const shipments = parcels.map(({ ref }) => ({ id: ref }))
        const answer = await post('manifest', '/scan_forms', { shipments }, FORM_MS)
        if (!isRefused(answer)) return manifestIn(await createdForm(formIn(answer, true)))
        // They may be on a form already, perhaps on ours: that one is the result.
        const before = await findManifest(parcels)
        if (before) return before
        throw faultIn(answer, false)
      },
      find: findManifest,
    },
  }
}

const partyOnWire = (party: Party) => ({
  name: party.name,
  company: party.company || null,
  street1: party.address1,
  street2: party.address2 || null,
  city: party.city,
  state: party.stateCode,
  zip: party.zip,
  country: party.countryCode,
  phone: party.phone || null,
  email: party.email || null,
})

const wireOf = ({ from, to, parcel, currency, signature }: Shipment) => ({
  from_address: partyOnWire(from),
  to_address: partyOnWire(to),
  parcel: {
    weight: Number(inOunces(parcel.weight)),
    length: Number(inInches(parcel.length)),
    width: Number(inInches(parcel.width)),
    height: Number(inInches(parcel.height)),
  },
  options: {
    label_format: 'PDF',
    label_size: '4x6',
    currency,
    ...(signature && { delivery_confirmation: 'SIGNATURE' }),
  },
})

/** EasyPost insures in US dollars only; nothing is bought that would be insured at another amount. */
function insuranceOf({ insuredValue }: Shipment): string | undefined {
  if (insuredValue && insuredValue.currency !== 'USD')
    throw new CarrierFault('service', fill(answerText.insuredInDollars, { currency: insuredValue.currency }))
  return insuredValue?.amount
}

/**
 * A service as the channel names it: `GroundAdvantage`, or with its carrier `USPS:GroundAdvantage`. The
 * cheapest of several.
 */
function chosenRate(made: ShipmentAnswer, service: string) {
  const fitting = made.rates.filter(
    (rate) => rate.service === service || `${rate.carrier}:${rate.service}` === service,
  )
  const [first, ...others] = fitting
  if (!first)
    throw new CarrierFault(
      'service',
      made.rates.length === 0 ? noRates(made) : fill(answerText.noRate, { service }),
    )
  return others.reduce((best, item) => (Number(item.rate) < Number(best.rate) ? item : best), first)
}

const noRates = ({ messages }: ShipmentAnswer) =>
  messages?.map(({ message }) => String(message)).join('; ') || answerText.noRates

function shipmentIn(answer: OutAnswer, mayHaveBought = false): ShipmentAnswer {
  if (answer.status >= 400) throw faultIn(answer, mayHaveBought)
  const read = shipmentAnswer.safeParse(jsonIn(answer))
  if (!read.success) throw new CarrierFault('down', answerText.unreadable, mayHaveBought)
  return read.data
}

function formIn(answer: OutAnswer, mayBeMade = false): ScanForm {
  if (answer.status >= 400) throw faultIn(answer, mayBeMade)
  const read = scanForm.safeParse(jsonIn(answer))
  if (!read.success) throw new CarrierFault('down', answerText.unreadable, mayBeMade)
  return read.data
}

/** Whatever goes wrong once a form is being created, the form may be made. */
function stillOpen(fault: unknown): never {
  if (!(fault instanceof CarrierFault)) throw fault
  throw new CarrierFault(fault.problem, fault.reason, true)
}

/** Not where the key is wrong or EasyPost is too busy. */
const isRefused = ({ status }: OutAnswer) => status === 400 || status === 409 || status === 422

function faultIn(answer: OutAnswer, mayHaveBought: boolean) {
  const words = wordsIn(answer)
  // EasyPost's own carrier timed out: the outcome is unknown too.
  const isOpen = /POSTAGE\.(TIMED_OUT|NO_RESPONSE)|PURCHASE\.IN_PROGRESS/.test(words)
  const problem = isOpen ? 'down' : problemOf(answer.status, words)
  return new CarrierFault(problem, words, mayHaveBought && problem === 'down')
}

/** The code names the field (`ADDRESS.VERIFY.FAILURE`), the message is for people. */
function wordsIn(answer: OutAnswer): string {
  const read = errorAnswer.safeParse(jsonIn(answer))
  if (!read.success) return `HTTP ${answer.status}`
  const { code, message } = read.data.error
  return [code, typeof message === 'string' ? message : JSON.stringify(message)].filter(Boolean).join(': ')
}

const isBoughtAlready = (answer: OutAnswer) =>
  answer.status === 422 && /POSTAGE\.EXISTS/.test(wordsIn(answer))

/** A refunded label can no longer be used. */
const isTakenBack = ({ refund_status: status }: ShipmentAnswer) =>
  status === 'refunded' || status === 'submitted'

function voidIn(status: string | null | undefined): VoidResult {
  if (status === 'refunded') return { outcome: 'voided', words: null }
  if (status === 'submitted') return { outcome: 'requested', words: status }
  return { outcome: 'refused', words: status ?? null }
}

const statuses: Record<string, TrackEvent['status']> = {
  pre_transit: 'created',
  in_transit: 'in_transit',
  out_for_delivery: 'out_for_delivery',
  available_for_pickup: 'out_for_delivery',
  delivered: 'delivered',
  return_to_sender: 'returned',
  failure: 'failed',
  cancelled: 'failed',
  error: 'failed',
}
const statusOf = (status: string | null | undefined) => statuses[status ?? ''] ?? 'unknown'
