import type { Warning } from '../warning-contract.ts'

const shownBy: Record<Warning, 'sku' | 'location'> = {
  low: 'sku',
  old: 'location',
  expiring: 'location',
  waiting: 'location',
  blocked: 'location',
}

/** Where what should be looked at is listed: by product or by place, whichever it is a matter of. */
export const warningPath = (warn: Warning) =>
  `/query/stock?${shownBy[warn] === 'sku' ? '' : 'mode=location&'}warn=${warn}`
