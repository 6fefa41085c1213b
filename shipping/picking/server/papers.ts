import { sql } from 'kysely'
import type { Who } from '../../../platform/calls/who.ts'
import type { Db } from '../../../platform/database/server/db.ts'
import { sameTenant } from '../../../platform/database/server/rows.ts'
import type { Area } from '../../../platform/printing/labels.ts'
import { labelsOfKind } from '../../../platform/printing/server/labels.ts'
import type { Paper } from '../../../platform/printing/server/paper.ts'
import { fill } from '../../../platform/text/text.ts'
import { shippingDictionaries } from '../../dictionaries.ts'
import { printCartLabels, printPickingLists } from '../contract.ts'
import { pickingText } from '../text.ts'
import { type Basket, basketsOf, figuresOf, tasksOf } from './find.ts'
import { drawPickingList, type PickingPaper } from './picking-paper.ts'

const kinds = shippingDictionaries.find(({ code }) => code === 'pickingListType')?.items ?? []
const kindOf = (type: string) =>
  kinds.find(({ value }) => value === type)?.text ?? { zh_CN: type, en_US: type }

/** Lists that can be printed; a cancelled one has no paper. */
const printable = (db: Db, who: Pick<Who, 'tenantId'>, ids: readonly number[]) =>
  db
    .selectFrom('pickingLists as l')
    .leftJoin('accounts as a', sameTenant('a.id', 'l.assigneeId'))
    .select(['l.id', 'l.pickingNo', 'l.listType', 'a.userName as assigneeName'])
    .where('l.tenantId', '=', who.tenantId)
    .where('l.id', '=', sql<number>`any(${ids}::bigint[])`)
    .where('l.status', '!=', 'cancelled')
    .orderBy('l.id')
    .execute()

async function papersOf(db: Db, who: Pick<Who, 'tenantId'>, ids: readonly number[]): Promise<PickingPaper[]> {
  const [lists, figures, tasks] = await Promise.all([
    printable(db, who, ids),
    figuresOf(db, who, ids),
    tasksOf(db, who, ids),
  ])
  const byList = Map.groupBy(tasks, ({ listId }) => listId)
  return lists.map(({ id, pickingNo, listType, assigneeName }) => ({
    id,
    pickingNo,
    kind: kindOf(listType),
    hasBaskets: listType !== 'ss',
    orderCount: figures(id).orderCount,
    pieceCount: figures(id).pieceCount,
    assigneeName,
    tasks: byList.get(id) ?? [],
  }))
}

export const pickingPapers = labelsOfKind<PickingPaper, { ids: number[] }>({
  call: printPickingLists,
  task: 'print_picking_lists',
  file: 'picking-lists',
  title: pickingText.paperTitle,
  none: pickingText.noPapers,
  count: (count) => fill(pickingText.paperCount, { count }),
  find: (db, who, { ids }) => papersOf(db, who, ids),
  byIds: papersOf,
  words: ({ pickingNo }) => pickingNo,
  draw: drawPickingList,
})

/** The number of the basket as large as fits, and beside it the order as a barcode, to be scanned when it is packed. */
function drawBasket(paper: Paper, { x, y, width, height }: Area, basket: Basket) {
  const number = width * 0.3
  const rest = { x: x + number + 2, width: width - number - 2 }
  paper.text(String(basket.basketNo), { x, y, width: number, height }, { max: 90 })
  paper.barcode(basket.orderNo, { ...rest, y, height: height * 0.45 })
  paper.text(basket.orderNo, { ...rest, y: y + height * 0.47, height: height * 0.18 }, { max: 14 })
  const words = `${basket.pickingNo} · ${basket.customerCode} · ×${basket.pieceCount}`
  paper.text(words, { ...rest, y: y + height * 0.68, height: height * 0.3 }, { max: 11 })
}

export const cartLabels = labelsOfKind<Basket, { ids: number[] }>({
  call: printCartLabels,
  task: 'print_cart_labels',
  file: 'cart-labels',
  title: pickingText.cartLabels,
  none: pickingText.noBaskets,
  find: (db, who, { ids }) => basketsOf(db, who, { lists: ids }),
  byIds: (db, who, orders) => basketsOf(db, who, { orders }),
  words: ({ pickingNo, basketNo, orderNo }) => `${pickingNo} · ${basketNo} · ${orderNo}`,
  draw: drawBasket,
})
