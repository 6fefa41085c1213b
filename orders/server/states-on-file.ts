import { sql } from 'kysely'
import type { Who } from '../../platform/calls/who.ts'
import type { Db } from '../../platform/database/server/db.ts'

/** Which of these states exist, and which of these countries have any on file. */
export async function statesOf(
  db: Db,
  who: Pick<Who, 'tenantId'>,
  addresses: readonly { countryCode: string; stateCode: string | null }[],
) {
  const { rows } = await sql<{ countryCode: string; stateCode: string }>`
    select s.country_code, s.state_code from states s where s.tenant_id = ${who.tenantId} and s.is_enabled
      and s.country_code = any(${[...new Set(addresses.map(({ countryCode }) => countryCode))]}::text[])`.execute(
    db,
  )
  const countries = new Set(rows.map(({ countryCode }) => countryCode))
  const states = new Set(rows.map(({ countryCode, stateCode }) => `${countryCode} ${stateCode}`))
  return ({ countryCode, stateCode }: { countryCode: string; stateCode: string | null }) => ({
    hasStates: countries.has(countryCode),
    isStateKnown: !countries.has(countryCode) || states.has(`${countryCode} ${stateCode}`),
  })
}
