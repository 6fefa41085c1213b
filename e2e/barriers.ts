import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Page, test } from '@playwright/test'
import type axe from 'axe-core'
import { numberOf } from '../scripts/sample.ts'

/** Half as long as the source that the package exports; every page reads it again. */
const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

declare global {
  interface Window {
    axe: typeof axe
  }
}

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** Texts differ by language and colours by theme: two rounds cover both. */
export const rounds = [
  { language: 'zh_CN', theme: 'dark' },
  { language: 'en_US', theme: 'light' },
] as const

/** Of these checks, `npm test` makes a third a day: three consecutive days make all of them. */
function isToday(what: string): boolean {
  const day = process.env.TEST_SAMPLE
  return day === undefined || numberOf(`${test.info().title} ${what}`) % 3 === Number(day) % 3
}

/** Checks the screen as `checkNow` does, or leaves it to another day. */
export async function check(page: Page, what: string, within?: string) {
  if (isToday(what)) await checkNow(page, what, within)
}

/** Checks the screen for WCAG 2.2 AA: all of it, or only the part `within`. */
export async function checkNow(page: Page, what: string, within?: string) {
  // While fading in, everything is too pale. Endless spinners are ignored.
  await page.evaluate(() =>
    Promise.all(
      document
        .getAnimations()
        .filter((item) => item.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
        .map((item) => item.finished.catch(() => {})),
    ),
  )
  // A form's buttons stay in view above its fields; at the form's end they cover none.
  for (const foot of await page.locator('.form-foot').filter({ visible: true }).all())
    await foot.evaluate((item) => item.closest('form')?.scrollIntoView({ block: 'end' }))
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source)
  const violations = await page.evaluate(
    async ([part, values]) => {
      const match = await window.axe.run(part ?? document, {
        runOnly: values,
        resultTypes: ['violations'],
      })
      return match.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
    },
    [within, tags] as const,
  )
  expect.soft(violations.map((violation) => `${what}: ${violation}`)).toEqual([])
}
