import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { toBuffer } from 'bwip-js/node'
import sharp from 'sharp'
import { chromium } from './chromium.ts'
import { call, enter, expect, logInBeside, test } from './desk.ts'

const [WIDTH, HEIGHT] = [640, 480]

/** A video of one label under the camera, in the format Chromium accepts as a fake camera. */
async function filmOf(text: string, path: string) {
  const barcode = await toBuffer({ bcid: 'code128', text, scale: 2, height: 12 })
  const { data } = await sharp({
    create: { width: WIDTH, height: HEIGHT, channels: 3, background: '#ddd' },
  })
    .composite([
      {
        input: await sharp(barcode)
          .flatten({ background: '#fff' })
          .extend({ top: 12, bottom: 12, left: 24, right: 24, background: '#fff' })
          .toBuffer(),
      },
    ])
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const colours = Buffer.alloc((WIDTH * HEIGHT) / 2, 128)
  const frame = Buffer.concat([Buffer.from('FRAME\n'), data, colours])
  const head = Buffer.from(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F10:1 Ip A1:1 C420jpeg\n`)
  writeFileSync(path, Buffer.concat([head, frame, frame]))
}

test('a phone without a scanner scans with its camera, and pauses after each label', async ({
  page: desk,
  playwright,
  baseURL,
}) => {
  const token = await logInBeside(desk, 'receiving1')
  const { data } = await call<{ rows: { inboundNo: string }[] }>(desk, '/gateway/wms/inbound/list', {
    token,
    data: { status: 'pending_confirm', page: 1, size: 20 },
  })
  const inboundNo = data.rows[0]?.inboundNo ?? ''
  const film = join(process.env.E2E_DATA_DIR ?? '', `label-${Date.now()}.y4m`)
  await filmOf(inboundNo, film)
  const browser = await playwright.chromium.launch({
    ...chromium,
    args: [
      ...chromium.args,
      '--use-fake-ui-for-media-stream',
      '--use-fake-device-for-media-stream',
      `--use-file-for-fake-video-capture=${film}`,
    ],
  })
  try {
    const phone = await browser.newPage({
      ...(baseURL && { baseURL }),
      viewport: { width: 360, height: 640 },
      permissions: ['camera'],
    })
    await enter(phone, { as: 'receiving1', language: 'en_US', at: '/inbound/receive' })
    await phone.getByRole('button', { name: 'Camera' }).click()
    await expect(phone.locator('.station-said')).toContainText(inboundNo)
    await expect(phone.getByText('Tap the picture to scan the next one')).toBeVisible()
    await phone.getByRole('button', { name: 'Camera' }).click()
    await expect(phone.locator('.station-camera')).toHaveCount(0)
  } finally {
    await browser.close()
  }
})
