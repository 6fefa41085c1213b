import type { ColumnDef } from '../../platform/lists/columns.ts'
import type { LocationRow } from './contract.ts'
import { inventoryText } from './text.ts'

export const locationColumns: readonly ColumnDef<LocationRow>[] = [
  { key: 'locationCode', title: inventoryText.locationCode, kind: 'code', sortKey: 'locationCode' },
  { key: 'isEnabled', title: inventoryText.status, kind: 'enabled', phone: 'status' },
  { key: 'zoneCode', title: inventoryText.zoneCode, kind: 'code', isExtra: true },
  { key: 'zoneName', title: inventoryText.zone, kind: 'text', phone: 'detail' },
  { key: 'quality', title: inventoryText.quality, kind: { words: 'stockQuality' }, phone: 'detail' },
  { key: 'purpose', title: inventoryText.purpose, kind: { words: 'locationPurpose' }, phone: 'detail' },
  { key: 'aisle', title: inventoryText.aisle, kind: 'code' },
  { key: 'bay', title: inventoryText.bay, kind: 'code' },
  { key: 'level', title: inventoryText.level, kind: 'code' },
  { key: 'pickPriority', title: inventoryText.pickPriority, kind: 'count', sortKey: 'pickPriority' },
  { key: 'routeSeq', title: inventoryText.routeSeq, kind: 'count', sortKey: 'routeSeq' },
  { key: 'mixSku', title: inventoryText.mixSku, kind: 'flag', isExtra: true },
  { key: 'mixBatch', title: inventoryText.mixBatch, kind: 'flag', isExtra: true },
  { key: 'mixCustomer', title: inventoryText.mixCustomer, kind: 'flag', isExtra: true },
  { key: 'length', title: inventoryText.length, kind: 'measure', unit: 'side', isExtra: true },
  { key: 'width', title: inventoryText.width, kind: 'measure', unit: 'side', isExtra: true },
  { key: 'height', title: inventoryText.height, kind: 'measure', unit: 'side', isExtra: true },
  { key: 'maxWeight', title: inventoryText.maxWeight, kind: 'measure', unit: 'weight', isExtra: true },
  { key: 'createdAt', title: inventoryText.createdAt, kind: 'time', sortKey: 'createdAt', isExtra: true },
]
