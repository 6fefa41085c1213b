import { sql } from 'kysely'
import type { InputOf } from '../../platform/calls/call.ts'
import type { Who } from '../../platform/calls/who.ts'
import type { Db } from '../../platform/database/server/db.ts'
import { sameTenant } from '../../platform/database/server/rows.ts'
import { type Area, MAX_LABELS } from '../../platform/printing/labels.ts'
import { labelsOfKind } from '../../platform/printing/server/labels.ts'
import type { Paper } from '../../platform/printing/server/paper.ts'
import { printSkuLabels } from '../contract.ts'
import { productsText } from '../text.ts'
import { idsOfAll, productsOf } from './find.ts'

export type SkuLabel = {
  id: number
  customerCode: string
  sku: string
  nameZh: string | null
  nameEn: string | null
  barcode: string
}

/** The barcode with its text, customer and SKU, and name. */
export function drawSku(paper: Paper, area: Area, { customerCode, sku, nameZh, nameEn, barcode }: SkuLabel) {
  const names = [nameZh, nameEn].filter((name) => name !== null)
  const lines = [
    { words: barcode, share: 0.13, max: 9 },
    { words: `${customerCode} · ${sku}`, share: 0.2, max: 16 },
    ...names.map((words) => ({ words, share: 0.25 / names.length, max: 10 })),
  ]
  const bars = area.height * 0.42
  paper.barcode(barcode, { ...area, height: bars })
  let y = area.y + bars
  for (const { words, share, max } of lines) {
    const height = area.height * share
    paper.text(words, { ...area, y, height }, { max, min: 5 })
    y += height
  }
}

type Which = Pick<InputOf<typeof printSkuLabels>, 'ids' | 'filters'>

/** By customer and SKU. */
const labelsFor = (db: Db, who: Pick<Who, 'tenantId'>, ids: number[]): Promise<SkuLabel[]> =>
  productsOf(db, who)
    .innerJoin('productBarcodes as b', sameTenant('b.productId', 'p.id'))
    .select(['p.id', 'c.customerCode', 'p.sku', 'p.nameZh', 'p.nameEn', 'b.barcode'])
    .where('p.id', '=', sql<number>`any(${ids}::bigint[])`)
    .where('b.isDefault', '=', true)
    .orderBy('c.customerCode')
    .orderBy('p.sku')
    .execute()

async function find(db: Db, who: Who, { ids, filters }: Which): Promise<SkuLabel[]> {
  const matching = filters || !ids ? await idsOfAll(db, who, filters ?? {}, MAX_LABELS + 1) : undefined
  const meant = ids && matching ? ids.filter((id) => matching.includes(id)) : (ids ?? matching ?? [])
  return labelsFor(db, who, meant)
}

export const skuLabels = labelsOfKind<SkuLabel, Which>({
  call: printSkuLabels,
  task: 'print_sku_labels',
  file: 'sku',
  title: productsText.printLabels,
  none: productsText.noLabels,
  find,
  byIds: labelsFor,
  words: ({ customerCode, sku }) => `${customerCode} · ${sku}`,
  draw: drawSku,
})
