import { createHash, randomBytes } from 'node:crypto'
import pg from 'pg'
import { BadSettings, readEnv } from '../../lib/server/env.ts'
import { foldAccount } from '../../staff/rules.ts'
import { reach } from './reach.ts'

const help = `Commands of the system administrator:

  npm run admin -- sso-code <account>   mints a one-time code; whoever opens /?token=<code> within 60 s is that account
`

class Wrong extends Error {}

/** A code that brings somebody in once; only its hash is kept. */
async function mintCode(owner: pg.Client, account: string): Promise<string> {
  const code = randomBytes(32).toString('base64url')
  const { rows } = await owner.query(
    `insert into wms.sso_codes (code_hash, tenant_id, account_id, expires_at)
     select $1, a.tenant_id, a.id, now() + interval '60 seconds' from wms.accounts a
     where lower(a.login_account) = $2 and a.is_enabled and a.tenant_id is not null returning account_id`,
    [createHash('sha256').update(code).digest(), foldAccount(account)],
  )
  if (rows.length === 0) throw new Wrong(`There is no enabled account "${account}".`)
  return code
}

async function administer([command, argument]: string[]) {
  if (command !== 'sso-code' || !argument) throw new Wrong(help)
  const { owner, leave } = await reach(readEnv(process.env))
  const client = new pg.Client(owner)
  await client.connect()
  try {
    console.log(await mintCode(client, argument))
  } finally {
    await client.end()
    await leave()
  }
}

try {
  await administer(process.argv.slice(2))
} catch (fault) {
  console.error(fault instanceof Wrong || fault instanceof BadSettings ? fault.message : fault)
  process.exitCode = 1
}
