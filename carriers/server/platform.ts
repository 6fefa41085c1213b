import type { OutAnswer, OutRequest } from '../../platform/outbound/server/outbound.ts'
import { labelKinds } from '../../platform/printing/label-kind.ts'
import { fill } from '../../platform/text/text.ts'
import { type CarrierAdapter, CarrierFault, type Label, problemOf, readingOf, type Sold } from '../carrier.ts'
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

/**
 * A carrier interface described by the company: templates build the requests, paths read the responses. Costs are in the currency of the
 * account where the platform's responses name none.
 */
export function platformCarrier(
  line: Line,
  platform: PlatformShape,
  accountCurrency: string | null,
): CarrierAdapter {
  const { requests, answers } = platform
  const labelFrom = (answer: OutAnswer, service: string) =>
    labelIn(line, platform, answer, service, accountCurrency)
  const notOffered = () => new CarrierFault('service', answerText.notOffered)

  /**
   * The label under this key. A platform says "none" by 404, by 204, by its own value, or by a success
   * without a number; anything else is undecided, and nothing may be bought on it.
   */
  async function labelUnder(key: string, request: PlatformRequest): Promise<Label | undefined> {
    const answer = await send(line, platform, 'find', request, { key })
    if (answer.status === 404 || answer.status === 204 || saysNone(answers, answer)) return undefined
    const isThere = readAt(bodyOf(answers, answer, false), answers.trackingPath)
    return isThere ? labelFrom(answer, '') : undefined
  }

  return {
    code: 'platform',
    capabilities: {
      rates: false,
      void: requests.void !== null,
      track: false,
      find: requests.find !== null,
      formats: labelKinds,
    },

    async validateCredentials() {
      if (!requests.check) throw notOffered()
      const answer = await send(line, platform, 'test', requests.check, {})
      // The response to a test need not contain the success value; where it does, it counts.
      if (answer.status >= 400 || (answers.okPath && readAt(jsonIn(answer), answers.okPath) !== undefined))
        bodyOf(answers, answer, false)
      return { words: `HTTP ${answer.status}` }
    },

    quote: async () => {
      throw notOffered()
    },

    async buy(shipment, service, key) {
      const before = requests.find && (await labelUnder(key, requests.find))
      if (before) return before
      const answer = await send(line, platform, 'buy', requests.buy, { shipment, service, key })
      return labelFrom(answer, service)
    },

    find: async (key) => {
      if (!requests.find) throw notOffered()
      return labelUnder(key, requests.find)
    },

    async void(ref) {
      if (!requests.void) throw notOffered()
      const answer = await send(line, platform, 'void', requests.void, { ref })
      if (answer.body.length === 0) {
        // An empty body: done, or accepted and not decided yet. Where a success value is required, an empty
        // body is not a response.
        if (answer.status === 204 || (answer.status === 200 && !answers.okPath))
          return { outcome: 'voided', words: null }
        if (answer.status === 202) return { outcome: 'requested', words: null }
      }
      try {
        bodyOf(answers, answer, true)
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
}

type Answers = PlatformShape['answers']

const headersOf = ({ headers }: PlatformShape, values: TemplateValues) =>
  Object.fromEntries(headers.map(({ name, value }) => [name.toLowerCase(), fillHeader(value, values)]))

const send = (
  line: Line,
  platform: PlatformShape,
  operation: string,
  request: PlatformRequest,
  words: Omit<Parameters<typeof valuesOf>[0], 'accountNo' | 'credentials'>,
) =>
  line.send(operation, (credentials) => {
    const values = valuesOf({ ...words, accountNo: line.accountNo, credentials })
    return requestOf(platform.address, request, headersOf(platform, values), values)
  })

/** Parses the response to a purchase. */
async function labelIn(
  line: Line,
  platform: PlatformShape,
  answer: OutAnswer,
  service: string,
  accountCurrency: string | null,
): Promise<Label> {
  const { answers } = platform
  const body = bodyOf(answers, answer, true)
  const at = (place: string | null) => (place ? readAt(body, place) : undefined)
  const trackingNo = at(answers.trackingPath)
  if (!trackingNo) throw new CarrierFault('service', nothingAt(answers.trackingPath), true)
  const amount = at(answers.costPath)
  const currency = answers.currencyPath ? at(answers.currencyPath) : accountCurrency
  const cost = amount && currency ? { amount, currency } : null
  const sold = { ref: at(answers.refPath) ?? trackingNo, trackingNo, cost }
  return {
    ...sold,
    carrier: line.carrier,
    service,
    ...(await labelFile(line, platform, at(answers.labelPath), sold)),
  }
}

/** The file of a label that was sold: a failure names what was bought. */
async function labelFile(line: Line, platform: PlatformShape, value: string | undefined, sold: Sold) {
  try {
    return fileOf(await labelBytes(line, platform, value))
  } catch (fault) {
    if (!(fault instanceof CarrierFault)) throw fault
    throw new CarrierFault(fault.problem, fault.reason, true, sold)
  }
}

async function labelBytes(line: Line, platform: PlatformShape, value: string | undefined): Promise<Buffer> {
  const { answers, address } = platform
  if (!value) throw new CarrierFault('service', nothingAt(answers.labelPath), true)
  if (answers.labelKind === 'base64') return Buffer.from(value.replace(/^data:[^,]*,/, ''), 'base64')
  // The platform's credentials are sent to the platform only.
  const isOwn = URL.canParse(value) && new URL(value).origin === new URL(address).origin
  const answer = await line.send('label', (credentials) => ({
    method: 'GET',
    url: value,
    headers: isOwn ? headersOf(platform, valuesOf({ accountNo: line.accountNo, credentials })) : {},
    isRepeatSafe: true,
  }))
  if (answer.status >= 400)
    throw new CarrierFault('down', fill(answerText.labelNotGiven, { status: answer.status }), true)
  return answer.body
}

/** The response as JSON, or its refusal; after a purchase an unreadable response leaves the outcome unknown. */
function bodyOf(answers: Answers, answer: OutAnswer, mayHaveBought: boolean): unknown {
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

/** Whether a response contains the "no such label" value; a timeout or an authentication failure never counts. */
function saysNone({ okPath, noneValue }: Answers, answer: OutAnswer): boolean {
  const isPlain = answer.status < 400 || problemOf(answer.status, '') === 'service'
  return isPlain && okPath !== null && noneValue !== null && readAt(jsonIn(answer), okPath) === noneValue
}

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
