import { sql } from 'kysely'
import type { InputOf } from '../../lib/call.ts'
import { type Area, type LabelLayoutName, labelText, MOST_LABELS } from '../../lib/labels.ts'
import { refuse } from '../../lib/refusal.ts'
import type { Tx } from '../../lib/server/db.ts'
import { labelsOf, type Paper } from '../../lib/server/paper.ts'
import { type Outcome, startTask, type Work } from '../../lib/server/tasks.ts'
import { fill, type Language } from '../../lib/text.ts'
import type { Who } from '../../lib/who.ts'
import { printSkuLabels } from '../contract.ts'
import { productsText } from '../text.ts'
import { idsOfAll, productsOf } from './find.ts'

/** Freezes which products get labels; drawing them is a task of its own. */
export async function startLabels(
  tx: Tx,
  who: Who,
  { ids, filters, layout, copies }: InputOf<typeof printSkuLabels>,
) {
  const matching = filters || !ids ? await idsOfAll(tx, who, filters ?? {}, MOST_LABELS + 1) : undefined
  let found = productsOf(tx, who)
  for (const some of [ids, matching])
    if (some) found = found.where('p.id', '=', sql<number>`any(${some}::bigint[])`)
  const products = await found.select('p.id').orderBy('p.id').execute()
  if (products.length === 0) refuse(productsText.noLabels)
  if (products.length * copies > MOST_LABELS) refuse(labelText.tooMany, { most: MOST_LABELS })
  const taskId = await startTask(tx, who, printSkuLabels, 'print_sku_labels', {
    ids: products.map(({ id }) => id),
    layout,
    copies,
    language: who.language,
  })
  return { taskId }
}

type Input = { ids: number[]; layout: LabelLayoutName; copies: number; language: Language }

export type SkuLabel = {
  customerCode: string
  sku: string
  nameZh: string | null
  nameEn: string | null
  barcode: string
}

/** The barcode with its letters, whose SKU it is, and what it is called. */
export function drawSku(paper: Paper, area: Area, { customerCode, sku, nameZh, nameEn, barcode }: SkuLabel) {
  const names = [nameZh, nameEn].filter((name) => name !== null)
  const lines = [
    { words: barcode, share: 0.13, most: 9 },
    { words: `${customerCode} · ${sku}`, share: 0.2, most: 16 },
    ...names.map((words) => ({ words, share: 0.25 / names.length, most: 10 })),
  ]
  const bars = area.height * 0.42
  paper.barcode(barcode, { ...area, height: bars })
  let y = area.y + bars
  for (const { words, share, most } of lines) {
    const height = area.height * share
    paper.text(words, { ...area, y, height }, { most, least: 5 })
    y += height
  }
}

export async function printLabels({ input, who, read, progress }: Work<never>): Promise<Outcome> {
  const { ids, layout, copies, language } = input as Input
  const products = await read((db) =>
    productsOf(db, who)
      .innerJoin('productBarcodes as b', (on) =>
        on.onRef('b.tenantId', '=', 'p.tenantId').onRef('b.productId', '=', 'p.id'),
      )
      .select(['c.customerCode', 'p.sku', 'p.nameZh', 'p.nameEn', 'b.barcode'])
      .where('p.id', '=', sql<number>`any(${ids}::bigint[])`)
      .where('b.isDefault', '=', true)
      .orderBy('c.customerCode')
      .orderBy('p.sku')
      .execute(),
  )
  const labels = products.flatMap((one) => Array.from({ length: copies }, () => one))
  await progress(0, labels.length)
  const bytes = await labelsOf(layout, productsText.printLabels[language], labels, drawSku, async (count) => {
    const { isCancelAsked } = await progress(count, labels.length)
    return !isCancelAsked
  })
  if (!bytes) return {}
  await progress(labels.length, labels.length)
  return {
    message: fill(labelText.count, { count: labels.length }),
    file: { name: `sku-${layout}.pdf`, mime: 'application/pdf', bytes },
  }
}
