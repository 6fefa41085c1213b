import { sql } from 'kysely'
import type { InputOf } from '../../lib/call.ts'
import { type Area, type LabelLayoutName, labelText, MOST_LABELS } from '../../lib/labels.ts'
import { refuse } from '../../lib/refusal.ts'
import type { Tx } from '../../lib/server/db.ts'
import { labelsOf, type Paper } from '../../lib/server/paper.ts'
import { type Outcome, startTask, type Work } from '../../lib/server/tasks.ts'
import { fill, type Language } from '../../lib/text.ts'
import type { Who } from '../../lib/who.ts'
import { printBinLabels } from '../contract.ts'
import { inventoryText } from '../text.ts'
import { locationsOf } from './locations.ts'

/** Freezes which locations get a label; drawing them is a task of its own. */
export async function startLabels(
  tx: Tx,
  who: Who,
  { ids, filters, layout }: InputOf<typeof printBinLabels>,
) {
  let found = locationsOf(tx, who, filters ?? {})
  if (ids) found = found.where('l.id', '=', sql<number>`any(${ids}::bigint[])`)
  const locations = await found
    .select('l.id')
    .orderBy('l.routeSeq')
    .orderBy('l.locationCode')
    .limit(MOST_LABELS + 1)
    .execute()
  if (locations.length === 0) refuse(inventoryText.noLabels)
  if (locations.length > MOST_LABELS) refuse(labelText.tooMany, { most: MOST_LABELS })
  const taskId = await startTask(tx, who, printBinLabels, 'print_bin_labels', {
    ids: locations.map(({ id }) => id),
    layout,
    language: who.language,
  })
  return { taskId }
}

type Input = { ids: number[]; layout: LabelLayoutName; language: Language }
type Bin = { locationCode: string; zoneName: string }

/** The bars, the code for people, and the zone it belongs to. */
function drawBin(paper: Paper, { x, y, width, height }: Area, { locationCode, zoneName }: Bin) {
  const bars = height * 0.5
  const code = height * 0.3
  paper.code128(locationCode, { x, y, width, height: bars })
  paper.text(locationCode, { x, y: y + bars, width, height: code }, { most: height * 0.7 })
  paper.text(zoneName, { x, y: y + bars + code, width, height: height - bars - code }, { most: 9 })
}

export async function printLabels({ input, who, read, progress }: Work<never>): Promise<Outcome> {
  const { ids, layout, language } = input as Input
  const bins = await read((db) =>
    locationsOf(db, who, {})
      .select(['l.locationCode', 'z.zoneName'])
      .where('l.id', '=', sql<number>`any(${ids}::bigint[])`)
      .orderBy('l.routeSeq')
      .orderBy('l.locationCode')
      .execute(),
  )
  await progress(0, bins.length)
  const bytes = await labelsOf(layout, inventoryText.locations[language], bins, drawBin, async (count) => {
    const { isCancelAsked } = await progress(count, bins.length)
    return !isCancelAsked
  })
  if (!bytes) return {}
  await progress(bins.length, bins.length)
  return {
    message: fill(labelText.count, { count: bins.length }),
    file: { name: `locations-${layout}.pdf`, mime: 'application/pdf', bytes },
  }
}
