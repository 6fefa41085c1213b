import { scanCommands } from '../../platform/scanning/scan-commands.ts'
import type { Text } from '../../platform/text/text.ts'
import { t } from '../../platform/text/web/language.tsx'
import type { InboundDocument } from '../../receiving/scanning/scanning.ts'
import { receiveText } from '../../receiving/scanning/text.ts'
import { goods } from '../paper-order.ts'
import { batchKey } from '../paper-server.ts'
import type { Told } from './receiving-page.ts'

type Sku = keyof typeof goods
type Hands = { way: 'box' | 'piece' | 'putaway'; box: string | null; bin: string | null; isDamaged: boolean }
type Line = {
  box: string | null
  sku: Sku
  expected: number
  mark: string | null
  good: number
  bad: number
  isExtra: boolean
}
type Asked = Told['asked']
type Change = { line: Line; quality: 'good' | 'bad'; quantity: number; place: string; mark: string | null }
type Carried = { sku: Sku; mark: string | null; quantity: number; to: string }
type Entry = {
  before: Hands
  changes: Change[]
  carried: Carried[]
  named: readonly string[]
  isFixed: boolean
  /** What was confirmed and entered for goods before. */
  answers?: { key: string; agreed: number | undefined; typed: string | undefined }
}

const isDeclined = (input: Asked) => input.some(({ isNo }) => isNo)
const chosenIn = (input: Asked) =>
  input.flatMap(({ need, reply, isNo }) =>
    typeof reply === 'object' && 'choose' in reply && !isNo ? [{ need, text: reply.choose }] : [],
  )
const isChosen = (input: Asked, text: Text) => chosenIn(input).some((choice) => choice.text === t(text))
/** The bin, date or lot that a text names. */
export const binNamed = (text: string) => /[A-Z]-\d\d|RECV/.exec(text)?.[0]
const markNamed = (text: string) => /\d{4}-\d\d-\d\d|LOT\d/.exec(text)?.[0] ?? null
const dayIn = (text: string) =>
  /^\d{8}$/.test(text) ? `${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6)}` : null
/** A normalised lot; the code of goods or of a box is not a lot. */
const lotIn = (text: string) => (/^LOT\d$/i.test(text) ? text.toUpperCase() : null)
const isLotted = (sku: Sku) => goods[sku].lotManaged
const managed = (sku: Sku) => goods[sku].expiryManaged || isLotted(sku)
/** The dates or lots typed for a product, in order; an invalid one is asked for again. */
const marksIn = (input: Asked, sku: Sku) =>
  input
    .flatMap(({ need, words, reply }) => {
      if (typeof reply === 'string' || !('text' in reply) || !words.includes(sku)) return []
      return need === 'days' ? [dayIn(reply.text)] : need === 'lot' ? [lotIn(reply.text)] : []
    })
    .filter((mark) => mark !== null)
const MAX_KEPT = 30

/**
 * A model of a careful person with pencil and paper: every action is a line, undo strikes the last one.
 *
 * It knows nothing of queues, servers or pages. It receives actions and answers, and gives the expected
 * quantities.
 */
export class CarefulPerson {
  hands: Hands
  readonly lines: Line[]
  readonly stock = new Map<string, number>()
  readonly #entries: Entry[] = []
  readonly #agreed = new Map<string, number>()
  readonly #typed = new Map<string, string>()
  readonly #extraBoxes = new Set<string>()
  readonly #ids: ReadonlyMap<Sku, number>
  /** Active receipts and putaways. */
  readonly papers = { receipts: 0, putaways: 0 }
  readonly #isOneStep: boolean
  readonly #policy: InboundDocument['overReceivePolicy']
  readonly #hasBoxes: boolean

  constructor(document: InboundDocument) {
    const boxNo = (id: number | null) => document.boxes.find((box) => box.id === id)?.boxNo ?? null
    const skus = Object.keys(goods) as Sku[]
    this.#ids = new Map(
      skus.map((sku) => [sku, document.products.find((product) => product.sku === sku)?.id ?? 0]),
    )
    const skuOf = (id: number) => skus.find((sku) => this.#ids.get(sku) === id) ?? 'BOLT'
    this.lines = document.lines.map((line) => ({
      box: boxNo(line.boxId),
      sku: skuOf(line.productId),
      expected: line.expected,
      mark: line.expiryDate ?? line.lot,
      good: 0,
      bad: 0,
      isExtra: false,
    }))
    this.#isOneStep = document.receiveOneStep
    this.#policy = document.overReceivePolicy
    this.#hasBoxes = document.boxes.length > 0
    this.hands = this.#fresh()
  }

  #fresh = (): Hands => ({ way: this.#hasBoxes ? 'box' : 'piece', box: null, bin: null, isDamaged: false })

  /** The order is opened; earlier actions can no longer be undone. */
  open(): void {
    this.hands = this.#fresh()
    this.#entries.length = 0
    this.forgetAnswers()
  }

  /** The page was reloaded: earlier confirmations and input are asked for again. */
  forgetAnswers(): void {
    this.#agreed.clear()
    this.#typed.clear()
  }

  idOf = (sku: Sku): number => this.#ids.get(sku) ?? 0

  waiting(): number {
    return [...this.stock].reduce((sum, [key, pieces]) => sum + (key.startsWith('RECV|') ? pieces : 0), 0)
  }

  total(sku: Sku): { good: number; bad: number } {
    const own = this.lines.filter((line) => line.sku === sku)
    return {
      good: own.reduce((sum, { good }) => sum + good, 0),
      bad: own.reduce((sum, { bad }) => sum + bad, 0),
    }
  }

  #do(
    hands: Partial<Hands>,
    { changes = [], carried = [], named = [], isFixed = false, answers }: Partial<Omit<Entry, 'before'>> = {},
  ): void {
    this.#entries.push({
      before: this.hands,
      changes,
      carried,
      named,
      isFixed,
      ...(answers && { answers }),
    })
    if (this.#entries.length > MAX_KEPT) this.#entries.shift()
    this.hands = { ...this.hands, ...hands }
    this.#write({ changes, carried, named }, 1)
  }

  #write({ changes, carried, named }: Pick<Entry, 'changes' | 'carried' | 'named'>, sign: 1 | -1): void {
    if (changes.length > 0) this.papers.receipts += sign
    if (carried.length > 0) this.papers.putaways += sign
    for (const box of named) this.#named.set(box, (this.#named.get(box) ?? 0) + sign)
    for (const { line, quality, quantity, place, mark } of changes) {
      line[quality] += sign * quantity
      this.#lay(place, line.sku, mark, quality === 'good' ? 'good' : 'defective', sign * quantity)
    }
    for (const { sku, mark, quantity, to } of carried) {
      this.#lay('RECV', sku, mark, 'good', -sign * quantity)
      this.#lay(to, sku, mark, 'good', sign * quantity)
    }
  }

  #lay(place: string, sku: Sku, mark: string | null, quality: string, pieces: number): void {
    const batch = isLotted(sku) ? { expiryDate: null, lot: mark } : { expiryDate: mark, lot: null }
    const key = `${place}|${this.#ids.get(sku)}|${batchKey(batch)}|${quality}`
    const now = (this.stock.get(key) ?? 0) + pieces
    if (now === 0) this.stock.delete(key)
    else this.stock.set(key, now)
  }

  undo(): void {
    const last = this.#entries.at(-1)
    if (!last || last.isFixed) return
    this.#entries.pop()
    this.hands = last.before
    this.#write(last, -1)
    if (!last.answers) return
    const { key, agreed, typed } = last.answers
    if (agreed === undefined) this.#agreed.delete(key)
    else this.#agreed.set(key, agreed)
    if (typed === undefined) this.#typed.delete(key)
    else this.#typed.set(key, typed)
  }

  mode = () => this.#do({ way: this.hands.way === 'piece' ? 'box' : 'piece', box: null, isDamaged: false })
  damaged = () => this.#do({ isDamaged: !this.hands.isDamaged, way: 'piece' })
  finishBox = () => this.#do({ box: null })
  startPutaway = () => this.#do({ way: 'putaway', box: null, bin: null, isDamaged: false })
  backToCounting = () => this.#do({ way: this.#hasBoxes ? 'box' : 'piece', bin: null })

  place(locationCode: string): void {
    const isPutAway = this.hands.way === 'putaway'
    if (!isPutAway && !this.#isOneStep) return
    const fit = isPutAway ? ['A-01', 'A-02'] : ['A-01', 'A-02', 'RECV']
    if (fit.includes(locationCode)) this.#do({ bin: locationCode })
  }

  suggestion = (bin: string) => this.#do({ bin })

  /** The buttons for the work at hand, whatever else the page offers. */
  buttons(): string[] {
    const { way, box } = this.hands
    if (way === 'putaway') return [t(receiveText.backToCount)]
    return [
      t(scanCommands.defect.text),
      t(receiveText.wholeDocument),
      ...(this.#hasBoxes ? [t(way === 'piece' ? receiveText.byBox : receiveText.byPiece)] : []),
      ...(box !== null ? [t(receiveText.finishBox)] : this.waiting() > 0 ? [t(receiveText.toPutAway)] : []),
    ]
  }

  stranger(code: string, input: Asked): void {
    if (!isChosen(input, receiveText.extraBox)) return
    this.#extraBoxes.add(code)
    this.#do({ way: 'piece', box: code, isDamaged: false }, { isFixed: true })
  }

  #boxFigures(box: string): { got: number; expected: number; missing: number } {
    const own = this.lines.filter((line) => line.box === box)
    return {
      missing: own.reduce((sum, line) => sum + Math.max(0, line.expected - line.good - line.bad), 0),
      got: own.reduce((sum, line) => sum + line.good + line.bad, 0),
      expected: own.reduce((sum, line) => sum + line.expected, 0),
    }
  }

  /** The questions that must have been asked about a box; no others may have been. */
  box(box: string, input: Asked): string | undefined {
    const { way } = this.hands
    if (way === 'putaway') return undefined
    if (way === 'piece' && this.hands.box === box) {
      this.finishBox()
      return undefined
    }
    const { got, expected, missing } = this.#boxFigures(box)
    const isCounted = got > 0 || this.isReceived(box)
    const isAsked = input.some(({ need }) => need === 'rest')
    if (isAsked !== (isCounted && (missing > 0 || way === 'piece')))
      return `box ${box}: asked ${isAsked}, ${got}/${expected}`
    if (isDeclined(input)) return undefined
    if (isCounted && !isAsked) return undefined
    if (isChosen(input, receiveText.countMore) || (!isCounted && way === 'piece')) {
      this.#do({ way: 'piece', box })
      return undefined
    }
    return this.#takeAll(
      this.lines.filter((line) => line.box === box),
      input,
      [box],
    )
  }

  /** Everything of the boxes that were not opened. */
  whole(input: Asked): string | undefined {
    if (isDeclined(input)) return undefined
    const meant = this.lines.filter((line) => line.box === null || !this.isReceived(line.box))
    if (meant.every((line) => line.expected - line.good - line.bad <= 0)) return undefined
    return this.#takeAll(meant, input, [...new Set(meant.flatMap((line) => line.box ?? []))])
  }

  /** How many active receipts name a box. */
  readonly #named = new Map<string, number>()

  /** A box is received once it was taken or counted into by name, or once it is complete. */
  isReceived(box: string): boolean {
    const { missing } = this.#boxFigures(box)
    return this.#extraBoxes.has(box) || missing === 0 || (this.#named.get(box) ?? 0) > 0
  }

  #takeAll(lines: readonly Line[], input: Asked, named: readonly string[]): string | undefined {
    const typed = new Map<Sku, string>()
    const bin = this.#isOneStep ? (this.hands.bin ?? this.#binIn(input)) : 'RECV'
    const open = lines.filter((line) => line.expected - line.good - line.bad > 0)
    for (const { sku, mark } of open)
      if (managed(sku) && mark === null && !typed.has(sku))
        typed.set(sku, marksIn(input, sku).at(-1) ?? 'no mark')
    const changes = open.map(
      (line): Change => ({
        line,
        quality: 'good',
        quantity: line.expected - line.good - line.bad,
        place: bin,
        mark: line.mark ?? typed.get(line.sku) ?? null,
      }),
    )
    this.#do(this.#isOneStep ? { bin } : {}, { changes, named })
    return undefined
  }

  #binIn(input: Asked): string {
    const last = input.filter(({ need }) => need === 'bin').at(-1)?.reply
    if (typeof last !== 'object') return 'no bin'
    return binNamed('text' in last ? last.text : last.choose) ?? 'no bin'
  }

  product(
    sku: Sku,
    { times, isCounted, mark }: { times: number; isCounted: boolean; mark?: string | undefined },
    input: Asked,
  ): string | undefined {
    const { way, box, isDamaged } = this.hands
    // No bin was chosen for damaged goods.
    if (way === 'box' || input.some(({ need, isNo }) => need === undefined && isNo)) return undefined
    if (way === 'putaway') return this.#putAway(sku, isCounted ? times : undefined, mark, input)
    const own = this.lines.filter((line) => line.sku === sku && (box === null || line.box === box))
    const announced = own.filter(({ isExtra }) => !isExtra)
    const key = `${box} ${sku}`
    const sum = (of: (line: Line) => number) => announced.reduce((all, line) => all + of(line), 0)
    const [expected, total] = [sum((line) => line.expected), sum((line) => line.good + line.bad) + times]
    const isOver = announced.length > 0 && total > expected
    const isAsked = input.some(({ need }) => need === 'over')
    const mustAsk = isOver && this.#policy === 'warn' && total > (this.#agreed.get(key) ?? 0)
    if (isAsked !== mustAsk) return `${sku} ${total}/${expected}: asked ${isAsked}`
    if (isOver && this.#policy === 'block') return undefined
    if (isDeclined(input)) return undefined
    const answers = { key, agreed: this.#agreed.get(key), typed: this.#typed.get(key) }
    if (isAsked) this.#agreed.set(key, total)

    // Unexpected goods have a line for each box, and one outside them.
    const known = announced.length > 0 ? announced : own.filter((line) => line.box === box).slice(0, 1)
    const dates = new Set(announced.map((line) => line.mark))
    const announcedDay = dates.size === 1 ? [...dates][0] : null
    const last = this.#isFor(announced, this.#typed.get(key), times) ? this.#typed.get(key) : undefined
    const marks = marksIn(input, sku)
    const mustType = managed(sku) && !mark && !announcedDay && !last
    if (mustType !== marks.length > 0) return `${sku}: asked for ${marks.length} marks, last ${last}`
    const day = managed(sku) ? (mark ?? announcedDay ?? marks.at(-1) ?? last ?? 'no mark') : null
    if (day !== null) this.#typed.set(key, day)
    const bin = isDamaged ? 'D-01' : this.#isOneStep ? (this.hands.bin ?? this.#binIn(input)) : 'RECV'
    const targets: Line[] =
      announced.length > 0
        ? [
            ...announced.filter((line) => day !== null && line.mark === day),
            ...announced.filter((line) => day === null || line.mark !== day),
          ]
        : known
    if (targets.length === 0) {
      const line: Line = { box, sku, expected: 0, mark: null, good: 0, bad: 0, isExtra: true }
      this.lines.push(line)
      targets.push(line)
    }
    let left = times
    const changes = targets.flatMap((line, i): Change[] => {
      const room = Math.max(0, line.expected - line.good - line.bad)
      const quantity = i === targets.length - 1 ? left : Math.min(left, room)
      left -= quantity
      return quantity > 0
        ? [{ line, quality: isDamaged ? 'bad' : 'good', quantity, place: bin, mark: day }]
        : []
    })
    this.#do(
      { isDamaged: false, ...(!isDamaged && this.#isOneStep && { bin }) },
      { changes, named: box === null ? [] : [box], answers },
    )
    return undefined
  }

  /** The last date or lot is not taken for pieces that exceed it while another one is expected. */
  #isFor(announced: readonly Line[], last: string | undefined, times: number): boolean {
    const isSame = (line: Line) => line.mark === null || line.mark === last
    const roomIn = (lines: readonly Line[]) =>
      lines.reduce((sum, line) => sum + Math.max(0, line.expected - line.good - line.bad), 0)
    const same = announced.filter(isSame)
    const others = announced.filter((line) => !isSame(line))
    return same.length === 0 || roomIn(same) >= times || roomIn(others) === 0
  }

  #putAway(sku: Sku, times: number | undefined, mark: string | undefined, input: Asked): string | undefined {
    const { bin } = this.hands
    const waiting = [...this.stock].flatMap(([key, pieces]) => {
      const [place, id, day = ''] = key.split('|')
      return place === 'RECV' && Number(id) === this.#ids.get(sku)
        ? [{ day: day.replace(/^null\/?/, '') || null, pieces }]
        : []
    })
    if (waiting.length === 0 || bin === null) return undefined
    const named = managed(sku) ? mark : undefined
    const isAsked = input.some(({ need }) => need === 'batch')
    if (isAsked !== (named === undefined && waiting.length > 1))
      return `${sku}: ${waiting.length} batches, asked ${isAsked}`
    if (isDeclined(input)) return undefined
    const [chosen] = chosenIn(input).filter(({ need }) => need === 'batch')
    const day = named ?? (isAsked ? markNamed(chosen?.text ?? '') : waiting[0]?.day)
    const batch = waiting.find((item) => item.day === day)
    const quantity = times ?? batch?.pieces ?? 0
    if (!batch || quantity > batch.pieces) return undefined
    this.#do({}, { carried: [{ sku, mark: batch.day, quantity, to: bin }] })
    return undefined
  }
}
