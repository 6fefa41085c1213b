import type { Warning } from '../warning-contract.ts'

const shownBy: Record<Warning, 'sku' | 'location'> = {
  low: 'sku',
  old: 'location',
  expiring: 'location',
  waiting: 'location',
  returned: 'location',
  blocked: 'location',
}

/** The list of a warning: by product or by bin. */
export const warningPath = (warn: Warning) =>
  `/query/stock?${shownBy[warn] === 'sku' ? '' : 'mode=location&'}warn=${warn}`
