import type { BatchIdentity } from '../inventory/stock/batches.ts'
import type { ActionOf } from '../platform/text/state-machine.ts'
import { say, type Text } from '../platform/text/text.ts'
import { type InboundState, inboundStates, inboundStateText } from './states.ts'
import { receivingText } from './text.ts'

export type InboundAction = ActionOf<typeof inboundStates>

/** What is done to an inbound order, as the end of “it cannot be …”. */
const actionTexts: Record<InboundAction, Text> = {
  edit: { zh_CN: '编辑', en_US: 'edit' },
  submit: { zh_CN: '提交', en_US: 'submit' },
  withdraw: { zh_CN: '撤回', en_US: 'withdraw' },
  confirm: { zh_CN: '确认到仓', en_US: 'confirm arrival' },
  receive: { zh_CN: '收货', en_US: 'receive' },
  cancel_receipt: { zh_CN: '撤销收货', en_US: 'cancel a receipt' },
  put_away: { zh_CN: '上架', en_US: 'put away' },
  add_box: { zh_CN: '加箱', en_US: 'add a box' },
  measure_box: { zh_CN: '测量箱子', en_US: 'measure a box' },
  undo_arrival: { zh_CN: '撤销到仓', en_US: 'undo the arrival' },
  complete: { zh_CN: '完成', en_US: 'complete' },
  reopen: { zh_CN: '重新打开', en_US: 'reopen' },
  void: { zh_CN: '作废', en_US: 'void' },
}

/** Whether pallets and containers can be counted: from the arrival on. */
export const hasLoads = (status: InboundState) => status === 'receiving' || status === 'complete'

/** Why an action is not possible in the order's status; undefined when it is. */
export function notNow(no: string, state: InboundState, action: InboundAction): Text | undefined {
  if (inboundStates.allows(state, action)) return undefined
  const words = (language: keyof Text) =>
    say(receivingText.isInState, language, {
      no,
      state: inboundStateText[state][language],
      action: actionTexts[action][language],
    })
  return { zh_CN: words('zh_CN'), en_US: words('en_US') }
}

type Figures = {
  lines: readonly { expected: number; good: number; defective: number }[]
  boxes: readonly { status: string }[]
  pending: readonly unknown[]
}

/** Whether everything arrived exactly as expected and is in its bin: then nothing is left to decide. */
export const isAllIn = ({ lines, boxes, pending }: Figures) =>
  lines.some(({ expected }) => expected > 0) &&
  lines.every(({ expected, good, defective }) => good + defective === expected) &&
  boxes.every(({ status }) => status === 'received') &&
  pending.length === 0

export type OverPolicy = { overReceivePolicy: 'allow' | 'warn' | 'block'; overReceivePercent: number }

/** Whether this many pieces exceed what the warehouse accepts without confirmation. */
export const isOver = (expected: number, counted: number, { overReceivePercent }: OverPolicy) =>
  counted * 100 > expected * (100 + overReceivePercent)

type AnyLine = BatchIdentity & {
  boxId: number | null
  productId: number
  isExtra: boolean
}

/**
 * The lines that counted pieces fill, in order: expected lines of their box, matching lot and expiry first.
 *
 * Pieces counted without a box belong to whichever box expects them. Unexpected goods have one line in each
 * box, and one outside the boxes.
 */
export function linesFor<L extends AnyLine>(
  lines: readonly L[],
  { boxId, productId, expiryDate, lot }: BatchIdentity & { boxId: number | null; productId: number },
): L[] {
  const own = lines.filter((line) => line.productId === productId && (boxId === null || line.boxId === boxId))
  const announced = own.filter(({ isExtra }) => !isExtra)
  const rank = (line: L) =>
    (lot !== null && line.lot === lot ? 0 : 2) +
    (expiryDate !== null && line.expiryDate === expiryDate ? 0 : 1)
  if (announced.length > 0) return announced.toSorted((a, b) => rank(a) - rank(b))
  return own.filter((line) => line.boxId === boxId).slice(0, 1)
}

/** Pieces counted without a box fill the expected lines in order; the surplus stays on the last. */
export function spread(
  quantity: number,
  lines: readonly { id: number; room: number }[],
): { id: number; quantity: number }[] {
  let left = quantity
  const shares = lines.map(({ id, room }, i) => {
    const share = i === lines.length - 1 ? left : Math.min(left, Math.max(room, 0))
    left -= share
    return { id, quantity: share }
  })
  return shares.filter((share) => share.quantity > 0)
}

/** Production date, expiry date and lot of goods. */
export type BatchFacts = BatchIdentity & { productionDate: string | null }

/** The known dates and lot of a line: as expected, completed by user input. */
export function factsOfLine(
  line: BatchFacts & { productId: number },
  input: readonly (BatchFacts & { productId: number })[],
): BatchFacts {
  const answer = input.find(({ productId }) => productId === line.productId)
  const { productionDate, expiryDate } = line.expiryDate === null && answer?.expiryDate ? answer : line
  return { productionDate, expiryDate, lot: line.lot ?? answer?.lot ?? null }
}

type Kept = { expiryManaged: boolean; lotManaged: boolean }

/** The attributes a product requires that are still unknown. */
export const missingFact = (
  { expiryManaged, lotManaged }: Kept,
  { expiryDate, lot }: BatchIdentity,
): 'expiryDate' | 'lot' | undefined =>
  expiryManaged && !expiryDate ? 'expiryDate' : lotManaged && !lot ? 'lot' : undefined

/** The expiry date, from the production date and the shelf life. */
export function expiryAfter(productionDate: string, shelfLifeDays: number): string {
  const day = new Date(`${productionDate}T00:00:00Z`)
  day.setUTCDate(day.getUTCDate() + shelfLifeDays)
  return day.toISOString().slice(0, 10)
}
