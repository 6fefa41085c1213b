import type { Locator, Page } from '@playwright/test'
import { writeXlsx } from 'hucre/xlsx'
import { blankBin } from '../testing/blank-inputs.ts'
import { call, complaintsOf, enter, expect, logInBeside, newCompany, test } from './desk.ts'
import { someGoods } from './goods.ts'

/** Any of these interpreted as HTML, script or URL would request or call the canary. */
const payloads = [
  '<img src=/canary onerror=canary()>',
  '"><svg onload=canary()><script src=/canary></script>',
  '</textarea></title><iframe srcdoc="<script>parent.canary()</script>">',
  '=HYPERLINK("javascript:canary()")',
  '{{constructor.constructor("canary()")()}}',
  'javascript:canary()//\'"`',
]
const words = payloads[0] ?? ''

/** Visible text: a list also has it in hidden elements used for measuring. */
const seen = (where: Locator, text: string) => where.getByText(text).filter({ visible: true }).first()

/** Every sign that user input was interpreted instead of displayed. */
async function watch(page: Page) {
  const signs = await complaintsOf(page)
  await page.exposeFunction('canary', () => signs.push('a script ran'))
  page.on('request', (request) => request.url().includes('/canary') && signs.push(request.url()))
  page.on('dialog', (dialog) => {
    signs.push(dialog.message())
    void dialog.dismiss()
  })
  return signs
}

test('HTML and formulas in names are shown as text: in lists, drawers, print-outs and imports', async ({
  page,
}) => {
  const signs = await watch(page)
  const { owner } = await newCompany()
  const token = await logInBeside(page, owner)
  const send = <T>(path: string, data: object) => call<T>(page, path, { data, token, language: 'en_US' })
  const { customerId, productId } = await someGoods(send, words)
  const group = { groupCode: 'G', groupName: payloads[1], isEnabled: true }
  expect((await send('/gateway/wms/customer/save-group', group)).success).toBe(true)
  const zone = { zoneCode: 'Z', zoneName: payloads[2], quality: 'good', purpose: 'storage', isEnabled: true }
  const { data: made } = await send<{ id: number }>('/gateway/wms/location/save-zone', zone)
  const bin = { ...blankBin, locationCode: 'A-01-1', zoneId: made.id }
  expect((await send('/gateway/wms/location/create', bin)).success).toBe(true)
  for (const [i, name] of payloads.entries()) {
    const state = { countryCode: 'MX', stateCode: `X${i}`, nameZh: name, nameEn: name }
    expect((await send('/gateway/wms/state/create', state)).success, name).toBe(true)
  }
  // Bidirectional controls could make a name look like another: no field accepts them.
  const turned = { countryCode: 'MX', stateCode: 'XX', nameZh: null, nameEn: '\u202Egnp.exe' }
  expect((await send('/gateway/wms/state/create', turned)).success).toBe(false)
  // The file name is in the audit log; the file is an HTML page, and still opens as a download.
  const paper = Buffer.from('%PDF-1.7\n<html><img src=/canary><script>canary()</script></html>\n')
  const upload = { purpose: 'attachment', fileName: '"><img src=x onerror=canary()>.pdf', size: paper.length }
  const { data } = await send<{ uploadId: string }>('/gateway/wms/file/begin', upload)
  await send('/gateway/wms/file/part', { ...data, part: 0, base64: paper.toString('base64') })
  const kept = await send<{ url: string }>('/gateway/wms/file/finish', data)
  expect(kept.success).toBe(true)
  const coming = page.waitForEvent('download')
  await page.goto(kept.data.url).catch(() => {})
  expect((await coming).suggestedFilename()).toMatch(/\.pdf$/)

  const main = page.getByRole('main')
  const drawer = page.getByRole('dialog')
  await enter(page, { as: owner, at: '/query/customer', language: 'en_US' })
  await expect(seen(main, words)).toBeVisible()
  await page.goto(`/query/customer?open=${customerId}`)
  await expect(seen(drawer, words)).toBeVisible()

  await page.goto(`/query/productArchives?open=${productId}`)
  await expect(seen(drawer, words)).toBeVisible()
  await page.goto('/query/productArchives')
  await expect(seen(main, words)).toBeVisible()
  await page.getByRole('row').nth(1).getByRole('checkbox').check()
  await main.getByRole('button', { name: 'Print SKU labels' }).click()
  await expect(drawer.last()).toBeVisible()

  await page.goto('/setting/warehouse?view=locations')
  await expect(seen(main, zone.zoneName ?? '')).toBeVisible()
  await page.goto('/setting/basicData?search=canary')
  for (const name of payloads) await expect(seen(main, name)).toBeVisible()
  await page.goto('/setting/audit')
  await expect(seen(main, upload.fileName)).toBeVisible()

  // A spreadsheet whose name, headers and cells are all hostile.
  await page.goto('/query/customer')
  await main.getByRole('button', { name: 'Import', exact: true }).click()
  const rows = [['Customer code', 'Customer name', words], ...payloads.map((name) => [name, name, name])]
  await drawer.getByLabel('Choose a file').setInputFiles({
    name: '<img src=canary onerror=canary()>.xlsx',
    mimeType: 'application/octet-stream',
    buffer: Buffer.from(await writeXlsx({ sheets: [{ name: 's', rows }] })),
  })
  await expect(drawer.getByRole('textbox').first()).toBeVisible()
  expect(signs).toEqual([])
})
