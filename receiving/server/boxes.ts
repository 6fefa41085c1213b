import { sql } from 'kysely'
import { publishEvents, writeAudit } from '../../platform/audit/server/audit.ts'
import type { InputOf } from '../../platform/calls/call.ts'
import { refuseField } from '../../platform/calls/refusal.ts'
import type { Who } from '../../platform/calls/who.ts'
import type { Tx } from '../../platform/database/server/db.ts'
import { boxKey } from '../../platform/scanning/gs1.ts'
import type { addBox, InboundChange, InboundStanding, measureBox } from '../contract.ts'
import { changeIn } from '../scanning/scanning.ts'
import { inboundStates } from '../states.ts'
import { receivingText } from '../text.ts'
import { standingOf } from './get-inbound.ts'
import { lockInbound } from './inbounds.ts'
import { lockForWork } from './steps.ts'

type Sizes = Pick<InputOf<typeof measureBox>, 'length' | 'width' | 'height' | 'weight'>
type Held = Awaited<ReturnType<typeof lockInbound>>

const measured = ({ length, width, height, weight }: Sizes) => ({
  measuredLength: length,
  measuredWidth: width,
  measuredHeight: height,
  measuredWeight: weight,
})

/** An unexpected box. It has arrived, so it counts as received; its content is counted as unexpected. */
export async function addExtraBox(
  tx: Tx,
  who: Who,
  { id, boxNo, ...sizes }: InputOf<typeof addBox>,
): Promise<InboundChange> {
  const inbound = await lockForWork(tx, who, id, 'add_box')
  const box = await tx
    .insertInto('inboundBoxes')
    .values({
      tenantId: who.tenantId,
      inboundId: id,
      boxNo,
      ...measured(sizes),
      isExtra: true,
      status: 'received',
      receivedAt: sql<string>`business_now()`,
    })
    .onConflict((on) => on.constraint('box_no_taken').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!box) return refuseField('boxNo', receivingText.boxThere, { boxNo })
  await tx
    .insertInto('inboundWords')
    .values({
      tenantId: who.tenantId,
      word: boxKey(boxNo),
      inboundId: id,
      mark: 'box',
      boxId: box.id,
    })
    .execute()
  await tx
    .updateTable('inbounds')
    .set({
      searchLine: sql<string>`search_line || ' ' || ${boxNo.toLowerCase()}`,
      status: inboundStates.actions.add_box.to,
      arrivedAt: sql<string>`coalesce(arrived_at, business_now())`,
      arrivedBy: sql<number>`coalesce(arrived_by, ${who.accountId})`,
    })
    .where('tenantId', '=', who.tenantId)
    .where('id', '=', id)
    .execute()
  const standing = await note(tx, who, inbound, 'add_box', boxNo, sizes)
  const addedBoxes = standing.boxes.filter((added) => added.id === box.id)
  return { ...changeIn(standing, inbound.rowVersion, {}), addedBoxes }
}

/** The warehouse's own measurements of a box; the customer's are kept beside them. */
export async function measure(
  tx: Tx,
  who: Who,
  { id, ofBoxId, ...sizes }: InputOf<typeof measureBox>,
): Promise<InboundStanding> {
  const inbound = await lockInbound(tx, who, id, 'measure_box')
  const box = await tx
    .updateTable('inboundBoxes')
    .set(measured(sizes))
    .where('tenantId', '=', who.tenantId)
    .where('inboundId', '=', id)
    .where('id', '=', ofBoxId)
    .returning('boxNo')
    .executeTakeFirst()
  if (!box) return refuseField('ofBoxId', receivingText.boxNotFound)
  return note(tx, who, inbound, 'measure_box', box.boxNo, sizes)
}

async function note(
  tx: Tx,
  who: Who,
  { id, inboundNo, status }: Held,
  action: 'add_box' | 'measure_box',
  boxNo: string,
  { length, width, height, weight }: Sizes,
): Promise<InboundStanding> {
  await tx
    .updateTable('inbounds')
    .set((is) => ({ rowVersion: is('rowVersion', '+', 1), updatedAt: sql<string>`business_now()` }))
    .where('tenantId', '=', who.tenantId)
    .where('id', '=', id)
    .execute()
  const { to } = inboundStates.actions[action]
  const isArrival = status !== to
  await writeAudit(tx, who, [
    {
      action,
      type: 'inbound',
      id,
      no: inboundNo,
      ...(isArrival && { before: { inboundStatus: status } }),
      after: {
        boxNo,
        boxLength: length,
        boxWidth: width,
        boxHeight: height,
        boxWeight: weight,
        ...(isArrival && { inboundStatus: to }),
      },
    },
  ])
  await publishEvents(tx, who, [{ kind: 'inbound.edited', type: 'inbound', id, payload: { boxNo } }])
  return standingOf(tx, who, id)
}
