import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll } from 'vitest'

type Made = {
  id: string
  reference: string | null
  isBought: boolean
  refund: string | null
  body: { to_address?: { name?: string } }
}

/**
 * A local server with EasyPost's published interface: the formats of shipments, rates, labels, refunds,
 * trackers and errors are those of docs.easypost.com/docs/shipments, /docs/shipments/shipping-refund and
 * /docs/errors.
 */
export async function anEasyPost() {
  const made: Made[] = []
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
        body: shipment,
      }
      made.push(item)
      return send(201, shipmentOf(item, base))
    }
    const [, , , input, operation] = path.split('/')
    const entry = made.find(
      ({ id, reference }) => id === input || reference === decodeURIComponent(input ?? ''),
    )
    if (!entry) return fail(reply, 404, 'NOT_FOUND', 'The requested resource could not be found.')
    if (operation === 'buy') return buy(request, reply, entry, () => send(200, shipmentOf(entry, base)))
    if (operation === 'refund') {
      entry.refund = state.refund
      return send(200, shipmentOf(entry, base))
    }
    return send(200, shipmentOf(entry, base))
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

  return { url: `${base}/v2`, state, made }
}

function fail(reply: ServerResponse, status: number, code: string, message: string) {
  reply
    .writeHead(status, { 'content-type': 'application/json' })
    .end(JSON.stringify({ error: { code, message, errors: [] } }))
}

const rateOf = (id: string, service: string, rate: string) => ({
  id: `rate_${id.slice(4, 20)}${service}`,
  object: 'Rate',
  service,
  carrier: 'USPS',
  rate,
  currency: 'USD',
  retail_rate: rate,
  list_rate: rate,
  delivery_days: service === 'Express' ? 1 : 3,
  shipment_id: id,
})

function shipmentOf({ id, reference, isBought, refund, body }: Made, base: string) {
  const rates = [rateOf(id, 'GroundAdvantage', '5.93'), rateOf(id, 'Express', '31.10')]
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
    tracking_code: isBought ? `94055002083031${id.slice(4, 12)}` : null,
    refund_status: refund,
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
          status: 'pre_transit',
          tracking_details: [
            {
              object: 'TrackingDetail',
              message: 'Pre-Shipment Info Sent to USPS',
              status: 'pre_transit',
              datetime: '2026-03-08T18:00:00Z',
            },
          ],
        }
      : null,
  }
}
