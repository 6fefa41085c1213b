import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import type pg from 'pg'
import { openScratch } from '../testing/scratch-database.ts'

const root = join(import.meta.dirname, '..')

/** Writes `db/schema.ts` from a migrated database, or with `verify` checks whether it still fits. */
export function writeTypes(at: pg.ClientConfig, mode: 'write' | 'verify') {
  const url = `postgres://${at.user}:${encodeURIComponent(String(at.password))}@${at.host?.startsWith('/') ? 'localhost' : at.host}:${at.port}/${at.database}${at.host?.startsWith('/') ? `?host=${encodeURIComponent(at.host)}` : ''}`
  const args = [
    ...['--dialect', 'postgres', '--url', url, '--out-file', join(root, 'db/schema.ts'), '--camel-case'],
    ...['--default-schema', 'wms', '--include-pattern', 'wms.*', '--date-parser', 'string'],
    ...['--type-mapping', '{"timestamptz":"string","int8":"number","numeric":"string","xid8":"string"}'],
    ...(mode === 'verify' ? ['--verify'] : []),
  ]
  execFileSync(join(root, 'node_modules/.bin/kysely-codegen'), args, {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

if (import.meta.main) {
  const scratch = await openScratch()
  writeTypes(scratch.as('owner'), process.argv.includes('--verify') ? 'verify' : 'write')
  await scratch.close()
}
