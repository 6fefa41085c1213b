import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** Words differ by language and colours by theme: two rounds see both of each. */
export const rounds = [
  { language: 'zh_CN', theme: 'dark' },
  { language: 'en_US', theme: 'light' },
] as const

/** Holds what is on screen against WCAG 2.2 AA: all of it, unless only the part `within` is asked for. */
export async function check(page: Page, what: string, within?: string) {
  // Fading in, everything is too pale. What turns without end fades nothing in.
  await page.evaluate(() =>
    Promise.all(
      document
        .getAnimations()
        .filter((one) => one.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
        .map((one) => one.finished.catch(() => {})),
    ),
  )
  // There are no frames here, and the other mode opens a window for each look.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })
  if (within) axe.include(within)
  const { violations } = await axe.withTags(tags).analyze()
  const found = violations.map(
    ({ id, nodes }) => `${what}: ${id}: ${nodes.map(({ html }) => html).join(' ')}`,
  )
  expect.soft(found).toEqual([])
}
