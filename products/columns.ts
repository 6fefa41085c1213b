import type { ColumnDef } from '../platform/lists/columns.ts'
import type { ProductRow } from './contract.ts'
import { productsText } from './text.ts'

const STOCK = 'query:stock:view'

export const productColumns: readonly ColumnDef<ProductRow>[] = [
  { key: 'sku', title: productsText.sku, kind: 'code', sortKey: 'sku' },
  { key: 'isEnabled', title: productsText.status, kind: 'enabled', phone: 'status' },
  { key: 'imageUrl', title: productsText.image, kind: 'picture' },
  { key: 'auditStatus', title: productsText.auditStatus, kind: { words: 'productAudit' }, phone: 'status' },
  { key: 'customerCode', title: productsText.customer, kind: 'code', phone: 'detail' },
  { key: 'customerName', title: productsText.customerName, kind: 'text', isExtra: true },
  { key: 'nameZh', title: productsText.nameZh, kind: 'text', phone: 'detail' },
  { key: 'nameEn', title: productsText.nameEn, kind: 'text' },
  { key: 'barcodes', title: productsText.barcodes, kind: 'code' },
  { key: 'onHand', title: productsText.onHand, kind: 'count', permission: STOCK, phone: 'quantity' },
  { key: 'declaredSize', title: productsText.declaredSize, kind: 'text', unit: 'side' },
  { key: 'declaredWeight', title: productsText.declaredWeight, kind: 'measure', unit: 'weight' },
  { key: 'measuredSize', title: productsText.measuredSize, kind: 'text', unit: 'side' },
  { key: 'measuredWeight', title: productsText.measuredWeight, kind: 'measure', unit: 'weight' },
  { key: 'measuredDiffers', title: productsText.differs, kind: 'flag' },
  { key: 'lacksSize', title: productsText.lacksSize, kind: 'flag', isExtra: true },
  { key: 'category', title: productsText.category, kind: 'text', isExtra: true },
  { key: 'brand', title: productsText.brand, kind: 'text', isExtra: true },
  { key: 'declaredLength', title: productsText.declaredLength, kind: 'measure', unit: 'side', isExtra: true },
  { key: 'declaredWidth', title: productsText.declaredWidth, kind: 'measure', unit: 'side', isExtra: true },
  { key: 'declaredHeight', title: productsText.declaredHeight, kind: 'measure', unit: 'side', isExtra: true },
  { key: 'measuredLength', title: productsText.measuredLength, kind: 'measure', unit: 'side', isExtra: true },
  { key: 'measuredWidth', title: productsText.measuredWidth, kind: 'measure', unit: 'side', isExtra: true },
  { key: 'measuredHeight', title: productsText.measuredHeight, kind: 'measure', unit: 'side', isExtra: true },
  { key: 'measuredAt', title: productsText.measuredAt, kind: 'time', isExtra: true },
  { key: 'createdAt', title: productsText.createdAt, kind: 'time', sortKey: 'createdAt' },
]
