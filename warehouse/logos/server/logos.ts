import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import { publishEvents, writeAudit } from '../../../platform/audit/server/audit.ts'
import type { InputOf } from '../../../platform/calls/call.ts'
import { Refusal, refuse } from '../../../platform/calls/refusal.ts'
import type { Server } from '../../../platform/calls/server/serve.ts'
import type { Who } from '../../../platform/calls/who.ts'
import type { Database, Tx } from '../../../platform/database/server/db.ts'
import { only } from '../../../platform/database/server/rows.ts'
import type { Files } from '../../../platform/files/server/files.ts'
import { uploadText } from '../../../platform/files/uploads.ts'
import { image } from '../../../platform/server/lazy-packages.ts'
import type { Work } from '../../../platform/tasks/server/tasks.ts'
import { callText } from '../../../platform/text/common-text.ts'
import { type LogoSlot, removeLogo, setLogo } from '../contract.ts'
import { MAX_LOGO } from '../crop.ts'

export function logoRoutes({ answer, answerPrepared, http, database }: Server, files: Files) {
  answerPrepared(setLogo, drawLogo(files, database), putLogo(files))
  answer(removeLogo, async (tx, who, { slot }) => show(tx, who, slot, null))

  // Public under an unguessable name, for as long as it is a logo; a new logo has a new name.
  http.get('/logos/own/:name', async (request, reply) => {
    const { name } = request.params as { name: string }
    const path = `/logos/own/${name}`
    const key = ownLogo(path)
    const isShown = key !== undefined && (await isLogo(path))
    const content = isShown ? await files.open(key) : undefined
    if (!content) throw new Refusal(callText.noRoute, { kind: 'no_route' }, 404)
    return reply
      .headers({
        'cache-control': 'public, max-age=31536000, immutable',
        // The customer portal shows it from another host.
        'cross-origin-resource-policy': 'cross-origin',
      })
      .type('image/png')
      .send(content)
  })

  async function isLogo(path: string) {
    const { rows } = await sql<{ isLogo: boolean }>`select is_logo(${path}) as is_logo`.execute(database.gate)
    return rows[0]?.isLogo === true
  }
}

/** The company's own logo for printing; undefined where there is none. No connection is held while the store is read. */
export async function printedLogo(
  files: Files,
  read: Work<never>['read'],
  { tenantId }: Pick<Who, 'tenantId'>,
): Promise<Buffer | undefined> {
  const row = await read((db) =>
    db.selectFrom('tenants').select('companyLogo').where('id', '=', tenantId).executeTakeFirst(),
  )
  const key = ownLogo(row?.companyLogo ?? '')
  const content = key && (await files.open(key))
  return content ? buffer(content) : undefined
}

const ownLogo = (path: string) => /^\/logos\/own\/([0-9a-f]{32})\.png$/.exec(path)?.[1]

/** Draws an upload as a logo, before its transaction starts: in its printed size and no larger. */
const drawLogo =
  (files: Files, { read }: Pick<Database, 'read'>) =>
  async (who: Who, { fileId }: InputOf<typeof setLogo>): Promise<Buffer> => {
    const key = await read(who.tenantId, (db) => files.keyOf(db, who, fileId, 'image'))
    return image(await files.bytesOf(key))
      .resize({ ...MAX_LOGO, fit: 'inside', withoutEnlargement: true })
      .png({ compressionLevel: 9 })
      .toBuffer()
      .catch(() => refuse(uploadText.notWhatItSays))
  }

const putLogo =
  (files: Files) =>
  async (tx: Tx, who: Who, { slot }: InputOf<typeof setLogo>, bytes: Buffer) => {
    const kept = await files.keep(tx, who, {
      name: `${slot}-logo.png`,
      mime: 'image/png',
      purpose: 'image',
      bytes,
    })
    const { storageKey } = await tx
      .selectFrom('files')
      .select('storageKey')
      .where('tenantId', '=', who.tenantId)
      .where('id', '=', kept)
      .executeTakeFirstOrThrow()
    return show(tx, who, slot, `/logos/own/${storageKey}.png`)
  }

async function show(tx: Tx, who: Who, slot: LogoSlot, path: string | null) {
  const { rows } = await sql<{ shown: string | null }>`select set_logo(${slot}, ${path}) as shown`.execute(tx)
  const field = `${slot}Logo`
  await writeAudit(tx, who, [
    {
      action: path ? 'set_logo' : 'remove_logo',
      type: 'company',
      id: who.tenantId,
      no: field,
      before: { [field]: only(rows).shown },
      after: { [field]: path },
    },
  ])
  await publishEvents(tx, who, [{ kind: 'company.logo_changed', type: 'company', id: who.tenantId }])
  return {}
}
