import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { blankInbound, blankInboundLine } from '../testing/blank-inputs.ts'
import { call, enter, expect, logInBeside, newCompany, test } from './desk.ts'
import { someGoods } from './goods.ts'

/** Links to files are valid for one minute; a page that is open longer requests new ones. */
async function aDesk(page: Page) {
  const { owner } = await newCompany()
  const token = await logInBeside(page, owner)
  const send = <T>(path: string, data: object) => call<T>(page, path, { data, token })
  const keep = async (purpose: string, fileName: string, bytes: Buffer) => {
    const begun = await send<{ uploadId: string }>('/gateway/wms/file/begin', {
      purpose,
      fileName,
      size: bytes.length,
    })
    await send('/gateway/wms/file/part', { ...begun.data, part: 0, base64: bytes.toString('base64') })
    return (await send<{ fileId: number }>('/gateway/wms/file/finish', begun.data)).data.fileId
  }
  return { owner, send, keep, ...(await someGoods(send)) }
}

test('an attachment opens with a new link when the old one has expired', async ({ page }) => {
  const { owner, send, keep, customerId, productId } = await aDesk(page)
  await send('/gateway/wms/product/approve', { ids: [productId] })
  const lines = [{ ...blankInboundLine, productId, expected: 1 }]
  const paper = { ...blankInbound, customerId, referenceNo: 'PO-1', lines }
  const { data: made } = await send<{ id: number }>('/gateway/wms/inbound/create', paper)
  const fileId = await keep('attachment', 'packing.pdf', Buffer.from('%PDF-1.7\n'))
  expect(await send('/gateway/wms/inbound/add-attachment', { id: made.id, fileId })).toMatchObject({
    success: true,
  })

  await page.clock.install()
  await enter(page, { as: owner, language: 'en_US', at: `/inbound/list?open=${made.id}` })
  const link = page.getByRole('dialog').getByRole('link', { name: 'packing.pdf' })
  const first = await link.getAttribute('href')
  // The server's clock continues: a link of the same second is the same link.
  await page.waitForTimeout(1100)
  await page.clock.fastForward(61_000)
  const [input, file] = await Promise.all([
    page.waitForRequest('**/gateway/wms/inbound/one*'),
    page.waitForEvent('download'),
    link.click(),
  ])
  expect(input.method()).toBe('GET')
  expect(file.suggestedFilename()).toBe('packing.pdf')
  expect(new URL(file.url()).search).not.toBe(new URL(first ?? '', file.url()).search)
})

test('a picture is shown although its link expired, and a deleted one is requested only once', async ({
  page,
}) => {
  const { owner, send, keep, productId } = await aDesk(page)
  const image = await sharp({ create: { width: 30, height: 20, channels: 3, background: 'teal' } })
    .png()
    .toBuffer()
  const fileId = await keep('image', 'a.png', image)
  await send('/gateway/wms/product/add-image', { id: productId, fileId })

  // As if it had only now come into view: its link is followed a minute after it was issued.
  const opened: string[] = []
  const late = Promise.withResolvers<void>()
  let isGone = false
  await page.route('**/gateway/wms/file/open*', async (route) => {
    opened.push(route.request().url())
    if (opened.length === 1) await late.promise
    return opened.length === 1 || isGone ? route.fulfill({ status: 404, body: '{}' }) : route.continue()
  })
  await page.clock.install()
  await enter(page, { as: owner, language: 'en_US', at: '/query/productArchives' })
  await expect(page.getByRole('main').getByText('BOT-1', { exact: true })).toBeVisible()
  await expect.poll(() => opened.length).toBe(1)
  await page.waitForTimeout(1100)
  await page.clock.fastForward(61_000)
  late.resolve()
  const picture = page.getByRole('main').getByRole('img', { name: 'Image 1 of BOT-1' })
  await expect
    .poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth).catch(() => 0))
    .toBe(30)

  isGone = true
  let readings = 0
  page.on('request', (request) => {
    if (request.url().includes('/gateway/wms/product/list')) readings++
  })
  await page.reload()
  await expect.poll(() => opened.length).toBeGreaterThan(2)
  await expect(picture).toHaveCount(0)
  await page.waitForTimeout(1000)
  expect(readings).toBe(1)
})
