import { expect } from 'vitest'
import type { Question } from '../receiving/scanning/receive-flow.ts'
import type { InboundDocument } from '../receiving/scanning/scanning.ts'
import { CarefulPerson } from './careful-person.ts'
import { type Announced, goods, places } from './paper-order.ts'
import { type Reply, type StationServer, TestStation } from './test-station.ts'

/** Random choices reproducible by seed (mulberry32). */
export function diceOf(seed: number) {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
  return {
    isOnce: (of: number) => next() < 1 / of,
    between: (low: number, high: number) => low + Math.floor(next() * (high - low + 1)),
    pick: <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)] as T,
  }
}
export type Dice = ReturnType<typeof diceOf>

/** The goods of a sequence with a date or a lot. */
export type Marked = 'CREAM' | 'PILLS'
const marks = { CREAM: ['2027-12-31', '2028-01-31'], PILLS: ['LOT1', 'LOT2'] } as const
const announcedAs = (sku: Marked) =>
  sku === 'CREAM' ? { expiryDate: marks.CREAM[0] } : { lot: marks.PILLS[0] }
const scannedAs = (sku: Marked, mark: string) => (sku === 'CREAM' ? { expiry: mark } : { lot: mark })

/** What is expected: boxes with one or two products, or goods without boxes. */
export function announcedBy(dice: Dice, marked: Marked = 'CREAM'): Announced[] {
  const line = (boxNo?: string): Announced => {
    const sku = dice.pick(['BOLT', 'BOLT', marked] as const)
    const isMarked = sku === marked && dice.isOnce(2)
    return {
      sku,
      expected: dice.between(1, 6),
      ...(boxNo && { boxNo }),
      ...(isMarked && announcedAs(marked)),
    }
  }
  if (dice.isOnce(3))
    return [line(), { sku: 'BOLT' as const, expected: dice.between(1, 6) }].slice(dice.between(0, 1))
  return Array.from({ length: dice.between(1, 4) }, (_, i) => {
    const boxNo = `B${i + 1}`
    const first = line(boxNo)
    const other = first.sku === 'BOLT' ? marked : 'BOLT'
    return dice.isOnce(3) ? [first, { sku: other, expected: dice.between(1, 4), boxNo } as const] : [first]
  }).flat()
}

export const settingsBy = (dice: Dice) => ({
  receiveOneStep: dice.isOnce(2),
  overReceivePolicy: dice.pick(['warn', 'warn', 'allow', 'block'] as const),
  overReceivePercent: 0,
})

const replyBy =
  (dice: Dice) =>
  (question: Question): Reply => {
    if (dice.isOnce(5)) return { kind: 'no' }
    switch (question.need) {
      case 'days':
        return { text: dice.pick(['NODATE', '20271231', '20280131', '20271231']) }
      case 'lot':
        return { text: dice.pick(['CARTON', 'lot1', 'LOT2', 'lot1']) }
      case 'bin':
        return { text: dice.pick(['A-01', 'A-02', 'RECV', 'A-01', 'D-01', 'OFF', 'X-01', 'NOWHERE']) }
      case 'photos':
        return { kind: 'photos', fileIds: [] }
      default:
        return dice.pick(question.choices.map(({ answer }) => answer))
    }
  }

export type Play = { station: TestStation; person: CarefulPerson }

/**
 * A user works for this many steps, in any order the screen allows; after each of them page and model agree.
 */
export async function playSequence(
  server: StationServer,
  document: InboundDocument,
  dice: Dice,
  {
    steps,
    canAddBoxes,
    done,
    marked = 'CREAM',
  }: { steps: number; canAddBoxes: boolean; done: string[]; marked?: Marked },
): Promise<Play> {
  const person = new CarefulPerson(document)
  const reply = replyBy(dice)
  const station = new TestStation(
    server,
    (question) => {
      const answer = reply(question)
      const isExtra = 'kind' in answer && ['extra', 'aside'].includes(answer.kind)
      return isExtra && !canAddBoxes ? { kind: 'no' } : answer
    },
    `page${dice.between(0, 1e9)}`,
  )
  await station.open()
  const boxNos = () => station.figures()?.boxes.map(({ boxNo }) => boxNo) ?? []

  /** Triggers an event on the page, then passes action and answer to the model. */
  const both = async (
    name: string,
    onPage: () => Promise<void>,
    onPaper: (input: TestStation['asked']) => unknown,
  ) => {
    const [askedBefore, saidBefore] = [station.asked.length, station.said.length]
    await onPage()
    const query = station.asked.slice(askedBefore)
    const messages = station.said.slice(saidBefore)
    done.push(
      `${name}${query.map(({ need, reply: given }) => ` ${need}=${JSON.stringify(given)}`).join('')} → ${messages.map(({ words }) => words).join(' / ')}`,
    )
    if (!messages.some(({ words }) => words === 'No network') || query.length > 0) {
      const wrong = onPaper(query)
      if (wrong) throw new Error(String(wrong))
    }
    // A question never sounds like success, and neither does a short box.
    for (const { words, tone } of messages)
      if (/short/.test(words) && tone !== 'warning' && tone !== 'error') throw new Error(`${tone}: ${words}`)
  }
  const happen = (
    kind: 'mode' | 'damaged' | 'finish_box' | 'start_putaway' | 'back_to_counting',
    onPaper: () => void,
  ) => both(kind, () => station.happen({ kind }), onPaper)

  const aScan = async () => {
    const what = dice.between(0, 9)
    if (what < 3 && boxNos().length > 0) {
      const box = dice.pick(boxNos())
      return both(
        `box ${box}`,
        () => station.scan(box),
        (input) => person.box(box, input),
      )
    }
    if (what < 7) {
      const sku = dice.pick(['BOLT', 'BOLT', marked, 'SCREW'] as const)
      const isCarton = sku === 'BOLT' && dice.isOnce(6)
      const times = dice.isOnce(2) ? dice.between(1, 8) : undefined
      const mark = sku === marked && dice.isOnce(2) ? dice.pick(marks[marked]) : undefined
      const scanned = { ...(times !== undefined && { times }), ...(mark && scannedAs(marked, mark)) }
      const pieces = (times ?? 1) * (isCarton ? 6 : 1)
      return both(
        `${times ?? ''}*${isCarton ? 'CARTON' : sku} ${mark ?? ''}`,
        () => station.scan(isCarton ? 'CARTON' : sku, scanned),
        (input) => person.product(sku, { times: pieces, isCounted: times !== undefined, mark }, input),
      )
    }
    if (what < 9) {
      const place = dice.pick(places)
      return both(
        `place ${place.locationCode}`,
        () => station.scan(place.locationCode),
        () => person.place(place),
      )
    }
    if (person.hands.way !== 'box') return undefined
    const code = `X${dice.between(1, 999)}`
    if (boxNos().includes(code)) return undefined
    return both(
      `stranger ${code}`,
      () => station.scan(code),
      (input) => person.stranger(code, input),
    )
  }

  const aCommand = async () => {
    const { way, box } = person.hands
    const isPutAway = way === 'putaway'
    switch (dice.between(0, 5)) {
      case 0:
        if (isPutAway) return happen('back_to_counting', person.backToCounting)
        return boxNos().length > 0 ? happen('mode', person.mode) : undefined
      case 1:
        return isPutAway ? undefined : happen('damaged', person.damaged)
      case 2:
        return box === null || isPutAway ? undefined : happen('finish_box', person.finishBox)
      case 3:
        return isPutAway || person.waiting() === 0 ? undefined : happen('start_putaway', person.startPutaway)
      case 4:
        return isPutAway
          ? undefined
          : both(
              'whole',
              () => station.happen({ kind: 'whole' }),
              (input) => person.whole(input),
            )
      default:
        return both('undo', station.undo, () => person.undo())
    }
  }

  const sendAll = async () => {
    station.isCut = false
    await station.send()
    await station.settle()
  }

  for (let step = 0; step < steps; step++) {
    if (!station.document) {
      if (dice.isOnce(2)) {
        await both('undo', station.undo, () => person.undo())
        await sendAll()
      } else {
        await sendAll()
        if (!station.document) {
          await station.open()
          person.open()
          done.push('open')
        }
      }
      if (station.document) person.forgetAnswers()
      continue
    }
    const what = dice.between(0, 19)
    if (what < 12) await aScan()
    else if (what < 16) await aCommand()
    else if (what === 16) station.isCut = !station.isCut
    else if (what === 17 && !station.isCut) {
      await station.reload()
      person.forgetAnswers()
      done.push('reload')
    } else if (!station.isCut) await station.send(dice.between(1, 4), () => dice.isOnce(6))
    if (station.isCut) done.push('(cut)')
    agree(station, person)
    // What a client-side rule forbids never reaches the server.
    for (const { state, why } of station.queue) if (state === 'refused') throw new Error(`refused: ${why}`)
  }
  await sendAll()
  expect(station.queue).toEqual([])
  return { station, person }
}

/** One action of a user who knows only what their own page shows. */
async function doSomething(station: TestStation, dice: Dice, marked: Marked): Promise<string> {
  const now = station.figures()
  if (!now) {
    if (dice.isOnce(2)) {
      await station.undo()
      return 'undo'
    }
    station.isCut = false
    await station.send()
    await station.settle()
    if (!station.document) await station.open()
    return 'open'
  }
  const { way, boxId } = station.work
  const scan = async (code: string, over: Parameters<TestStation['scan']>[1] = {}) => {
    await station.scan(code, over)
    return `${code} ${JSON.stringify(over)}`
  }
  const happen = async (
    kind: 'mode' | 'damaged' | 'finish_box' | 'start_putaway' | 'back_to_counting' | 'whole',
  ) => {
    await station.happen({ kind })
    return kind
  }
  const what = dice.between(0, 19)
  if (what < 4 && now.boxes.length > 0) return scan(dice.pick(now.boxes).boxNo)
  if (what < 9) {
    const sku = dice.pick(['BOLT', 'BOLT', marked, 'SCREW', 'CARTON'] as const)
    const mark = sku === marked && dice.isOnce(2) ? dice.pick(marks[marked]) : undefined
    return scan(sku, {
      ...(dice.isOnce(2) && { times: dice.between(1, 6) }),
      ...(mark && scannedAs(marked, mark)),
    })
  }
  if (what < 11) return scan(dice.pick(places).locationCode)
  if (what === 11) {
    station.isCut = !station.isCut
    return station.isCut ? 'cut' : 'mended'
  }
  if (what === 12 && !station.isCut) {
    await station.reload()
    return 'reload'
  }
  if (what < 15) {
    await station.undo()
    return 'undo'
  }
  if (what === 15) return happen('whole')
  if (way === 'putaway') return happen('back_to_counting')
  if (what === 16) return happen('damaged')
  if (what === 17 && boxId !== null) return happen('finish_box')
  if (what === 18 && now.pending.length > 0) return happen('start_putaway')
  if (what === 19 && way === 'box') return scan(`X${dice.between(1, 999)}`)
  return now.boxes.length > 0 ? happen('mode') : happen('damaged')
}

/**
 * Two users at one order, each with their own page: one does not see unsent scans of the other, so some are
 * refused. In the end both pages match the server.
 */
export async function playTogether(
  servers: readonly StationServer[],
  dice: Dice,
  { steps, done, marked = 'CREAM' }: { steps: number; done: string[]; marked?: Marked },
): Promise<TestStation[]> {
  const stations = servers.map(
    (server) => new TestStation(server, replyBy(dice), `page${dice.between(0, 1e9)}`),
  )
  for (const station of stations) await station.open()
  const report = (station: TestStation, name: string, before: number) => {
    const words = station.said.slice(before).map((item) => item.words)
    done.push(`${stations.indexOf(station)} ${name} → ${words.join(' / ')}`)
  }
  for (let step = 0; step < steps; step++) {
    const station = dice.pick(stations)
    const before = station.said.length
    const name = await doSomething(station, dice, marked)
    if (dice.isOnce(2)) await station.send(dice.between(1, 4), () => dice.isOnce(6))
    await station.settle()
    if (dice.isOnce(2)) await station.look()
    if (dice.isOnce(2)) station.dismiss()
    report(station, name, before)
  }
  for (const station of stations) {
    const before = station.said.length
    station.isCut = false
    await station.send()
    await station.settle()
    station.dismiss()
    report(station, 'send', before)
  }
  for (const station of stations) await station.look()
  return stations
}

/** The page shows what the model has counted, whatever was sent so far. */
function agree(station: TestStation, person: CarefulPerson): void {
  const now = station.figures()
  if (!now) return
  for (const sku of Object.keys(goods) as (keyof typeof goods)[]) {
    const productId = now.products.find((product) => product.sku === sku)?.id
    const own = now.lines.filter((line) => line.productId === productId)
    const shown = {
      good: own.reduce((sum, { good }) => sum + good, 0),
      bad: own.reduce((sum, { defective }) => sum + defective, 0),
    }
    const counted = person.total(sku)
    // Compared by hand: an assertion costs more than the rest of a step.
    if (shown.good !== counted.good || shown.bad !== counted.bad) expect([sku, shown]).toEqual([sku, counted])
  }
  const boxNo = now.boxes.find(({ id }) => id === station.work.boxId)?.boxNo ?? null
  const { way, bin, isDamaged } = station.work
  const hands = { way, box: boxNo, bin: bin?.locationCode ?? null, isDamaged }
  if (JSON.stringify(hands) !== JSON.stringify(person.hands)) expect(hands).toEqual(person.hands)
}
