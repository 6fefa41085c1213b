/** The parts of the product that a system version can hide or make read-only. */
const features = [
  'home',
  'receiving',
  'orders',
  'customer',
  'product',
  'stock',
  'cost',
  'collectPayment',
  'channel',
  'carrier',
  'quote',
  'account',
  'warehouse',
  'location',
  'logo',
  'basicData',
] as const

export type Feature = (typeof features)[number]
/** Whether a call works after the usage period. */
export type WhenExpired = 'allowed' | 'refused'
export type FeatureAccess = 'full' | 'readonly' | 'hidden'
export type SystemVersion = 'satellite' | 'standard' | null
