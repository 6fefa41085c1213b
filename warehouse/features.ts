import type { Feature, FeatureAccess, SystemVersion } from '../platform/calls/features.ts'

/**
 * What the satellite version closes. The standard version, and none, close nothing.
 *
 * Channels come from the main warehouse, and what a satellite ships with is its own: its numbers and its accounts with carriers
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

/** Menu, page and server ask this one function, so a hidden page is also a closed door. */
export const accessTo = (feature: Feature, version: SystemVersion): FeatureAccess =>
  (version === 'satellite' && satellite[feature]) || 'full'
