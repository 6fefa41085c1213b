import { billingGuide } from '../billing/guide.ts'
import { channelsGuide } from '../channels/guide.ts'
import { customersGuide } from '../customers/guide.ts'
import { inventoryGuide } from '../inventory/guide.ts'
import { ordersGuide } from '../orders/guide.ts'
import type { GuideSection } from '../platform/text/guide.ts'
import { productsGuide } from '../products/guide.ts'
import { receivingGuide } from '../receiving/guide.ts'
import { shippingGuide } from '../shipping/guide.ts'
import { gettingInGuide, staffGuide } from '../staff/guide.ts'
import { warehouseGuide } from '../warehouse/guide.ts'
import { places } from './menu.ts'
import { basicDataGuide, homeGuide, setUpGuide, shellGuide } from './shell-guide.ts'

const screens = [
  homeGuide,
  ...receivingGuide,
  ...ordersGuide,
  ...shippingGuide,
  ...customersGuide,
  ...productsGuide,
  ...inventoryGuide,
  ...billingGuide,
  ...channelsGuide,
  ...staffGuide,
  ...warehouseGuide,
  basicDataGuide,
  setUpGuide,
]

const placeInMenu = (section: GuideSection) => places.findIndex(({ path }) => section.paths?.includes(path))

/** General topics first; then the screens in the order of the menu. */
export const guide: { general: readonly GuideSection[]; screens: readonly GuideSection[] } = {
  general: [gettingInGuide, ...shellGuide],
  screens: screens.sort((a, b) => placeInMenu(a) - placeInMenu(b)),
}

export const guideSections: readonly GuideSection[] = [...guide.general, ...guide.screens]

/** The chapter of a screen, for its help button. */
export const sectionFor = (path: string): GuideSection | undefined =>
  guideSections.find((section) => section.paths?.includes(path))
