import { sql } from 'kysely'
import type { Who } from '../../../platform/calls/who.ts'
import type { Db } from '../../../platform/database/server/db.ts'
import type { Area } from '../../../platform/printing/labels.ts'
import { MAX_LABELS } from '../../../platform/printing/labels.ts'
import { labelsOfKind } from '../../../platform/printing/server/labels.ts'
import type { Paper } from '../../../platform/printing/server/paper.ts'
import { printBinLabels } from '../contract.ts'
import { inventoryText } from '../text.ts'
import { locationsOf } from './locations.ts'

type Bin = { id: number; locationCode: string; zoneName: string }
type Which = { ids?: number[] | undefined; filters?: Parameters<typeof locationsOf>[2] | undefined }

/** In pick sequence. */
function binsOf(db: Db, who: Pick<Who, 'tenantId'>, { ids, filters = {} }: Which): Promise<Bin[]> {
  let match = locationsOf(db, who, filters)
  if (ids) match = match.where('l.id', '=', sql<number>`any(${ids}::bigint[])`)
  return match
    .select(['l.id', 'l.locationCode', 'z.zoneName'])
    .orderBy('l.routeSeq')
    .orderBy('l.locationCode')
    .limit(MAX_LABELS + 1)
    .execute()
}

/** The barcode, the code as text, and its zone. */
function drawBin(paper: Paper, { x, y, width, height }: Area, { locationCode, zoneName }: Bin) {
  const bars = height * 0.5
  const code = height * 0.3
  paper.code128(locationCode, { x, y, width, height: bars })
  paper.text(locationCode, { x, y: y + bars, width, height: code }, { max: height * 0.7 })
  paper.text(zoneName, { x, y: y + bars + code, width, height: height - bars - code }, { max: 9 })
}

export const binLabels = labelsOfKind<Bin, Which>({
  call: printBinLabels,
  task: 'print_bin_labels',
  file: 'locations',
  title: inventoryText.locations,
  none: inventoryText.noLabels,
  find: binsOf,
  byIds: (db, who, ids) => binsOf(db, who, { ids }),
  words: ({ locationCode }) => locationCode,
  draw: drawBin,
})
