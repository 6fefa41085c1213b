import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll } from 'vitest'

type Form = { id: string; status: 'creating' | 'created' | 'failed'; shipments: string[] }
type Made = {
  id: string
  reference: string | null
  isBought: boolean
  refund: string | null
  form: Form | null
  body: { to_address?: { name?: string } }
}

/**
 * A local server with EasyPost's published interface: the formats of shipments, rates, labels, refunds,
 * trackers, scan forms and errors are those of docs.easypost.com/docs/shipments, /docs/shipments/shipping-refund,
 * /docs/scan-form and /docs/errors.
 */
export async function anEasyPost() {
  const made: Made[] = []
  const forms: Form[] = []
  const state = {
    /** The failure of the next purchase. */
    trouble: undefined as
      | 'lost'
      | 'lost_before'
      | 'error_500'
      | 'no_money'
      | 'bad_address'
      | 'twice'
      | 'not_json'
      | 'timed_out'
      /** Echoes the key of the request. */
      | 'echo'
      | undefined,
    refund: 'submitted',
    /** The status of an error instead of a refund. */
    refundError: undefined as number | undefined,
    /** Where parcels are. */
    tracked: 'pre_transit',
    /** Carrier, service and price of what is offered. */
    rates: [
      ['USPS', 'GroundAdvantage', '5.93'],
      ['USPS', 'Express', '31.10'],
    ],
    /** What becomes of the next form. */
    form: 'created' as 'created' | 'creating' | 'failed' | 'lost' | 'refused' | 'no_pdf',
    key: 'EZTK-right-key-0001',
    purchases: 0,
    asked: [] as string[],
    bodies: [] as string[],
    authorizations: [] as string[],
  }

  const server = createServer(async (request, reply) => {
    const path = (request.url ?? '').replace(/\?.*$/, '')
    const body = await text(request)
    state.asked.push(`${request.method} ${path}`)
    state.bodies.push(body)
    state.authorizations.push(request.headers.authorization ?? '')
    if (path.startsWith('/files/') && state.form === 'no_pdf')
      return void reply.writeHead(200, { 'content-type': 'text/html' }).end('<html>')
    if (path.startsWith('/files/'))
      return void reply.writeHead(200, { 'content-type': 'application/pdf' }).end('%PDF-1.4 label')
    const right = `Basic ${Buffer.from(`${state.key}:`).toString('base64')}`
    if (request.headers.authorization !== right)
      return fail(
        reply,
        401,
        'APIKEY.INACTIVE',
        'This api key is no longer active. Please use a different api key or reactivate this key.',
      )
    if (state.trouble === 'echo')
      return fail(
        reply,
        401,
        'APIKEY.WRONG',
        `Not allowed: ${state.key}, sent as ${request.headers.authorization}`,
      )
    answer(request, reply, path, body)
  })
  await new Promise<void>((up) => server.listen(0, '127.0.0.1', up))
  const { port } = server.address() as AddressInfo
  const base = `http://127.0.0.1:${port}`
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })

  function answer(request: IncomingMessage, reply: ServerResponse, path: string, body: string) {
    const send = (status: number, value: unknown) =>
      void reply.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
    if (request.method === 'GET' && path === '/v2/shipments')
      return send(200, { shipments: [], has_more: false })
    if (request.method === 'POST' && path === '/v2/shipments') {
      const { shipment } = JSON.parse(body)
      if (state.trouble === 'bad_address')
        return fail(reply, 422, 'ADDRESS.VERIFY.FAILURE', 'Address not found')
      const item: Made = {
        id: `shp_${randomBytes(16).toString('hex')}`,
        reference: shipment.reference ?? null,
        isBought: false,
        refund: null,
        form: null,
        body: shipment,
      }
      made.push(item)
      return send(201, shipmentOf(item, base, state))
    }
    const [, , kind, input, operation] = path.split('/')
    if (kind === 'scan_forms') return answerForm(request, reply, input, body)
    const entry = made.find(
      ({ id, reference }) => id === input || reference === decodeURIComponent(input ?? ''),
    )
    if (!entry) return fail(reply, 404, 'NOT_FOUND', 'The requested resource could not be found.')
    if (operation === 'buy')
      return buy(request, reply, entry, () => send(200, shipmentOf(entry, base, state)))
    if (operation === 'refund' && state.refundError)
      return fail(reply, state.refundError, 'REFUND', 'No refund')
    if (operation === 'refund') {
      entry.refund = state.refund
      return send(200, shipmentOf(entry, base, state))
    }
    return send(200, shipmentOf(entry, base, state))
  }

  /** A form that is being created is created when it is looked at. */
  function answerForm(request: IncomingMessage, reply: ServerResponse, id: string | undefined, body: string) {
    const send = (form: Form) =>
      void reply
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify(formOf(form, made, base)))
    if (request.method === 'GET') {
      const form = forms.find((form) => form.id === id)
      if (!form) return fail(reply, 404, 'NOT_FOUND', 'The requested resource could not be found.')
      if (form.status === 'creating') form.status = 'created'
      return send(form)
    }
    const { shipments } = JSON.parse(body) as { shipments: { id: string }[] }
    const items = shipments.map(({ id }) => made.find((item) => item.id === id))
    if (state.form === 'refused')
      return fail(
        reply,
        422,
        'SCAN_FORM.CREATE.FAILURE',
        'Unable to create manifest. Labels are of a past day.',
      )
    if (items.some((item) => !item || (item.form && item.form.status !== 'failed')))
      return fail(
        reply,
        422,
        'SCAN_FORM.CREATE.FAILURE',
        'Unable to create manifest. A shipment is on one already.',
      )
    const status = state.form === 'creating' || state.form === 'failed' ? state.form : 'created'
    const form: Form = {
      id: `sf_${randomBytes(16).toString('hex')}`,
      status,
      shipments: shipments.map(({ id }) => id),
    }
    forms.push(form)
    for (const item of items) if (item) item.form = form
    if (state.form === 'lost') return void request.socket.destroy()
    return send(form)
  }

  function buy(request: IncomingMessage, reply: ServerResponse, item: Made, done: () => void) {
    const { trouble } = state
    if (trouble === 'no_money')
      return fail(reply, 402, 'PAYMENT_REQUIRED', 'Insufficient funds. Please add funds to your account.')
    if (trouble === 'lost_before') return void request.socket.destroy()
    if (item.isBought)
      return fail(reply, 422, 'SHIPMENT.POSTAGE.EXISTS', 'Postage already exists for this shipment.')
    item.isBought = true
    state.purchases++
    if (trouble === 'lost') return void request.socket.destroy()
    if (trouble === 'error_500')
      return fail(reply, 500, 'INTERNAL_SERVER_ERROR', 'We are sorry, something went wrong.')
    if (trouble === 'timed_out')
      return fail(reply, 422, 'SHIPMENT.POSTAGE.TIMED_OUT', 'The carrier timed out.')
    if (trouble === 'not_json')
      return void reply.writeHead(200, { 'content-type': 'text/html' }).end('<html>')
    if (trouble === 'twice')
      return fail(reply, 422, 'SHIPMENT.POSTAGE.EXISTS', 'Postage already exists for this shipment.')
    return done()
  }

  return { url: `${base}/v2`, state, made, forms }
}

function fail(reply: ServerResponse, status: number, code: string, message: string) {
  reply
    .writeHead(status, { 'content-type': 'application/json' })
    .end(JSON.stringify({ error: { code, message, errors: [] } }))
}

const rateOf = (id: string, [carrier = '', service = '', rate = '']: readonly string[]) => ({
  id: `rate_${id.slice(4, 20)}${carrier}${service}`,
  object: 'Rate',
  service,
  carrier,
  rate,
  currency: 'USD',
  retail_rate: rate,
  list_rate: rate,
  delivery_days: service === 'Express' ? 1 : 3,
  shipment_id: id,
})

const trackingOf = (id: string) => `94055002083031${id.slice(4, 12)}`

const formOf = ({ id, status, shipments }: Form, made: readonly Made[], base: string) => ({
  id,
  object: 'ScanForm',
  status,
  message: status === 'failed' ? 'Unable to create scan form.' : null,
  tracking_codes: made.filter((item) => shipments.includes(item.id)).map((item) => trackingOf(item.id)),
  form_url: status === 'created' ? `${base}/files/scan_form/${id}.pdf` : null,
  form_file_type: null,
  batch_id: null,
})

function shipmentOf(
  { id, reference, isBought, refund, form, body }: Made,
  base: string,
  { rates: offered, tracked }: { rates: readonly (readonly string[])[]; tracked: string },
) {
  const rates = offered.map((rate) => rateOf(id, rate))
  return {
    id,
    object: 'Shipment',
    mode: 'test',
    reference,
    status: 'unknown',
    is_return: false,
    messages: [],
    ...body,
    rates,
    tracking_code: isBought ? trackingOf(id) : null,
    refund_status: refund,
    scan_form: form && { id: form.id, object: 'ScanForm', status: form.status },
    selected_rate: isBought ? rates[0] : null,
    postage_label: isBought
      ? {
          object: 'PostageLabel',
          id: `pl_${id.slice(4)}`,
          label_url: `${base}/files/postage_label/${id}.pdf`,
          label_file_type: 'application/pdf',
          label_size: '4x6',
          label_pdf_url: null,
          label_zpl_url: null,
        }
      : null,
    tracker: isBought
      ? {
          id: `trk_${id.slice(4)}`,
          object: 'Tracker',
          status: tracked,
          tracking_details: [
            {
              object: 'TrackingDetail',
              message: 'Pre-Shipment Info Sent to USPS',
              status: tracked,
              datetime: '2026-03-08T18:00:00Z',
            },
          ],
        }
      : null,
  }
}
