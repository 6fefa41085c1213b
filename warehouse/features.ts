import type { Feature, FeatureAccess, SystemVersion } from '../platform/calls/features.ts'

/**
 * What the satellite version closes. The standard version, and none, close nothing.
 *
 * Channels come from the main warehouse, while a satellite has its own numbers and carrier accounts
 * (`carrier`).
 */
const satellite: Partial<Record<Feature, FeatureAccess>> = {
  collectPayment: 'hidden',
  logo: 'hidden',
  basicData: 'hidden',
  customer: 'readonly',
  channel: 'readonly',
  warehouse: 'readonly',
}

/** Menu, page and server use this function, so a hidden page is also closed on the server. */
export const accessTo = (feature: Feature, version: SystemVersion): FeatureAccess =>
  (version === 'satellite' && satellite[feature]) || 'full'
