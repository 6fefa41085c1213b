import { endingOf, uploadRules, uploadText } from '../../platform/files/uploads.ts'
import { codeKey } from '../../platform/lists/codes.ts'
import { fill, type Text } from '../../platform/text/text.ts'
import { labelFileText } from './label-file-text.ts'

/** What the name of a label file says: `<order number or reference>_<tracking number>.pdf` */
export type LabelName = { number: string; trackingNo: string }

const form = /^([A-Za-z0-9-]+)_(.+)\.[A-Za-z0-9]+$/
/** Windows, macOS and browsers name a second copy so. */
const copy = /( ?\(\d+\)| - (copy|副本)( ?\(\d+\))?| (copy|副本)( \d+)?)$/i

/** Reads a file's name, or says why it is no label's. */
export function readLabelName(fileName: string): LabelName | Unusable {
  const name = fileName.normalize('NFKC').trim()
  const { endings } = uploadRules.label
  const [, number = '', trackingNo = ''] = form.exec(name) ?? []
  if (number === '') return { reason: labelFileText.labelFileName }
  if (!(endings as readonly string[]).includes(endingOf(name)))
    return { reason: fill(uploadText.wrongKind, { kinds: endings.map((ending) => `.${ending}`).join(' ') }) }
  return copy.test(trackingNo) ? { reason: labelFileText.labelFileCopy } : { number, trackingNo }
}

/** Tracking numbers are compared as the database does. */
const trackingKey = (trackingNo: string) => trackingNo.replace(/\s/g, '').toUpperCase()

/** Why a file can't be used. */
type Unusable = { reason: Text }

type Labelled = LabelName & { orderId: number }

/**
 * Why a file is left out because of another one in its ZIP, by its place. Of the same label twice, the first counts. An order with two
 * different labels gets neither, because the right one can't be told.
 */
export function repeatedLabels(files: readonly (Labelled | undefined)[]): Map<number, Text> {
  const placed = files.flatMap((file, place) => (file ? [{ ...file, place }] : []))
  const repeated = [...Map.groupBy(placed, ({ orderId }) => orderId).values()].flatMap((ofOrder) => {
    const numbers = new Set(ofOrder.map(({ trackingNo }) => trackingKey(trackingNo)))
    if (numbers.size > 1)
      return ofOrder.map(
        ({ place, number }) => [place, fill(labelFileText.labelsDiffer, { number })] as const,
      )
    return ofOrder
      .slice(1)
      .map(({ place, number }) => [place, fill(labelFileText.labelRepeated, { number })] as const)
  })
  return new Map(repeated)
}

/** Orders by number or reference; a word that several orders have is ambiguous. */
export function orderOfNumber(
  number: string,
  orders: ReadonlyMap<string, readonly { id: number }[]>,
): { orderId: number } | Unusable {
  const [order, ...others] = orders.get(codeKey(number)) ?? []
  if (others.length > 0) return { reason: fill(labelFileText.numberAmbiguous, { number }) }
  return order ? { orderId: order.id } : { reason: fill(labelFileText.numberUnknown, { number }) }
}
