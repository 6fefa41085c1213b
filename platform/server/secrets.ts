import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import fs from 'node:fs'
import { join, resolve } from 'node:path'
import pg from 'pg'
import { refuseAs } from '../calls/refusal.ts'
import { callText } from '../text/common-text.ts'
import type { Env } from './env.ts'

/** Encrypts text so that only this installation can decrypt it, and only for the same purpose. */
export type Secrets = {
  seal: (words: string, purpose: string) => Buffer
  open: (sealed: Buffer, purpose: string) => string
}

const FORM = 1
const PRINT_BYTES = 8
const IV_BYTES = 12
const TAG_BYTES = 16

const derived = (word: string, use: string, bytes: number) =>
  Buffer.from(hkdfSync('sha256', word, 'tallyhouse', use, bytes))

/** Identifies a key without revealing it. */
export const fingerprintOf = (word: string) => derived(word, 'fingerprint', PRINT_BYTES).toString('hex')

const refuseKey = (): never => refuseAs({ kind: 'encryption' }, callText.encryption)

/** Without the key, or with a different one, everything that needs it is refused and the rest works. */
export const noSecrets: Secrets = { seal: refuseKey, open: refuseKey }

export function secretsWith(word: string): Secrets {
  const key = derived(word, 'credentials', 32)
  const print = Buffer.from(fingerprintOf(word), 'hex')
  const head = Buffer.concat([Buffer.of(FORM), print])

  return {
    seal(words, purpose) {
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(purpose))
      const sealed = Buffer.concat([cipher.update(words, 'utf8'), cipher.final()])
      return Buffer.concat([head, iv, cipher.getAuthTag(), sealed])
    },

    open(sealed, purpose) {
      const at = head.length
      if (!sealed.subarray(0, at).equals(head)) return refuseKey()
      const iv = sealed.subarray(at, at + IV_BYTES)
      const tag = sealed.subarray(at + IV_BYTES, at + IV_BYTES + TAG_BYTES)
      try {
        const reader = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: TAG_BYTES })
        reader.setAAD(Buffer.from(purpose)).setAuthTag(tag)
        const words = Buffer.concat([
          reader.update(sealed.subarray(at + IV_BYTES + TAG_BYTES)),
          reader.final(),
        ])
        return words.toString('utf8')
      } catch {
        return refuseKey()
      }
    },
  }
}

/** The file of a key that the server created itself. */
export const KEY_FILE = 'secret.key'
const MAKING_KEY = 7416003

/**
 * Where a key is created when none is given: the data folder. Servers with their files in a bucket share one
 * database and keep nothing in a folder, so they must be given a key.
 */
export const keyFolder = ({ DATABASE_URL, S3_BUCKET, DATA_DIR }: Env): string | undefined =>
  DATABASE_URL && S3_BUCKET ? undefined : resolve(DATA_DIR)

type Log = { error: (words: string) => void }

/**
 * The key of this installation: SECRET_KEY, or one created at the first start and stored in the data folder.
 *
 * The database stores its fingerprint. A missing or different key is never replaced: everything sealed would
 * be lost silently.
 */
export async function openSecrets(
  owner: pg.ClientConfig,
  { word, folder, log }: { word: string | undefined; folder: string | undefined; log: Log },
): Promise<Secrets> {
  const client = new pg.Client({ ...owner, options: '-c search_path=wms' })
  await client.connect()
  try {
    // Of two servers that start on an empty database only one creates a key; the other finds it.
    await client.query('select pg_advisory_lock($1)', [MAKING_KEY])
    const known = await knownPrint(client)
    const mine = word ?? (folder && wordIn(folder, known === null, log))
    if (!mine) {
      log.error('carrier credentials are unavailable: set SECRET_KEY, or restore secret.key')
      return noSecrets
    }
    const print = fingerprintOf(mine)
    if ((known ?? (await rememberPrint(client, print))) === print) return secretsWith(mine)
    log.error('carrier credentials are unavailable: they were encrypted with a different key')
    return noSecrets
  } finally {
    await client.end()
  }
}

async function knownPrint(client: pg.Client): Promise<string | null> {
  const { rows } = await client.query<{ print: string | null }>(
    'select secret_fingerprint as print from installation',
  )
  return rows[0]?.print ?? null
}

/** Of several servers that start together the first decides. */
async function rememberPrint(client: pg.Client, print: string): Promise<string | null> {
  await client.query(
    `insert into installation (demo, secret_fingerprint) values ('none', $1)
     on conflict (is_only) do update set secret_fingerprint = excluded.secret_fingerprint
     where installation.secret_fingerprint is null`,
    [print],
  )
  return knownPrint(client)
}

function wordIn(folder: string, mayMake: boolean, log: Log): string | undefined {
  const file = join(folder, KEY_FILE)
  if (!fs.existsSync(file)) {
    if (!mayMake) return undefined
    try {
      fs.mkdirSync(folder, { recursive: true, mode: 0o700 })
      fs.writeFileSync(file, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flush: true })
    } catch (fault) {
      // A read-only folder does not stop the server: only the credentials are unavailable.
      log.error(`cannot create a key in ${folder}: ${String(fault)}`)
      return undefined
    }
  }
  return fs.readFileSync(file, 'utf8').trim() || undefined
}
