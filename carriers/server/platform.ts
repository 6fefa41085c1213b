import type { OutAnswer, OutRequest } from '../../platform/outbound/server/outbound.ts'
import { fill } from '../../platform/text/text.ts'
import { type CarrierAdapter, CarrierFault, type Label, problemOf, readingOf } from '../carrier.ts'
import type { PlatformRequest, PlatformShape } from '../platform-contract.ts'
import {
  fillBody,
  fillHeader,
  fillPath,
  readAt,
  type TemplateValues,
  valuesOf,
} from '../platform-template.ts'
import { answerText } from '../text.ts'
import { jsonIn, type Line } from './carrier-http.ts'
import { fileOf } from './label-file.ts'

/** A carrier interface described by the company: templates build the requests, paths read the responses. */
export function platformCarrier(line: Line, platform: PlatformShape): CarrierAdapter {
  const { requests, answers } = platform
  const { accountNo, carrier } = line
  type Words = Omit<Parameters<typeof valuesOf>[0], 'accountNo' | 'credentials'>

  const headersOf = (with_: TemplateValues) =>
    Object.fromEntries(
      platform.headers.map(({ name, value }) => [name.toLowerCase(), fillHeader(value, with_)]),
    )

  const send = (operation: string, request: PlatformRequest, words: Words) =>
    line.send(operation, (credentials) => {
      const values = valuesOf({ ...words, accountNo, credentials })
      return requestOf(platform.address, request, headersOf(values), values)
    })

  /** Parses the response to a purchase; `undefined` where there was none. */
  async function labelIn(answer: OutAnswer, service: string): Promise<Label> {
    const body = bodyOf(answer, true)
    const at = (place: string | null) => (place ? readAt(body, place) : undefined)
    const trackingNo = at(answers.trackingPath)
    if (!trackingNo) throw new CarrierFault('service', nothingAt(answers.trackingPath), true)
    const amount = at(answers.costPath)
    const currency = at(answers.currencyPath)
    return {
      ref: at(answers.refPath) ?? trackingNo,
      trackingNo,
      carrier,
      service,
      cost: amount && currency && isMoney(amount, currency) ? { amount, currency } : null,
      ...fileOf(await labelBytes(at(answers.labelPath))),
    }
  }

  async function labelBytes(match: string | undefined): Promise<Buffer> {
    if (!match) throw new CarrierFault('service', nothingAt(answers.labelPath), true)
    if (answers.labelKind === 'base64') return Buffer.from(match.replace(/^data:[^,]*,/, ''), 'base64')
    // The platform's credentials are sent to the platform only.
    const isOwn = URL.canParse(match) && new URL(match).origin === new URL(platform.address).origin
    const answer = await line.send('label', (credentials) => ({
      method: 'GET',
      url: match,
      headers: isOwn ? headersOf(valuesOf({ accountNo, credentials })) : {},
      isRepeatSafe: true,
    }))
    if (answer.status >= 400)
      throw new CarrierFault('down', fill(answerText.labelNotGiven, { status: answer.status }), true)
    return answer.body
  }

  /**
   * The response as JSON, or its refusal; after a purchase an unreadable response leaves the outcome unknown.
   */
  function bodyOf(answer: OutAnswer, mayHaveBought: boolean): unknown {
    const body = jsonIn(answer)
    const words = (answers.errorPath && readAt(body, answers.errorPath)) || `HTTP ${answer.status}`
    if (answer.status >= 400) {
      const problem = problemOf(answer.status, words)
      throw new CarrierFault(problem, words, mayHaveBought && problem === 'down')
    }
    if (answers.okPath) {
      const mark = readAt(body, answers.okPath)
      if (mark === undefined) throw new CarrierFault('down', nothingAt(answers.okPath), mayHaveBought)
      if (mark !== (answers.okValue ?? '')) throw new CarrierFault(readingOf(words), words)
    } else if (body === undefined) throw new CarrierFault('down', answerText.notJson, mayHaveBought)
    return body
  }

  const notOffered = () => new CarrierFault('service', answerText.notOffered)

  return {
    code: 'platform',
    capabilities: {
      rates: false,
      void: requests.void !== null,
      track: false,
      find: requests.find !== null,
      formats: ['pdf', 'png'],
    },

    async validateCredentials() {
      if (!requests.check) throw notOffered()
      const answer = await send('test', requests.check, {})
      // The response to a test need not contain the success value; where it does, it counts.
      if (answer.status >= 400 || (answers.okPath && readAt(jsonIn(answer), answers.okPath) !== undefined))
        bodyOf(answer, false)
      return { words: `HTTP ${answer.status}` }
    },

    quote: async () => {
      throw notOffered()
    },

    async buy(shipment, service, key) {
      const before = requests.find && (await found(key))
      if (before) return before
      const answer = await send('buy', requests.buy, { shipment, service, key })
      return labelIn(answer, service)
    },

    find: async (key) => {
      if (!requests.find) throw notOffered()
      return found(key)
    },

    async void(ref) {
      if (!requests.void) throw notOffered()
      const answer = await send('void', requests.void, { ref })
      if (answer.body.length === 0) {
        // An empty body: done, or accepted and not decided yet. Where a success value is required, an empty
        // body is not a response.
        if (answer.status === 204 || (answer.status === 200 && !answers.okPath))
          return { outcome: 'voided', words: null }
        if (answer.status === 202) return { outcome: 'requested', words: null }
      }
      try {
        bodyOf(answer, true)
        return { outcome: 'voided', words: null }
      } catch (fault) {
        if (!(fault instanceof CarrierFault) || fault.problem === 'down' || fault.problem === 'auth')
          throw fault
        return { outcome: 'refused', words: fault.words }
      }
    },

    track: async () => {
      throw notOffered()
    },
  }

  /**
   * Whether a response contains the "no such label" value; a timeout or an authentication failure never
   * counts.
   */
  function saysNone(answer: OutAnswer): boolean {
    const { okPath, noneValue } = answers
    const isPlain = answer.status < 400 || problemOf(answer.status, '') === 'service'
    return isPlain && okPath !== null && noneValue !== null && readAt(jsonIn(answer), okPath) === noneValue
  }

  /**
   * The label under this key. A platform says "none" by 404, by 204, by its own value, or by a success
   * without a number; anything else is undecided, and nothing may be bought on it.
   */
  async function found(key: string): Promise<Label | undefined> {
    if (!requests.find) return undefined
    const answer = await send('find', requests.find, { key })
    if (answer.status === 404 || answer.status === 204 || saysNone(answer)) return undefined
    return readAt(bodyOf(answer, false), answers.trackingPath) ? labelIn(answer, '') : undefined
  }
}

const isMoney = (amount: string, currency: string) =>
  /^\d{1,14}(\.\d{1,6})?$/.test(amount) && /^[A-Za-z]{3}$/.test(currency)

const nothingAt = (path: string) => fill(answerText.nothingAt, { path })

function requestOf(
  address: string,
  { method, path, body }: PlatformRequest,
  headers: Record<string, string>,
  values: TemplateValues,
): OutRequest {
  return {
    method,
    url: `${address.replace(/\/$/, '')}${fillPath(path, values)}`,
    headers: { accept: 'application/json', ...(body && { 'content-type': 'application/json' }), ...headers },
    ...(body && { body: fillBody(body, values) }),
    isRepeatSafe: method === 'GET',
  }
}
