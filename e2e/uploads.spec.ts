import { rm, writeFile } from 'node:fs/promises'
import sharp from 'sharp'
import { PART_BYTES, uploadText } from '../platform/files/uploads.ts'
import { call, enter, expect, languages, logInBeside, newCompany, test, toast } from './desk.ts'
import { someGoods } from './goods.ts'

const images = { zh_CN: '图片', en_US: 'Images' }
const fault = { code: 5000, success: false, message: 'fault', data: { kind: 'fault' } }

/** A picture with so many pixels that it needs several parts. */
const noise = () => {
  const points = Buffer.from(Array.from({ length: 500 * 500 * 3 }, (_, i) => (i * 7919 * (i % 251)) % 256))
  return sharp(points, { raw: { width: 500, height: 500, channels: 3 } })
    .png({ compressionLevel: 0 })
    .toBuffer()
}

for (const language of languages) {
  test(`an interrupted upload says so and resumes where it stopped (${language})`, async ({ page }, info) => {
    const { owner } = await newCompany()
    const token = await logInBeside(page, owner)
    const { productId } = await someGoods((path, data) => call(page, path, { data, token }))
    await enter(page, { as: owner, at: `/query/productArchives?open=${productId}`, language })
    const drawer = page.getByRole('dialog')
    await drawer.getByRole('tab', { name: images[language] }).click()

    const sent: string[] = []
    let answer: (part: number) => 'lose' | 'fault' | 'pass' = () => 'pass'
    await page.route('**/gateway/wms/file/begin', (route) => {
      sent.push('begin')
      return route.fallback()
    })
    await page.route('**/gateway/wms/file/part', (route) => {
      const { part } = route.request().postDataJSON() as { part: number }
      sent.push(`part ${part}`)
      const how = answer(part)
      if (how === 'lose') return route.abort('connectionreset')
      return how === 'fault' ? route.fulfill({ status: 500, json: fault }) : route.fallback()
    })
    const picture = info.outputPath('a.png')
    const bytes = await noise()
    expect(bytes.length).toBeGreaterThan(PART_BYTES)
    await writeFile(picture, bytes)
    const choose = () => drawer.locator('input[type=file]').setInputFiles(picture)

    // The connection is lost: after three attempts the page gives up with a message.
    answer = (part) => (part === 1 ? 'lose' : 'pass')
    await choose()
    await expect(toast(page, uploadText.retry[language])).toBeVisible()
    expect(sent).toEqual(['begin', 'part 0', 'part 1', 'part 1', 'part 1'])

    // The same file chosen again resumes the upload, even after a reload; a single server error is invisible.
    sent.length = 0
    await page.reload()
    await drawer.getByRole('tab', { name: images[language] }).click()
    let faults = 1
    answer = () => (faults-- > 0 ? 'fault' : 'pass')
    await choose()
    await expect(drawer.getByRole('listitem')).toHaveCount(1)
    expect(sent).toEqual(['part 1', 'part 1'])

    // A server that fails every time is like a lost connection.
    await expect(toast(page, uploadText.retry[language])).toHaveCount(0)
    sent.length = 0
    answer = () => 'fault'
    await choose()
    await expect(toast(page, uploadText.retry[language])).toBeVisible()
    expect(sent).toEqual(['begin', 'part 0', 'part 0', 'part 0'])

    // A file deleted while the page uses it cannot be read.
    answer = () => 'pass'
    const lost = info.outputPath('b.png')
    await writeFile(lost, bytes)
    await page.route('**/gateway/wms/file/begin', async (route) => {
      await rm(lost)
      return route.fallback()
    })
    await drawer.locator('input[type=file]').setInputFiles(lost)
    await expect(toast(page, uploadText.failed[language])).toBeVisible()
    await expect(drawer.getByRole('listitem')).toHaveCount(1)
  })
}
