import Big from 'big.js'
import type { ProblemKind, Rate, Shipment } from './carrier.ts'

/**
 * What the demo carrier does when one of these words stands in the name of the recipient, so that every trouble can be
 * tried without a carrier: each kind of refusal, an answer that gets lost on its way, one that is late, and a void refused.
 */
export const demoSwitches = {
  'DEMO-ADDRESS': 'address',
  'DEMO-DIMENSION': 'dimension',
  'DEMO-BALANCE': 'balance',
  'DEMO-SERVICE': 'service',
  'DEMO-AUTH': 'auth',
  'DEMO-DOWN': 'down',
  'DEMO-LOST': 'lost',
  'DEMO-SLOW': 'slow',
  'DEMO-KEEP': 'keep',
} as const satisfies Record<string, ProblemKind | 'lost' | 'slow' | 'keep'>
export type DemoTrouble = (typeof demoSwitches)[keyof typeof demoSwitches]

/** The same words as the account's password put the account itself into trouble. */
export const troubleIn = (words: string): DemoTrouble | undefined =>
  Object.entries(demoSwitches).find(([word]) => words.toUpperCase().includes(word))?.[1]

export const DEMO_CARRIER = 'DEMO'
export const demoServices = ['GROUND', 'EXPRESS'] as const

const FIRST = '5.00'
const NEXT_500_G = '1.20'
const MAX_GRAMS = 30_000

export const isTooHeavy = ({ parcel }: Shipment) => parcel.weight > MAX_GRAMS

/** So much for the first half kilogram, so much for each begun half kilogram after it; express is twice that. */
export function demoRates({ parcel, currency }: Shipment): Rate[] {
  const steps = Math.max(0, Math.ceil(parcel.weight / 500) - 1)
  const ground = new Big(NEXT_500_G).times(steps).plus(FIRST)
  return [
    { carrier: DEMO_CARRIER, service: 'GROUND', amount: ground.toFixed(2), currency, days: 4 },
    { carrier: DEMO_CARRIER, service: 'EXPRESS', amount: ground.times(2).toFixed(2), currency, days: 1 },
  ]
}
