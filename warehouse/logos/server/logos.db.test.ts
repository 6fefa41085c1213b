import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeXlsx } from 'hucre/xlsx'
import { sql } from 'kysely'
import S3rver from 's3rver'
import sharp from 'sharp'
import { afterAll, describe, expect, test } from 'vitest'
import { bucketStore } from '../../../platform/files/server/store.ts'
import {
  beginUpload,
  finishUpload,
  putPart,
  type UploadPurpose,
  uploadText,
} from '../../../platform/files/uploads.ts'
import { runImport, startImport } from '../../../platform/imports/contract.ts'
import { readTable } from '../../../platform/imports/server/spreadsheets.ts'
import { exportList } from '../../../platform/lists/lists.ts'
import type { Area } from '../../../platform/printing/labels.ts'
import { readPaper } from '../../../testing/read-paper.ts'
import { aUser, startTestServer, type TestServer } from '../../../testing/test-server.ts'
import { upload } from '../../../testing/upload.ts'
import { worked } from '../../../testing/work.ts'
import { testPage } from '../../print-settings/contract.ts'
import { queryLogo } from '../../top-contract.ts'
import { logoSlots, removeLogo, setLogo } from '../contract.ts'

const defaults = { companyLogo: '/logos/company.svg', wmsLogo: '/logos/wms.svg', omsLogo: '/logos/oms.svg' }

async function aDesk(server: TestServer, permissions = ['*']) {
  const user = await aUser(server, { permissions })
  const [tenant] = await server.owner<{ name: string }>(
    'select login_url_name as name from tenants where id = $1',
    [user.tenantId],
  )
  return { ...user, name: tenant?.name ?? '' }
}
type Desk = Awaited<ReturnType<typeof aDesk>>

const uploaded = (
  server: TestServer,
  who: Desk,
  bytes: Uint8Array,
  fileName = 'logo.png',
  purpose: UploadPurpose = 'image',
) => upload(server, who, purpose, fileName, bytes)

const idIn = (answer: { data: unknown }) => (answer.data as { fileId: number }).fileId

const drawn = (width: number, height: number, background = '#c00') =>
  sharp({ create: { width, height, channels: 3, background } })

const shownBy = async (server: TestServer, name: string) =>
  (await server.send(queryLogo, { name })).data as typeof defaults

describe('a logo', async () => {
  const server = await startTestServer()
  const open = (url: string, headers = {}) => server.server.http.inject({ url, headers })

  async function setLogoTo(who: Desk, slot: (typeof logoSlots)[number], bytes?: Uint8Array) {
    const fileId = idIn(await uploaded(server, who, bytes ?? (await drawn(300, 200).png().toBuffer())))
    expect(await server.send(setLogo, { slot, fileId }, who)).toMatchObject({ success: true, data: {} })
    return (await shownBy(server, who.name))[`${slot}Logo`]
  }

  test.each(logoSlots)('of the %s slot is visible to everyone at once, under a random name', async (slot) => {
    const who = await aDesk(server)
    const url = await setLogoTo(who, slot)
    expect(url).toMatch(/^\/logos\/own\/[0-9a-f]{32}\.png$/)
    expect(await shownBy(server, who.name)).toEqual({ ...defaults, [`${slot}Logo`]: url })
    const answer = await open(url)
    expect(answer.statusCode).toBe(200)
    expect(answer.headers).toMatchObject({
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
    })
    expect(await sharp(answer.rawPayload).metadata()).toMatchObject({
      format: 'png',
      width: 300,
      height: 200,
    })
  })

  test.each([
    ['a large png', () => drawn(1900, 1900).png(), 'l.png', 520, 520],
    ['a wide jpg', () => drawn(2400, 100).jpeg(), 'l.jpg', 708, 29],
    ['a small gif', () => drawn(5, 4).gif(), 'l.gif', 5, 4],
    ['a CMYK jpg', () => drawn(60, 60).toColourspace('cmyk').jpeg(), 'l.jpeg', 60, 60],
  ])(
    'of %s is scaled to what 30 × 22 mm can show, never refused by its pixels',
    async (_, draw, name, width, height) => {
      const who = await aDesk(server)
      const fileId = idIn(await uploaded(server, who, await draw().toBuffer(), name))
      await server.send(setLogo, { slot: 'company', fileId }, who)
      const { rawPayload } = await open((await shownBy(server, who.name)).companyLogo)
      const match = await sharp(rawPayload).metadata()
      expect([match.width, match.height]).toEqual([width, height])
      expect(match.exif).toBeUndefined()
    },
  )

  test('of the company is printed, and never larger than 30 × 22 mm', async () => {
    const who = await aDesk(server)
    const page = async () => {
      return Buffer.from((await server.done(testPage, {}, who)).base64, 'base64')
    }
    const inkIn = async (part: Area) => (await readPaper(await page(), 100, part))[0]?.ink ?? 0
    // Beside the ruler, below the text.
    const place = { x: 18, y: 124, width: 30, height: 22 }
    const right = { x: 48.5, y: 122, width: 51, height: 28 }
    const below = { x: 18, y: 146.5, width: 82, height: 3.5 }
    expect(await inkIn(place)).toBe(0)
    await setLogoTo(who, 'company', await drawn(1900, 1900, '#000').png().toBuffer())
    expect(await inkIn(place)).toBeGreaterThan(1000)
    await setLogoTo(who, 'company', await drawn(2400, 300, '#000').png().toBuffer())
    expect(await inkIn(place)).toBeGreaterThan(300)
    expect([await inkIn(right), await inkIn(below)]).toEqual([0, 0])
  })

  test('that is replaced or removed is no longer accessible', async () => {
    const who = await aDesk(server)
    const first = await setLogoTo(who, 'company')
    const second = await setLogoTo(who, 'company')
    expect(second).not.toBe(first)
    expect((await open(first)).statusCode).toBe(404)
    expect((await open(second)).statusCode).toBe(200)
    expect(await server.send(removeLogo, { slot: 'company' }, who)).toMatchObject({ success: true })
    expect(await shownBy(server, who.name)).toEqual(defaults)
    expect((await open(second)).statusCode).toBe(404)
  })

  test('shared by two slots stays while one uses it; a closed company shows none', async () => {
    const who = await aDesk(server)
    const url = await setLogoTo(who, 'wms')
    await server.owner('update tenants set oms_logo = wms_logo where id = $1', [who.tenantId])
    await server.send(removeLogo, { slot: 'wms' }, who)
    expect((await open(url)).statusCode).toBe(200)
    await server.owner(`update tenants set status = 'closed' where id = $1`, [who.tenantId])
    expect((await open(url)).statusCode).toBe(404)
  })

  test('is the only file that opens without a signature', async () => {
    const who = await aDesk(server)
    const fileId = idIn(await uploaded(server, who, await drawn(9, 9).png().toBuffer()))
    const [row] = await server.owner<{ storage_key: string }>(
      'select storage_key from files where id = $1',
      [fileId],
      who.tenantId,
    )
    await setLogoTo(who, 'company')
    for (const name of [
      `${row?.storage_key}.png`,
      `${row?.storage_key}`,
      '..%2f..%2fpackage.json',
      '%00.png',
      'x.png',
      `${'0'.repeat(32)}.png`,
      `${'0'.repeat(32)}.PNG`,
    ]) {
      const answer = await open(`/logos/own/${name}`)
      expect([name, answer.statusCode]).toEqual([name, name === '%00.png' ? answer.statusCode : 404])
      expect(answer.statusCode).toBeGreaterThanOrEqual(400)
      expect(answer.statusCode).toBeLessThan(500)
      expect(answer.headers['cache-control']).toBe('no-store')
    }
  })

  test('must be the user’s own upload of an image, and changes only their company', async () => {
    const [who, other] = [await aDesk(server), await aDesk(server)]
    const fileId = idIn(await uploaded(server, who, await drawn(9, 9).png().toBuffer()))
    expect(await server.send(setLogo, { slot: 'company', fileId }, other)).toMatchObject({
      data: { kind: 'not_found' },
    })
    const sheet = await server.send(beginUpload, { purpose: 'zip', fileName: 'a.zip', size: 22 }, who)
    const empty = Buffer.from(`504b0506${'00'.repeat(18)}`, 'hex').toString('base64')
    const { uploadId } = sheet.data as { uploadId: string }
    await server.send(putPart, { uploadId, part: 0, base64: empty }, who)
    const zip = idIn(await server.send(finishUpload, { uploadId }, who))
    expect(await server.send(setLogo, { slot: 'company', fileId: zip }, who)).toMatchObject({
      success: false,
    })
    await server.send(setLogo, { slot: 'company', fileId }, who)
    expect(await shownBy(server, other.name)).toEqual(defaults)
  })

  test('cannot bypass the rules: no foreign path, no other slot, no update of the table', async () => {
    const [who, other] = [await aDesk(server), await aDesk(server)]
    const theirs = await setLogoTo(other, 'company')
    const asWho = (statement: ReturnType<typeof sql>) =>
      server.database.write(who.tenantId, (tx) => statement.execute(tx))
    await expect(asWho(sql`select set_logo('company', ${theirs})`)).rejects.toThrow(
      'no image of this company',
    )
    await expect(asWho(sql`select set_logo('company', 'https://evil.example/x.png')`)).rejects.toThrow()
    await expect(asWho(sql`select set_logo('code', null)`)).rejects.toThrow('no logo is called code')
    await expect(asWho(sql`update tenants set company_logo = 'x'`)).rejects.toMatchObject({ code: '42501' })
  })

  test('needs its permission to change, and is logged', async () => {
    const viewer = await aDesk(server, ['setting:logo:view'])
    const fileId = idIn(await uploaded(server, viewer, await drawn(9, 9).png().toBuffer()))
    for (const answer of [
      await server.send(setLogo, { slot: 'company', fileId }, viewer),
      await server.send(removeLogo, { slot: 'company' }, viewer),
    ])
      expect(answer).toMatchObject({ data: { kind: 'forbidden' } })
    const who = await aDesk(server)
    const url = await setLogoTo(who, 'oms')
    const [row] = await server.owner(
      `select action, before, after from audit_log where tenant_id = $1 and action = 'set_logo'`,
      [who.tenantId],
      who.tenantId,
    )
    expect(row).toEqual({ action: 'set_logo', before: { omsLogo: null }, after: { omsLogo: url } })
  })

  test('of more than 2M is refused by its size, before a byte is sent', async () => {
    const who = await aDesk(server)
    const size = 2 * 1024 * 1024 + 1
    expect(
      await server.send(beginUpload, { purpose: 'image', fileName: 'big.png', size }, who),
    ).toMatchObject({ data: { fields: [{ path: 'fileName', message: 'Image exceeds size limit' }] } })
  })
})

describe('with files in a bucket', async () => {
  const home = mkdtempSync(join(tmpdir(), 'tallyhouse-s3-'))
  const s3 = new S3rver({
    address: '127.0.0.1',
    port: 0,
    directory: home,
    silent: true,
    configureBuckets: [{ name: 'tally', configs: [] }],
  })
  const { port } = await s3.run()
  afterAll(async () => {
    await s3.close()
    rmSync(home, { recursive: true, force: true })
  })
  const messages: string[] = []
  const at = (over: Partial<Parameters<typeof bucketStore>[0]> = {}) =>
    bucketStore(
      {
        endpoint: `http://127.0.0.1:${port}`,
        bucket: 'tally',
        region: 'us-east-1',
        accessKey: 'S3RVER',
        secretKey: 'S3RVER',
        ...over,
      },
      { error: (_, words) => void messages.push(words) },
    )

  test('an upload, its signed link and a logo work as they do with a folder', async () => {
    const server = await startTestServer({ store: at() })
    const who = await aDesk(server)
    const image = await uploaded(server, who, await drawn(40, 30).png().toBuffer())
    const { url } = image.data as { url: string }
    const opened = await server.server.http.inject({ url })
    expect([opened.statusCode, opened.headers['content-disposition']]).toEqual([
      200,
      expect.stringContaining('attachment'),
    ])
    await server.send(setLogo, { slot: 'wms', fileId: idIn(image) }, who)
    const logo = await server.server.http.inject({ url: (await shownBy(server, who.name)).wmsLogo })
    expect(await sharp(logo.rawPayload).metadata()).toMatchObject({ width: 40, height: 30 })
  })

  test('a spreadsheet is read from it, and failed rows and exports are stored in it', async () => {
    const server = await startTestServer({ store: at() })
    const who = await aDesk(server)
    const rows = [
      ['Customer code', 'Customer name'],
      ['A-1', '甲'],
      ['B 2', '乙'],
    ]
    const sheet = await writeXlsx({ sheets: [{ name: 'x', rows }] })
    const fileId = idIn(await uploaded(server, who, sheet, 'customers.xlsx', 'sheet'))
    const came = await worked(
      server,
      who,
      (
        await server.done(
          runImport,
          { id: (await server.done(startImport, { kind: 'customers', fileId }, who)).id, mode: 'good_rows' },
          who,
        )
      ).taskId,
    )
    expect(came).toMatchObject({ status: 'partly_done' })
    const input = { list: 'customers', filters: {}, columns: ['customerCode'], format: 'xlsx' as const }
    const went = await worked(server, who, (await server.done(exportList, input, who)).taskId)
    for (const [{ fileUrl }, code] of [
      [came, 'B 2'],
      [went, 'A-1'],
    ] as const) {
      const { rawPayload } = await server.server.http.inject({ url: fileUrl ?? '' })
      const { rows: lines } = await readTable(rawPayload)
      expect(lines.map(({ cells }) => cells[0])).toEqual([code])
    }
  })

  test.each([
    ['cannot be reached', { endpoint: 'http://127.0.0.1:9' }, uploadText.storeStart],
    ['has no such bucket', { bucket: 'nowhere' }, uploadText.storeSettings],
    ['does not know our key', { accessKey: 'somebody' }, uploadText.storeSettings],
  ])('a store that %s is reported as such, and nothing is stored', async (_, over, text) => {
    const server = await startTestServer({ store: at(over) })
    const who = await aDesk(server)
    expect(await uploaded(server, who, await drawn(9, 9).png().toBuffer())).toMatchObject({
      status: 200,
      success: false,
      message: text.en_US,
      data: { kind: 'unavailable' },
    })
    expect(await server.owner('select 1 from files', [], who.tenantId)).toEqual([])
    expect(messages.at(-1)).toMatch(/^the file store/)

    // A file stored before is not returned in place of the error.
    const [kept] = await server.owner<{ id: string }>(
      `insert into files (tenant_id, file_name, mime, size, sha256, storage_key, created_by)
       select $1, 'a.pdf', 'application/pdf', 9, '\\x00', $2, id from accounts where tenant_id = $1 limit 1 returning id`,
      [who.tenantId, '0'.repeat(32)],
      who.tenantId,
    )
    const url = server.files.linkTo(who.tenantId, Number(kept?.id))
    const opened = await server.server.http.inject({ url, headers: { 'x-language': 'en_US' } })
    expect([opened.statusCode, opened.json().message]).toEqual([503, text.en_US])
  })
})
