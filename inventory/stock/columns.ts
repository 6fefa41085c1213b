import { columnText } from '../../platform/lists/column-text.ts'
import type { ColumnDef } from '../../platform/lists/columns.ts'
import type { CountRow } from '../counts/contract.ts'
import { countStatusText, countText } from '../counts/text.ts'
import { inventoryText } from '../locations/text.ts'
import type { BatchStockRow, FlowRow, PlaceStockRow, SkuStockRow } from './contract.ts'
import { stockText } from './text.ts'

const { onHand, available, allocated, frozen, defective, age } = inventoryText

export const skuStockColumns: readonly ColumnDef<SkuStockRow>[] = [
  { key: 'sku', title: columnText.sku, kind: 'code', sortKey: 'sku' },
  { key: 'customerCode', title: columnText.customer, kind: 'code', phone: 'detail' },
  { key: 'productName', title: stockText.product, kind: 'text', phone: 'detail' },
  { key: 'onHand', title: onHand, kind: 'count', sortKey: 'onHand', phone: 'quantity' },
  { key: 'available', title: available, kind: 'count', sortKey: 'available', phone: 'quantity' },
  { key: 'allocated', title: allocated, kind: 'count' },
  { key: 'frozen', title: frozen, kind: 'count' },
  { key: 'defective', title: defective, kind: 'count' },
  { key: 'pendingPutaway', title: inventoryText.pendingPutaway, kind: 'count' },
  { key: 'inTransit', title: inventoryText.incoming, kind: 'count' },
  { key: 'age', title: age, kind: 'count', sortKey: 'age' },
]

export const placeStockColumns: readonly ColumnDef<PlaceStockRow>[] = [
  { key: 'locationCode', title: columnText.location, kind: 'code', sortKey: 'locationCode' },
  { key: 'sku', title: columnText.sku, kind: 'code', sortKey: 'sku', phone: 'detail' },
  { key: 'customerCode', title: columnText.customer, kind: 'code', phone: 'detail' },
  { key: 'productName', title: stockText.product, kind: 'text', isExtra: true },
  { key: 'quality', title: columnText.quality, kind: { words: 'stockQuality' }, phone: 'status' },
  { key: 'onHand', title: onHand, kind: 'count', sortKey: 'onHand', phone: 'quantity' },
  { key: 'available', title: available, kind: 'count', phone: 'quantity' },
  { key: 'allocated', title: allocated, kind: 'count' },
  { key: 'frozen', title: frozen, kind: 'count' },
  { key: 'putawayDate', title: stockText.putawayDate, kind: 'day' },
  { key: 'expiryDate', title: stockText.expiryDate, kind: 'day' },
  { key: 'lot', title: stockText.lot, kind: 'code' },
  { key: 'age', title: age, kind: 'count', sortKey: 'age' },
  { key: 'blockedBecause', title: stockText.blockedBecause, kind: 'text' },
]

export const batchStockColumns: readonly ColumnDef<BatchStockRow>[] = [
  { key: 'sku', title: columnText.sku, kind: 'code', sortKey: 'sku' },
  { key: 'customerCode', title: columnText.customer, kind: 'code', phone: 'detail' },
  { key: 'productName', title: stockText.product, kind: 'text', isExtra: true },
  { key: 'putawayDate', title: stockText.putawayDate, kind: 'day', sortKey: 'putawayDate', phone: 'detail' },
  { key: 'expiryDate', title: stockText.expiryDate, kind: 'day' },
  { key: 'lot', title: stockText.lot, kind: 'code', phone: 'detail' },
  { key: 'onHand', title: onHand, kind: 'count', sortKey: 'onHand', phone: 'quantity' },
  { key: 'available', title: available, kind: 'count', phone: 'quantity' },
  { key: 'allocated', title: allocated, kind: 'count' },
  { key: 'frozen', title: frozen, kind: 'count' },
  { key: 'defective', title: defective, kind: 'count' },
  { key: 'places', title: stockText.places, kind: 'count' },
  { key: 'age', title: age, kind: 'count' },
]

export const flowColumns: readonly ColumnDef<FlowRow>[] = [
  { key: 'at', title: columnText.occurredAt, kind: 'time', sortKey: 'at' },
  { key: 'flowType', title: columnText.type, kind: { words: 'stockFlowType' }, phone: 'status' },
  { key: 'sourceNo', title: columnText.document, kind: 'code', phone: 'detail' },
  { key: 'customerCode', title: columnText.customer, kind: 'code' },
  { key: 'sku', title: columnText.sku, kind: 'code', phone: 'detail' },
  { key: 'locationCode', title: columnText.location, kind: 'code', phone: 'detail' },
  { key: 'quality', title: columnText.quality, kind: { words: 'stockQuality' } },
  { key: 'lot', title: stockText.lot, kind: 'code', isExtra: true },
  { key: 'before', title: inventoryText.before, kind: 'count' },
  { key: 'change', title: inventoryText.change, kind: 'count', phone: 'quantity' },
  { key: 'after', title: inventoryText.after, kind: 'count' },
  { key: 'allocatedChange', title: stockText.allAllocated, kind: 'count' },
  { key: 'frozenChange', title: stockText.allFrozen, kind: 'count' },
  { key: 'userName', title: columnText.operator, kind: 'text' },
  { key: 'reason', title: stockText.reason, kind: 'text' },
]

/** The scope of a count as text. */
export const scopeOf = (row: CountRow, whole: string) =>
  [row.zoneName, row.customerCode, row.sku, row.locationCodes.join(' ')].filter(Boolean).join(' · ') || whole

export const countColumns: readonly ColumnDef<CountRow>[] = [
  { key: 'countNo', title: inventoryText.countNo, kind: 'code' },
  {
    key: 'status',
    title: columnText.status,
    kind: 'text',
    value: ({ status }, language) => countStatusText[status][language],
    phone: 'status',
  },
  {
    key: 'zoneName',
    title: inventoryText.scope,
    kind: 'text',
    value: (row, language) => scopeOf(row, countText.whole[language]),
    phone: 'detail',
  },
  { key: 'isBlind', title: countText.isBlind, kind: 'flag' },
  { key: 'lines', title: countText.lines, kind: 'count' },
  { key: 'countedLines', title: countText.countedLines, kind: 'count', phone: 'quantity' },
  { key: 'differing', title: countText.differing, kind: 'count', phone: 'quantity' },
  { key: 'difference', title: inventoryText.difference, kind: 'count' },
  { key: 'value', title: countText.value, kind: 'amount' },
  { key: 'userName', title: columnText.operator, kind: 'text' },
  { key: 'createdAt', title: columnText.createdAt, kind: 'time', sortKey: 'createdAt' },
]
