import { sql } from 'kysely'
import { writeChanges } from '../../../platform/audit/server/audit.ts'
import { refuse } from '../../../platform/calls/refusal.ts'
import type { Who } from '../../../platform/calls/who.ts'
import type { Tx } from '../../../platform/database/server/db.ts'
import { searchLine } from '../../../platform/database/server/pinyin.ts'
import { priceAgain } from '../../fees/server/price-again.ts'
import type { OperationRule, QuoteKind } from '../../pricing/price-types.ts'
import { quoteText } from '../text.ts'

type SampleRule = Pick<OperationRule, 'feeCode' | 'billOrderType' | 'chargeUnit'> & {
  price: string
  next?: string
}

/** What handling costs in the sample: per piece received and returned, per order with its first piece. */
const rules: SampleRule[] = [
  { feeCode: 'INB_PUTAWAY', billOrderType: 'inbound', chargeUnit: 'piece', price: '0.10' },
  { feeCode: 'OUT_HANDLING', billOrderType: 'order', chargeUnit: 'order', price: '1.20', next: '0.30' },
  { feeCode: 'RTN_HANDLING', billOrderType: 'return', chargeUnit: 'piece', price: '0.80' },
]

const FLAT_PRICE = '5.00'
/** Per day and m³ or ft³, after the free days. */
const RENT: Record<1 | 2, string> = { 1: '0.50', 2: '0.015' }
const FREE_DAYS = 30

type Sample = { code: string; kind: QuoteKind; channelId: number | null; content: object }

export async function createSampleQuotes(tx: Tx, who: Who): Promise<{ count: number }> {
  const count = await addSampleQuotes(tx, who)
  return count === 0 ? refuse(quoteText.sampleLate) : { count }
}

/**
 * Default prices to start with, in force at once: for handling, for storage, and a flat price for the channels that need one. What has a
 * quote already gets none.
 */
export async function addSampleQuotes(tx: Tx, who: Who): Promise<number> {
  const { rows: quotes } = await sql<{ kind: QuoteKind; channelId: number | null }>`
    select kind, channel_id from quotes where tenant_id = ${who.tenantId} and side = 'sale'`.execute(tx)
  const samples = (await samplesOf(tx, who)).filter(
    ({ kind, channelId }) => !quotes.some((quote) => quote.kind === kind && quote.channelId === channelId),
  )
  if (samples.length === 0) return 0
  const made = await writeQuotes(tx, who, samples)
  await writeChanges(
    tx,
    who,
    made.map(({ id, no }) => ({
      action: 'create',
      event: 'quote.created',
      type: 'quote',
      id,
      no,
      after: { isDefault: true },
    })),
  )
  await priceAgain(tx)
  return made.length
}

async function samplesOf(tx: Tx, who: Who): Promise<Sample[]> {
  const types = await tx
    .selectFrom('feeTypes')
    .select(['id', 'feeCode'])
    .where('tenantId', '=', who.tenantId)
    .execute()
  const { unit } = await tx
    .selectFrom('warehouses')
    .select('unit')
    .where('tenantId', '=', who.tenantId)
    .executeTakeFirstOrThrow()
  const channels = await tx
    .selectFrom('channels')
    .select('id')
    .where('tenantId', '=', who.tenantId)
    .where('billingMethod', '=', 'flat')
    .orderBy('id')
    .execute()
  const handling = rules.map(({ price, next, ...rule }) => ({
    ...rule,
    feeTypeId: types.find(({ feeCode }) => feeCode === rule.feeCode)?.id,
    conditionType: 'none',
    minCharge: null,
    maxCharge: null,
    tiers: [{ from: '0', to: null, firstCount: 1, firstPrice: price, nextPrice: next ?? null }],
  }))
  const rent = { ageFrom: 1, ageTo: null, price: RENT[unit === 2 ? 2 : 1], quality: 'all' }
  const asTheChannel = { dimDivisor: null, dimRounding: null, weightStep: null, weightBasis: null }
  const flat = { kind: 'freight', ...asTheChannel, flatPrice: FLAT_PRICE, rows: [], surcharges: [] }
  return [
    {
      code: 'SAMPLE-OPERATION',
      kind: 'operation',
      channelId: null,
      content: { kind: 'operation', dimDivisor: null, rules: handling },
    },
    {
      code: 'SAMPLE-STORAGE',
      kind: 'storage',
      channelId: null,
      content: { kind: 'storage', freeDays: FREE_DAYS, tiers: [rent] },
    },
    ...channels.map(
      ({ id }): Sample => ({
        code: `SAMPLE-FREIGHT-${id}`,
        kind: 'freight',
        channelId: id,
        content: flat,
      }),
    ),
  ]
}

async function writeQuotes(tx: Tx, who: Who, samples: readonly Sample[]) {
  const name = quoteText.sampleName[who.language]
  const { rows } = await sql<{ id: number; no: string }>`
    with made as (
      insert into quotes (tenant_id, quote_code, quote_name, search_line, kind, channel_id, is_default)
      select ${who.tenantId}, x.code, ${name}, x.search, x.kind, x.channel, true
      from unnest(${samples.map(({ code }) => code)}::text[], ${samples.map(({ code }) => searchLine(code, name))}::text[],
        ${samples.map(({ kind }) => kind)}::quote_kind[], ${samples.map(({ channelId }) => channelId)}::bigint[]) x (code, search, kind, channel)
      returning id, quote_code),
    versions as (
      insert into quote_versions (tenant_id, quote_id, version_no, content, effective_from, published_at, published_by, created_by)
      select ${who.tenantId}, made.id, 1, x.content, business_now(), business_now(), ${who.accountId}, ${who.accountId}
      from unnest(${samples.map(({ code }) => code)}::text[], ${samples.map(({ content }) => JSON.stringify(content))}::jsonb[]) x (code, content)
      join made on made.quote_code = x.code returning 1)
    select id, quote_code as no from made order by id`.execute(tx)
  return rows
}
