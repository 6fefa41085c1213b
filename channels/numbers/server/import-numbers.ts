import { sql } from 'kysely'
import { writeChanges } from '../../../platform/audit/server/audit.ts'
import type { Who } from '../../../platform/calls/who.ts'
import type { Db } from '../../../platform/database/server/db.ts'
import { valuesOf } from '../../../platform/database/server/rows.ts'
import type { ImportKind, Judged } from '../../../platform/imports/server/check-spreadsheet.ts'
import type { Text } from '../../../platform/text/text.ts'
import { channelsText } from '../../text.ts'
import { type NumberLine, numberImport } from '../import-form.ts'
import { numberText } from '../text.ts'

/** Numbers from a spreadsheet: each channel in it gets one list, in row order. */
export const numbersFromSheet: ImportKind<NumberLine> = {
  form: numberImport,

  async judge(db, who, lines) {
    const values = lines.map(({ value }) => value)
    const [channels, taken] = [await channelsNamed(db, who, values), await takenOf(db, who, values)]
    return new Map(
      lines.map(({ rowNo, value }): [number, Judged] => {
        const channel = channels.get(value.channelCode.toLowerCase())
        const wrong = problemWith(channel)
        if (wrong || !channel) return [rowNo, problem('channelCode', wrong ?? channelsText.notFound)]
        const heldBy = taken.get(value.number)
        if (heldBy === channel.id) return [rowNo, { verdict: 'skip' }]
        if (heldBy !== undefined) return [rowNo, problem('number', numberText.numberTaken)]
        return [rowNo, { verdict: 'new' }]
      }),
    )
  },

  async write(tx, who, lines) {
    const channels = await channelsNamed(tx, who, valuesOf(lines, 'value'))
    const rows = lines.map(({ rowNo, value }) => ({
      rowNo,
      number: value.number,
      channelId: channels.get(value.channelCode.toLowerCase())?.id,
    }))
    const { rows: made } = await sql<{ rowNo: number; poolId: number; channelId: number; number: string }>`
      with given as (
        select "rowNo", number, "channelId", row_number() over (partition by "channelId" order by "rowNo") as place
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g ("rowNo" int, number text, "channelId" bigint)
      ), pools as (
        insert into number_pools (tenant_id, channel_id, kind, start_no, next_no, end_no)
        select ${who.tenantId}, "channelId", 'list', 1, 1, count(*) from given group by "channelId" order by "channelId"
        returning id, channel_id
      ), put as (
        insert into pool_numbers (tenant_id, pool_id, place, number)
        select ${who.tenantId}, pools.id, g.place, g.number from given g join pools on pools.channel_id = g."channelId"
        order by pools.id, g.place
        returning pool_id, place
      )
      select g."rowNo" as row_no, put.pool_id, pools.channel_id, g.number
      from put join pools on pools.id = put.pool_id join given g on g."channelId" = pools.channel_id and g.place = put.place
      order by g."rowNo"`.execute(tx)
    const codes = new Map([...channels.values()].map(({ id, channelCode }) => [id, channelCode]))
    const lists = Map.groupBy(made, ({ poolId }) => poolId)
    const written = [...lists].map(([id, numbers]) => ({
      action: 'create',
      event: 'number_pool.imported',
      type: 'number_pool',
      id,
      no: codes.get(numbers[0]?.channelId ?? 0) ?? '',
      after: { rows: numbers.length, firstNumber: numbers[0]?.number, lastNumber: numbers.at(-1)?.number },
    }))
    await writeChanges(tx, who, written)
    return new Map(made.map(({ rowNo, poolId }) => [rowNo, poolId]))
  },
}

const problem = (column: string, message: Text): Judged => ({ problems: [{ column, message }] })

type Named = { id: number; channelCode: string; labelSource: string; carrierAccountId: number | null }

function problemWith(channel: Named | undefined): Text | undefined {
  if (!channel) return channelsText.notFound
  if (channel.labelSource !== 'self_built') return numberText.notSelfBuilt
  return channel.carrierAccountId === null ? undefined : numberText.usesPlatform
}

async function channelsNamed(db: Db, who: Who, lines: NumberLine[]): Promise<Map<string, Named>> {
  const codes = [...new Set(lines.map(({ channelCode }) => channelCode.toLowerCase()))]
  const rows = await db
    .selectFrom('channels')
    .select(['id', 'channelCode', 'labelSource', 'carrierAccountId'])
    .where('tenantId', '=', who.tenantId)
    .where(sql<boolean>`channel_key = any(${codes}::text[])`)
    .execute()
  return new Map(rows.map((item) => [item.channelCode.toLowerCase(), item]))
}

/** Numbers that already exist: the channel whose list has them, or null for a range. */
async function takenOf(db: Db, who: Who, lines: NumberLine[]): Promise<Map<string, number | null>> {
  const { rows } = await sql<{ number: string; channelId: number | null }>`
    select given as number, p.channel_id
    from unnest(${lines.map(({ number }) => number)}::text[]) as given
    left join pool_numbers n on n.tenant_id = ${who.tenantId} and n.number = given
    left join number_pools p on p.tenant_id = n.tenant_id and p.id = n.pool_id
    where n.number is not null or number_is_in_range(${who.tenantId}, given)`.execute(db)
  return new Map(rows.map(({ number, channelId }) => [number, channelId]))
}
