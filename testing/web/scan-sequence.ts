import { expect } from 'vitest'
import { scanCommands } from '../../platform/scanning/scan-commands.ts'
import { scanText } from '../../platform/scanning/web/text.ts'
import { t } from '../../platform/text/web/language.tsx'
import { photoText } from '../../receiving/photos/text.ts'
import type { InboundDocument } from '../../receiving/scanning/scanning.ts'
import { receiveText } from '../../receiving/scanning/text.ts'
import { type Announced, goods, places } from '../paper-order.ts'
import { type Answering, batchKey, figuresOf, type PaperServer } from '../paper-server.ts'
import type { Dice } from '../random.ts'
import { binNamed, CarefulPerson } from './careful-person.ts'
import { type Asked, ReceivingPage, type Reply, type Told } from './receiving-page.ts'

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

/** Not in these sequences: a parcel is set aside, and a phone takes the photos. */
const unused = [receiveText.putAside, photoText.byPhone].map((text) => t(text))

const replyBy =
  (dice: Dice) =>
  ({ need, choices }: Asked): Reply => {
    const no = choices.find(({ command }) => command === 'undo')
    if (no && dice.isOnce(5)) return { choose: no.text }
    switch (need) {
      case 'days':
        return { text: dice.pick(['NODATE', '20271231', '20280131', '20271231']) }
      case 'lot':
        return { text: dice.pick(['PILLS', 'lot1', 'LOT2', 'lot1']) }
      case 'bin':
        if (choices.length > 1 && dice.isOnce(4)) return { choose: choices[0]?.text ?? '' }
        return { text: dice.pick(['A-01', 'A-02', 'RECV', 'A-01', 'D-01', 'OFF', 'X-01', 'NOWHERE']) }
      case undefined:
        return { text: dice.pick(['D-01', 'A-01', 'NOWHERE', 'D-01']) }
      default:
        if (dice.isOnce(10)) return { text: dice.pick(['BOLT', 'A-01', 'NOWHERE']) }
        return { choose: dice.pick(choices.filter(({ text }) => !unused.includes(text))).text }
    }
  }

/** While a question is open: scans are sent, the network goes or comes back, or the user closes the order or reloads the page. */
const replyAmid =
  (dice: Dice) =>
  async (question: Asked, page: ReceivingPage): Promise<Reply> => {
    const what = dice.between(0, 29)
    if (what < 3) await sendSome(page, dice)
    else if (what === 3) await toggleNetwork(page)
    else if (what === 4) return 'leave'
    else if (what === 5) return 'reload'
    return replyBy(dice)(question)
  }

const sendSome = (page: ReceivingPage, dice: Dice) => page.send(dice.between(1, 4), () => dice.isOnce(6))
const toggleNetwork = (page: ReceivingPage) => (page.isCut ? page.mend() : page.cut())
async function sendAll(page: ReceivingPage): Promise<void> {
  await page.mend()
  await page.send()
}

const button = {
  damaged: t(scanCommands.defect.text),
  whole: t(receiveText.wholeDocument),
  byBox: t(receiveText.byBox),
  byPiece: t(receiveText.byPiece),
  finishBox: t(receiveText.finishBox),
  toPutAway: t(receiveText.toPutAway),
  backToCount: t(receiveText.backToCount),
}
const workButtons = Object.values(button)

/**
 * A user works for this many steps, in any order the screen allows; after each of them page and model agree.
 */
export async function playSequence(
  { answer, token }: { answer: Answering; token?: string },
  document: InboundDocument,
  dice: Dice,
  { steps, done, marked = 'CREAM' }: { steps: number; done: string[]; marked?: Marked },
): Promise<{ shown: InboundDocument; person: CarefulPerson }> {
  const person = new CarefulPerson(document)
  const page = new ReceivingPage(answer, replyAmid(dice), token)
  await page.open(document.id)
  const boxNos = () => page.figures()?.boxes.map(({ boxNo }) => boxNo) ?? []
  let hasLeft = false
  const offline = [scanText.offline, scanText.waitFirst].map((text) => t(text))

  /** Triggers something on the page, then passes it with the answers to the model. */
  const both = async (
    name: string,
    onPage: () => Promise<Told>,
    onPaper: (input: Told['asked']) => unknown,
  ): Promise<void> => {
    const { isOver, asked, said, last } = await onPage()
    const replies = asked.map(({ need, reply }) => ` ${need}=${JSON.stringify(reply)}`)
    done.push(`${name}${replies.join('')} → ${said.map(({ words }) => words).join(' / ')}`)
    if (asked.at(-1)?.reply === 'reload') person.forgetAnswers()
    hasLeft = asked.at(-1)?.reply === 'leave'
    if (!isOver && !last.some(({ words }) => offline.includes(words))) {
      const wrong = onPaper(asked)
      if (wrong) throw new Error(String(wrong))
    }
    // A short box never sounds like success.
    for (const { words, tone } of said)
      if (/少 \d+ 件/.test(words) && tone !== 'warning' && tone !== 'error')
        throw new Error(`${tone}: ${words}`)
  }

  const aScan = async () => {
    const what = dice.between(0, 9)
    if (what < 3 && boxNos().length > 0) {
      const box = dice.pick(boxNos())
      return both(
        `box ${box}`,
        () => page.scan(box),
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
        () => page.scan(isCarton ? 'CARTON' : sku, scanned),
        (input) => person.product(sku, { times: pieces, isCounted: times !== undefined, mark }, input),
      )
    }
    if (what < 9) {
      const { locationCode } = dice.pick(places)
      return both(
        `place ${locationCode}`,
        () => page.scan(locationCode),
        () => person.place(locationCode),
      )
    }
    if (person.hands.way !== 'box') return undefined
    const code = `X${dice.between(1, 999)}`
    if (boxNos().includes(code)) return undefined
    return both(
      `stranger ${code}`,
      () => page.scan(code),
      (input) => person.stranger(code, input),
    )
  }

  /** What is sent was counted before: meanwhile no figure changes, not even for a moment. */
  const sendSteadily = async () => {
    const before = JSON.stringify(countedOn(page, person))
    let after = before
    page.onChange = () => {
      if (page.state.document && after === before) after = JSON.stringify(countedOn(page, person))
    }
    await sendSome(page, dice)
    page.onChange = () => {}
    expect(after).toBe(before)
  }

  const undo = () => both('undo', page.undo, () => person.undo())
  const onPaper = new Map<string, (input: Told['asked']) => unknown>([
    [button.damaged, () => person.damaged()],
    [button.whole, person.whole.bind(person)],
    [button.byBox, () => person.mode()],
    [button.byPiece, () => person.mode()],
    [button.finishBox, () => person.finishBox()],
    [button.toPutAway, () => person.startPutaway()],
    [button.backToCount, () => person.backToCounting()],
  ])
  const aCommand = () => {
    const pressed = dice.isOnce(5) ? undefined : dice.pick(pressableOn(page))
    if (pressed === undefined) return undo()
    const suggestion = binNamed(pressed)
    const press = suggestion ? () => person.suggestion(suggestion) : onPaper.get(pressed)
    return both(pressed, () => page.press(pressed), press ?? (() => 'no such button'))
  }

  for (let step = 0; step < steps; step++) {
    const isOpen = page.state.document !== undefined
    if (!isOpen) {
      const what = dice.between(0, 5)
      if (what < 3 && !page.isUnread) await undo()
      await sendAll(page)
      if (what === 3) await page.reload()
      else if (!page.state.document) {
        await page.open(document.id)
        person.open()
        done.push('open')
      }
      if (page.state.document) person.forgetAnswers()
    } else {
      const what = dice.between(0, 19)
      if (what < 12) await aScan()
      else if (what < 16) await aCommand()
      else if (what === 16) await toggleNetwork(page)
      else if (what === 17) {
        await page.reload()
        person.forgetAnswers()
        done.push('reload')
      } else await sendSteadily()
    }
    if (page.isCut) done.push('(cut)')
    agree(page, person)
    // An order closes itself only when nothing waits that would open it again.
    if (isOpen && !page.state.document && !hasLeft && !page.isUnread) expect(page.queue).toEqual([])
    // What a client-side rule forbids never reaches the server.
    for (const { state, why } of page.queue) if (state === 'refused') throw new Error(`refused: ${why}`)
  }
  await sendAll(page)
  expect(page.queue).toEqual([])
  const shown = await figuresAtLast(page, document.id)
  page.close()
  return { shown, person }
}

/** What a page shows at the end; an order that was closed is opened once more. */
async function figuresAtLast(page: ReceivingPage, id: number): Promise<InboundDocument> {
  if (!page.state.document) await page.open(id)
  const shown = page.figures()
  if (!shown) throw new Error('the order does not open')
  return shown
}

/** One action of a user who knows only what their own page shows. */
async function doSomething(page: ReceivingPage, id: number, dice: Dice, marked: Marked): Promise<string> {
  const now = page.figures()
  if (!now) {
    if (dice.isOnce(2)) {
      await page.undo()
      return 'undo'
    }
    await sendAll(page)
    if (!page.state.document) await page.open(id)
    return 'open'
  }
  const scan = async (code: string, over: Parameters<ReceivingPage['scan']>[1] = {}) => {
    await page.scan(code, over)
    return `${code} ${JSON.stringify(over)}`
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
    await toggleNetwork(page)
    return page.isCut ? 'cut' : 'mended'
  }
  if (what === 12) {
    await page.reload()
    return 'reload'
  }
  if (what < 15) {
    await page.undo()
    return 'undo'
  }
  if (what === 15 && page.state.way === 'box') return scan(`X${dice.between(1, 999)}`)
  const pressed = dice.pick(pressableOn(page))
  await page.press(pressed)
  return pressed
}

/**
 * Two users at one order, each with their own page: one does not see unsent scans of the other, so some are
 * refused. A page that has looked and has nothing to send matches the server.
 */
export async function playTogether(
  servers: readonly { answer: Answering; token?: string }[],
  paper: PaperServer,
  dice: Dice,
  { steps, done, marked = 'CREAM' }: { steps: number; done: string[]; marked?: Marked },
): Promise<void> {
  const { id } = paper.document
  const pages = servers.map(({ answer, token }) => new ReceivingPage(answer, replyAmid(dice), token))
  for (const page of pages) await page.open(id)
  const look = async (page: ReceivingPage) => {
    await page.look()
    const shown = page.figures()
    const isWaiting = page.queue.some(({ state }) => state === 'waiting')
    if (shown && !page.isCut && !isWaiting) expect(figuresOf(shown)).toEqual(figuresOf(paper.standing()))
  }
  const report = (page: ReceivingPage, name: string, before: number) => {
    const words = page.said.slice(before).map((item) => item.words)
    done.push(`${pages.indexOf(page)} ${name} → ${words.join(' / ')}`)
  }
  for (let step = 0; step < steps; step++) {
    const page = dice.pick(pages)
    const before = page.said.length
    const name = await doSomething(page, id, dice, marked)
    if (dice.isOnce(2)) await sendSome(page, dice)
    report(page, name, before)
    if (dice.isOnce(2)) await look(page)
    if (dice.isOnce(2)) await page.dismiss()
  }
  for (const page of pages) {
    const before = page.said.length
    await sendAll(page)
    await page.dismiss()
    report(page, 'send', before)
    expect(page.queue).toEqual([])
  }
  for (const page of pages) {
    await page.look()
    expect(figuresOf(await figuresAtLast(page, id))).toEqual(figuresOf(paper.standing()))
    page.close()
  }
}

const skus = Object.keys(goods) as (keyof typeof goods)[]
const workButtonsOf = (page: ReceivingPage) => page.buttons().filter((text) => workButtons.includes(text))
/** They, and the suggested bin. */
const pressableOn = (page: ReceivingPage) =>
  page.buttons().filter((text) => workButtons.includes(text) || binNamed(text))

function countedOn(page: ReceivingPage, person: CarefulPerson) {
  const lines = page.figures()?.lines ?? []
  return skus.map((sku) => {
    const own = lines.filter((line) => line.productId === person.idOf(sku))
    const good = own.reduce((sum, line) => sum + line.good, 0)
    return { good, bad: own.reduce((sum, { defective }) => sum + defective, 0) }
  })
}

/** The page shows what the model has counted, whatever was sent so far. */
function agree(page: ReceivingPage, person: CarefulPerson): void {
  const now = page.figures()
  if (!now) return
  const { way, boxId, bin, isDamaged } = page.state
  const waiting = new Map<string, number>()
  for (const { productId, quantity, ...batch } of now.pending) {
    const key = `RECV|${productId}|${batchKey(batch)}|good`
    waiting.set(key, (waiting.get(key) ?? 0) + quantity)
  }
  const shown = {
    counted: countedOn(page, person),
    waiting: [...waiting].sort(),
    boxes: now.boxes.filter(({ status }) => status === 'received').map(({ boxNo }) => boxNo),
    hands: {
      way,
      box: now.boxes.find(({ id }) => id === boxId)?.boxNo ?? null,
      bin: bin?.locationCode ?? null,
      isDamaged,
    },
    buttons: workButtonsOf(page).sort(),
  }
  const expected = {
    counted: skus.map((sku) => person.total(sku)),
    waiting: [...person.stock].filter(([key]) => key.startsWith('RECV|')).sort(),
    boxes: now.boxes.flatMap(({ boxNo }) => (person.isReceived(boxNo) ? [boxNo] : [])),
    hands: person.hands,
    buttons: person.buttons().sort(),
  }
  // Compared as text: an assertion costs more than the rest of a step.
  if (JSON.stringify(shown) !== JSON.stringify(expected)) expect(shown).toEqual(expected)
}
