import sharp from 'sharp'
import { expect, test } from 'vitest'
import { aDock } from '../../../testing/receiving-builders.ts'
import { startTestServer } from '../../../testing/test-server.ts'
import { askForPhoto, photoFacts, photoTaken, takePhoto } from '../contract.ts'

const server = await startTestServer()

test('a photo link works in the installation with the highest ids', async () => {
  await server.owner('alter sequence tenants_id_seq maxvalue 8999999999999999 restart 8999000000000001')
  const dock = await aDock(server)
  expect(dock.tenantId).toBe(8999000000000001)
  const { link, linkId } = await server.done(askForPhoto, { inboundId: null, trackingNo: 'X-1' }, dock)
  expect((await server.send(photoFacts, { link })).data).toMatchObject({ subject: 'X-1' })
  const photo = sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } }).png()
  const base64 = (await photo.toBuffer()).toString('base64')
  expect(await server.send(takePhoto, { link, base64 })).toMatchObject({ success: true })
  expect((await server.send(photoTaken, { linkId }, dock)).data).toMatchObject({ fileId: expect.any(Number) })
})
