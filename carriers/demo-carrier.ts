import Big from 'big.js'
import type { Text } from '../platform/text/text.ts'
import type { ProblemKind, Rate, Shipment } from './carrier.ts'

/**
 * What the demo carrier does when one of these words is in the recipient's name, so that every failure can be
 * tested: each kind of refusal, a lost response, a late one, and a refused void.
 */
const demoSwitches = {
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

/** What it answers to each problem that it is asked for. */
export const demoAnswers: Record<ProblemKind, Text> = {
  address: { zh_CN: '演示承运商：找不到该地址', en_US: 'Demo carrier: unknown address' },
  dimension: { zh_CN: '演示承运商：包裹超重或超尺寸', en_US: 'Demo carrier: package too heavy or too large' },
  balance: { zh_CN: '演示承运商：账户余额不足', en_US: 'Demo carrier: no money in the account' },
  service: { zh_CN: '演示承运商：该服务不可用', en_US: 'Demo carrier: no such service here' },
  auth: { zh_CN: '演示承运商：密码不正确', en_US: 'Demo carrier: wrong password' },
  down: { zh_CN: '演示承运商：系统维护中', en_US: 'Demo carrier: closed for maintenance' },
}

/** What it answers where one of the parcels can't be on a manifest. */
export const demoManifestRefused: Text = {
  zh_CN: '演示承运商：包裹已在另一张交接单上，或面单已作废',
  en_US: 'Demo carrier: a package is on another manifest, or its label is voided',
}

/** The same words as the account's password make the account itself fail. */
export const troubleIn = (words: string): DemoTrouble | undefined =>
  Object.entries(demoSwitches).find(([word]) => words.toUpperCase().includes(word))?.[1]

export const DEMO_CARRIER = 'DEMO'
export const demoServices = ['GROUND', 'EXPRESS'] as const

const FIRST = '5.00'
const NEXT_500_G = '1.20'
const MAX_GRAMS = 30_000

export const isTooHeavy = ({ parcel }: Shipment) => parcel.weight > MAX_GRAMS

/**
 * A price for the first half kilogram, and one for each further started half kilogram; express is twice that.
 */
export function demoRates({ parcel, currency }: Shipment): Rate[] {
  const steps = Math.max(0, Math.ceil(parcel.weight / 500) - 1)
  const ground = new Big(NEXT_500_G).times(steps).plus(FIRST)
  return [
    { carrier: DEMO_CARRIER, service: 'GROUND', amount: ground.toFixed(2), currency, days: 4 },
    { carrier: DEMO_CARRIER, service: 'EXPRESS', amount: ground.times(2).toFixed(2), currency, days: 1 },
  ]
}
