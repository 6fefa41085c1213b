import { sql } from 'kysely'
import type { Who } from '../../platform/calls/who.ts'
import type { Db } from '../../platform/database/server/db.ts'
import { itemAt } from '../../platform/database/server/rows.ts'
import type { Complaint, ImportForm } from '../../platform/imports/imports.ts'
import type { ImportKind, Judged } from '../../platform/imports/server/check-spreadsheet.ts'
import { fill, type Text } from '../../platform/text/text.ts'
import { warehouseToday } from '../../warehouse/server/today.ts'
import {
  boxKey,
  byBoxImport,
  bySkuImport,
  disagreements,
  type InboundSheetLine,
  inboundKey,
} from '../import-form.ts'
import { receivingText } from '../text.ts'
import { type Announced, announce } from './inbounds.ts'

type Numbered = { rowNo: number; value: InboundSheetLine }
type Match = {
  rowNo: number
  customerId: number | null
  customerEnabled: boolean | null
  productId: number | null
  isPassed: boolean | null
  productEnabled: boolean | null
  isTaken: boolean
}

/** Imported inbound orders. They are submitted at once, like those created by hand. */
const inboundsFrom = (
  form: ImportForm<InboundSheetLine>,
  isByBox: boolean,
): ImportKind<InboundSheetLine> => ({
  form,

  async judge(db, who, lines) {
    const matches = await namedIn(db, who, lines)
    const typeOf = typesIn(lines, isByBox)
    const dated = new Set(lines.flatMap(({ value }) => (value.putawayDate ? [inboundKey(value)] : [])))
    const odd = disagreements(lines)
    const day = await warehouseToday(db)
    return new Map(
      lines.map(({ rowNo, value }): [number, Judged] => {
        const problems = [
          ...(odd.get(rowNo) ?? []),
          ...strangersIn(value, typeOf(value), matches.get(rowNo)),
          ...daysIn(value, typeOf(value), dated.has(inboundKey(value)), day),
        ]
        return [rowNo, problems.length > 0 ? { problems } : { verdict: 'new' }]
      }),
    )
  },

  async write(tx, who, lines) {
    const matches = await namedIn(tx, who, lines)
    const typeOf = typesIn(lines, isByBox)
    const groups = [...Map.groupBy(lines, ({ value }) => inboundKey(value)).values()]
    const documents = groups.map((group): Announced => documentOf(group, matches, typeOf))
    const made = await announce(tx, who, documents, true)
    return {
      made: new Map(
        groups.flatMap((group, i) => group.map(({ rowNo }): [number, number] => [rowNo, itemAt(made, i).id])),
      ),
      left: [],
      numbers: made.map(({ inboundNo }) => inboundNo),
    }
  },
})

export const boxesFromSheet = inboundsFrom(byBoxImport, true)
export const skusFromSheet = inboundsFrom(bySkuImport, false)

/** The type of each document: stated in one of its rows. */
function typesIn(lines: readonly Numbered[], isByBox: boolean) {
  const answer = new Map(
    lines.flatMap(({ value }) =>
      value.inboundType ? [[inboundKey(value), value.inboundType] as const] : [],
    ),
  )
  return (value: InboundSheetLine): Announced['inboundType'] =>
    isByBox ? 'standard' : (answer.get(inboundKey(value)) ?? 'by_sku')
}

const problem = (column: keyof InboundSheetLine, message: Text): Complaint => ({ column, message })

/** Customers and products in a row that do not exist or may not be received. */
function strangersIn(
  { sku }: InboundSheetLine,
  type: Announced['inboundType'],
  match: Match | undefined,
): Complaint[] {
  if (!match?.customerId) return [problem('customerCode', receivingText.customerNotFound)]
  if (!match.customerEnabled) return [problem('customerCode', receivingText.customerDisabled)]
  const taken = match.isTaken ? [problem('referenceNo', receivingText.referenceTaken)] : []
  if (!match.productId) return [...taken, problem('sku', receivingText.productNotFound)]
  if (!match.isPassed) return [...taken, problem('sku', fill(receivingText.productNotPassed, { sku }))]
  if (!match.productEnabled && type !== 'return')
    return [...taken, problem('sku', fill(receivingText.productDisabled, { sku }))]
  return taken
}

/** Opening stock states its storage date in at least one row; nothing else does. */
function daysIn(
  { putawayDate, originNo }: InboundSheetLine,
  type: Announced['inboundType'],
  isDated: boolean,
  day: string,
): Complaint[] {
  const origin = originNo && type !== 'return' ? [problem('originNo', receivingText.originNotNeeded)] : []
  if (type !== 'init')
    return putawayDate ? [...origin, problem('putawayDate', receivingText.dayNotNeeded)] : origin
  if (!isDated) return [...origin, problem('putawayDate', receivingText.dayNeeded)]
  return putawayDate && putawayDate > day
    ? [...origin, problem('putawayDate', receivingText.dayAhead)]
    : origin
}

/** The rows of one document as that document. Values of the document or a box are in at least one row. */
function documentOf(
  lines: readonly Numbered[],
  matches: ReadonlyMap<number, Match>,
  typeOf: (value: InboundSheetLine) => Announced['inboundType'],
): Announced {
  const values = lines.map(({ value }) => value)
  const first = <K extends keyof InboundSheetLine>(key: K, among = values) =>
    among.find((value) => value[key] !== undefined)?.[key] ?? null
  const [head] = lines
  const boxed = values.filter(({ boxNo }) => boxNo !== undefined)
  return {
    customerId: (head && matches.get(head.rowNo)?.customerId) ?? 0,
    inboundType: head ? typeOf(head.value) : 'by_sku',
    facts: {
      referenceNo: head?.value.referenceNo ?? null,
      transport: first('transport'),
      containerNo: first('containerNo'),
      trackingNos: [...new Set(first('trackingNos') ?? [])],
      eta: first('eta'),
      originNo: first('originNo'),
      putawayDate: first('putawayDate'),
      remark: first('remark'),
      boxes: [...Map.groupBy(boxed, boxKey).values()].map((same) => ({
        boxNo: same[0]?.boxNo ?? '',
        customerBoxNo: first('customerBoxNo', same),
        length: first('boxLength', same),
        width: first('boxWidth', same),
        height: first('boxHeight', same),
        weight: first('boxWeight', same),
      })),
      lines: lines.map(({ rowNo, value }) => ({
        boxNo: value.boxNo ?? null,
        productId: matches.get(rowNo)?.productId ?? 0,
        expected: value.expected,
        productionDate: value.productionDate ?? null,
        expiryDate: value.expiryDate ?? null,
        lot: value.lot ?? null,
      })),
    },
  }
}

/** The existing objects that the rows refer to. */
async function namedIn(db: Db, who: Who, lines: readonly Numbered[]): Promise<Map<number, Match>> {
  const { rows } = await sql<Match>`
    select g."rowNo" as row_no, c.id as customer_id, c.is_enabled as customer_enabled, p.id as product_id,
      p.audit_status = 'passed' as is_passed, p.is_enabled as product_enabled, exists (
        select 1 from inbounds i where i.tenant_id = ${who.tenantId} and i.customer_id = c.id and i.reference_key = g.reference
          and i.status <> 'voided') as is_taken
    from jsonb_to_recordset(${JSON.stringify(
      lines.map(({ rowNo, value }) => ({
        rowNo,
        customer: value.customerCode.toLowerCase(),
        reference: value.referenceNo.toLowerCase(),
        sku: value.sku.normalize('NFKC').toLowerCase(),
      })),
    )}::jsonb) as g ("rowNo" int, customer text, reference text, sku text)
    left join customers c on c.tenant_id = ${who.tenantId} and c.customer_key = g.customer
    left join products p on p.tenant_id = ${who.tenantId} and p.customer_id = c.id and p.sku_key = g.sku`.execute(
    db,
  )
  return new Map(rows.map((row) => [row.rowNo, row]))
}
