import sharp from 'sharp'
import { expect, test } from 'vitest'
import { aDock } from '../../../testing/receiving-builders.ts'
import { startTestServer } from '../../../testing/test-server.ts'
import { askForPhoto, photoFacts, photoTaken, takePhoto } from '../contract.ts'

const server = await startTestServer()

const aPhoto = async () => {
  const photo = sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } }).png()
  return (await photo.toBuffer()).toString('base64')
}

test('each of two open links shows its own document and takes the photo for it', async () => {
  const dock = await aDock(server)
  const [first, second] = await Promise.all(
    ['X-1', 'X-2'].map((trackingNo) => server.done(askForPhoto, { inboundId: null, trackingNo }, dock)),
  )
  if (!first || !second) throw new Error('no links')
  for (const [{ link }, subject] of [
    [first, 'X-1'],
    [second, 'X-2'],
  ] as const)
    expect((await server.send(photoFacts, { link })).data).toMatchObject({ subject })
  expect(await server.send(takePhoto, { link: second.link, base64: await aPhoto() })).toMatchObject({
    success: true,
  })
  const third = await server.done(askForPhoto, { inboundId: null, trackingNo: 'X-3' }, dock)
  const jpeg = await sharp(Buffer.from(await aPhoto(), 'base64'))
    .jpeg()
    .toBuffer()
  await server.done(takePhoto, { link: third.link, base64: jpeg.toString('base64') })
  const names = await server.owner('select file_name from files order by id', [], dock.tenantId)
  expect(names).toEqual([{ file_name: 'X-2.png' }, { file_name: 'X-3.jpg' }])
  const taken = async ({ linkId }: typeof first) => (await server.done(photoTaken, { linkId }, dock)).fileId
  expect([await taken(first), await taken(second)]).toEqual([null, expect.any(Number)])
})

test('a photo link works in the installation with the highest ids', async () => {
  await server.owner('alter sequence tenants_id_seq maxvalue 8999999999999999 restart 8999000000000001')
  const dock = await aDock(server)
  expect(dock.tenantId).toBe(8999000000000001)
  const { link, linkId } = await server.done(askForPhoto, { inboundId: null, trackingNo: 'X-1' }, dock)
  expect((await server.send(photoFacts, { link })).data).toMatchObject({ subject: 'X-1' })
  expect(await server.send(takePhoto, { link, base64: await aPhoto() })).toMatchObject({ success: true })
  expect((await server.send(photoTaken, { linkId }, dock)).data).toMatchObject({ fileId: expect.any(Number) })
})
