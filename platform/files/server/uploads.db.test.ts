import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { aUser, startTestServer } from '../../../testing/test-server.ts'
import { atNight } from '../../../testing/work.ts'
import { zipOf } from '../../../testing/zips.ts'
import {
  beginUpload,
  finishUpload,
  MAX_OPEN,
  MAX_OPEN_OF_USER,
  PART_BYTES,
  putPart,
  type UploadPurpose,
  uploadState,
  uploadText,
} from '../uploads.ts'

const server = await startTestServer()

const aDesk = (tenantId?: number) => aUser(server, { tenantId })
type Desk = Awaited<ReturnType<typeof aDesk>>

const pdf = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(PART_BYTES + 100, 0x20)])
const partOf = (bytes: Buffer, part: number) =>
  bytes.subarray(part * PART_BYTES, (part + 1) * PART_BYTES).toString('base64')

async function begin(who: Desk, size = pdf.length) {
  return (await server.done(beginUpload, { purpose: 'attachment', fileName: 'a.pdf', size }, who)).uploadId
}
const put = (who: Desk, uploadId: string, part: number, base64 = partOf(pdf, part)) =>
  server.send(putPart, { uploadId, part, base64 }, who)

describe('an upload', () => {
  test('resumes where it stopped: arrived parts are reported, and sending one again changes nothing', async () => {
    const who = await aDesk()
    const uploadId = await begin(who)
    await put(who, uploadId, 1)
    expect((await server.send(uploadState, { uploadId }, who)).data).toEqual({ parts: [1] })
    expect(await server.send(finishUpload, { uploadId }, who)).toMatchObject({
      success: false,
      message: uploadText.incomplete.en_US,
    })
    expect(await put(who, uploadId, 0)).toMatchObject({ success: true })
    expect(await put(who, uploadId, 0)).toMatchObject({ success: true })
    expect(await server.send(finishUpload, { uploadId }, who)).toMatchObject({ data: { size: pdf.length } })
    expect(await server.owner('select 1 from upload_parts', [], who.tenantId)).toEqual([])
  })

  test('refuses a part of the wrong size and says to try again, in either language', async () => {
    const who = await aDesk()
    const uploadId = await begin(who)
    for (const [part, base64] of [
      [0, partOf(pdf, 1)],
      [1, partOf(pdf, 0)],
      [2, partOf(pdf, 1)],
      [2, partOf(pdf, 0)],
      [63, partOf(pdf, 0)],
    ] as const)
      expect(await put(who, uploadId, part, base64)).toMatchObject({ message: uploadText.retry.en_US })
    expect(
      await put({ ...who, headers: { 'x-language': 'zh_CN' } }, uploadId, 0, partOf(pdf, 1)),
    ).toMatchObject({
      message: uploadText.retry.zh_CN,
    })
    expect((await server.send(uploadState, { uploadId }, who)).data).toEqual({ parts: [] })
  })

  test('ends once it is a file, and is never visible to another user', async () => {
    const who = await aDesk()
    const uploadId = await begin(who)
    const gone = { success: false, message: uploadText.gone.en_US, data: { kind: 'not_found' } }
    for (const other of [await aDesk(who.tenantId), await aDesk()]) {
      expect(await put(other, uploadId, 0)).toMatchObject(gone)
      expect(await server.send(uploadState, { uploadId }, other)).toMatchObject(gone)
      expect(await server.send(finishUpload, { uploadId }, other)).toMatchObject(gone)
    }
    for (const part of [0, 1]) await put(who, uploadId, part)
    await server.send(finishUpload, { uploadId }, who)
    expect(await put(who, uploadId, 0)).toMatchObject(gone)
    expect(await server.send(finishUpload, { uploadId }, who)).toMatchObject(gone)
  })

  test('is one file and gets its first answer again where the answer was lost', async () => {
    const who = await aDesk()
    const uploadId = await begin(who)
    for (const part of [0, 1]) await put(who, uploadId, part)
    const keyed = { ...who, headers: { ...who.headers, 'x-idempotency-key': 'finish-this-upload-once' } }
    const [first, second] = [
      await server.done(finishUpload, { uploadId }, keyed),
      await server.done(finishUpload, { uploadId }, keyed),
    ]
    expect(second.fileId).toBe(first.fileId)
    expect(await server.owner('select 1 from files', [], who.tenantId)).toHaveLength(1)
  })

  test('without progress for a day is deleted with its parts; slow and recent ones are not', async () => {
    const who = await aDesk()
    const [left, slow, young] = [await begin(who), await begin(who), await begin(who)]
    for (const uploadId of [left, slow, young]) await put(who, uploadId, 0)
    const age = (table: 'uploads' | 'upload_parts', id: string, by: string) =>
      server.owner(
        table === 'uploads'
          ? 'update uploads set created_at = now() - $1::interval where id = $2::uuid'
          : 'update upload_parts set arrived_at = now() - $1::interval where upload_id = $2::uuid',
        [by, id],
        who.tenantId,
      )
    for (const uploadId of [left, slow]) await age('uploads', uploadId, '3 days')
    await age('upload_parts', left, '24 hours 1 minute')
    await age('upload_parts', slow, '23 hours')
    await atNight(server, 'sweep')
    const kept = (table: string, column: string) =>
      server.owner<{ id: string }>(`select ${column}::text as id from ${table}`, [], who.tenantId)
    const stay = [slow, young].sort()
    expect((await kept('uploads', 'id')).map(({ id }) => id).sort()).toEqual(stay)
    expect((await kept('upload_parts', 'upload_id')).map(({ id }) => id).sort()).toEqual(stay)
    expect(await put(who, left, 1)).toMatchObject({ message: uploadText.gone.en_US })
  })
})

describe('a hostile file that may be stored', () => {
  const script = '<script>alert(1)</script>'
  const page = `<html>${script}</html>`
  const png = () =>
    sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
      .png()
      .toBuffer()
  const files: [string, UploadPurpose, string, () => Buffer | Promise<Buffer>][] = [
    [
      'a pdf with a script',
      'attachment',
      'a.pdf',
      () => Buffer.from(`%PDF-1.7\n1 0 obj<</OpenAction<</S/JavaScript/JS(app.alert(1))>>>>endobj`),
    ],
    ['a pdf that is a page too', 'attachment', 'a.pdf', () => Buffer.from(`%PDF-1.7\n${page}`)],
    [
      'an archive with a page in it',
      'attachment',
      'a.zip',
      () => zipOf([{ name: 'a.html', data: Buffer.from(page) }]),
    ],
    [
      'a picture with a page behind it',
      'image',
      'a.png',
      async () => Buffer.concat([await png(), Buffer.from(page)]),
    ],
    [
      'one whose name is a page',
      'attachment',
      `"><img src=x onerror=alert(1)>'.pdf`,
      () => Buffer.from('%PDF-1.7\n'),
    ],
  ]

  test.each(files)('opens by its link as an inert download: %s', async (_, purpose, fileName, make) => {
    const who = await aDesk()
    const bytes = await make()
    const { uploadId } = await server.done(beginUpload, { purpose, fileName, size: bytes.length }, who)
    await put(who, uploadId, 0, bytes.toString('base64'))
    const opened = await server.server.http.inject({
      url: (await server.done(finishUpload, { uploadId }, who)).url,
    })
    expect(opened.statusCode).toBe(200)
    expect(opened.headers).toMatchObject({
      'content-disposition': expect.stringMatching(/^attachment; filename\*=UTF-8''[\w.%-]+$/),
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    })
    expect(opened.headers['content-type']).not.toMatch(/html|svg|xml;|script/)
    if (purpose === 'image') expect(opened.rawPayload.includes(script)).toBe(false)
  })

  test('an svg is refused by its name, and under another name by its bytes', async () => {
    const who = await aDesk()
    const svg = Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)">${script}</svg>`)
    const ask = (fileName: string) =>
      server.send(beginUpload, { purpose: 'image', fileName, size: svg.length }, who)
    expect(await ask('a.svg')).toMatchObject({ success: false })
    const { uploadId } = (await ask('a.png')).data as { uploadId: string }
    await put(who, uploadId, 0, svg.toString('base64'))
    expect(await server.send(finishUpload, { uploadId }, who)).toMatchObject({
      success: false,
      message: uploadText.notWhatItSays.en_US,
    })
    // Nothing of it is left that would count as unfinished.
    expect(await server.owner('select 1 from uploads', [], who.tenantId)).toEqual([])
    expect(await server.owner('select 1 from upload_parts', [], who.tenantId)).toEqual([])
    expect(await server.send(uploadState, { uploadId }, who)).toMatchObject({ data: { kind: 'not_found' } })
  })
})

describe('the unfinished uploads of a company', () => {
  const sheet = { purpose: 'sheet', fileName: 'a.xlsx', size: 20 * 1024 * 1024 } as const
  const reserve = (who: Desk, size: number) =>
    server.owner(
      `insert into uploads (tenant_id, purpose, file_name, size, created_by)
       select $1, 'sheet', 'a.xlsx', 20971520, $2 from generate_series(1, ($3 / 20971520)::int)`,
      [who.tenantId, who.id, size],
      who.tenantId,
    )
  const started = async (who: Desk, count: number) => {
    const answers = await Promise.all(
      Array.from({ length: count }, () => server.send(beginUpload, sheet, who)),
    )
    return answers.filter(({ success }) => success).length
  }

  test('are limited, with a message in either language, and do not limit other companies', async () => {
    const who = await aDesk()
    await reserve(await aDesk(who.tenantId), MAX_OPEN)
    const input = { purpose: 'attachment', fileName: 'a.pdf', size: 1 } as const
    expect(await server.send(beginUpload, input, who)).toMatchObject({
      success: false,
      message: 'Your company has more than 500 MB of unfinished uploads. Finish them, or try again in a day.',
    })
    expect(await server.send(beginUpload, input, { token: who.token })).toMatchObject({
      message: '贵公司未传完的文件已超过 500 MB，请先传完，或一天后再试',
    })
    expect(await server.send(beginUpload, input, await aDesk())).toMatchObject({ success: true })
  })

  test('that start at the same time cannot share the last slot', async () => {
    const who = await aDesk()
    await reserve(await aDesk(who.tenantId), MAX_OPEN - sheet.size)
    expect(await started(who, 6)).toBe(1)
  })

  test('are limited for each user, so that one cannot stop the others', async () => {
    const who = await aDesk()
    expect(await started(who, MAX_OPEN / sheet.size)).toBe(MAX_OPEN_OF_USER / sheet.size)
    expect(await server.send(beginUpload, sheet, who)).toMatchObject({
      success: false,
      message: 'You have more than 60 MB of unfinished uploads. Finish them, or try again in a day.',
    })
    expect(await started(await aDesk(who.tenantId), 1)).toBe(1)
  })

  const age = (who: Desk, by: string) =>
    server.owner('update uploads set created_at = now() - $1::interval', [by], who.tenantId)

  test('make way for the user’s next one if no part came in 15 minutes', async () => {
    const who = await aDesk()
    const begun = await begin(who)
    await put(who, begun, 0)
    expect(await started(who, 3)).toBe(2)
    await age(who, '14 minutes')
    expect(await started(who, 1)).toBe(0)
    await age(who, '16 minutes')
    expect(await started(who, 3)).toBe(2)
    expect((await server.send(uploadState, { uploadId: begun }, who)).data).toEqual({ parts: [0] })
  })

  test('are deleted after an hour if no part came', async () => {
    const who = await aDesk()
    const [empty, begun] = [await begin(who), await begin(who)]
    await put(who, begun, 0)
    const left = async () => {
      await atNight(server, 'sweep')
      const rows = await server.owner<{ id: string }>('select id::text from uploads', [], who.tenantId)
      return rows.map(({ id }) => id).sort()
    }
    await age(who, '59 minutes')
    expect(await left()).toEqual([empty, begun].sort())
    await age(who, '61 minutes')
    expect(await left()).toEqual([begun])
  })
})
