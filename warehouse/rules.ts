import { z } from 'zod'
import { rule } from '../platform/calls/problems.ts'
import { ruleText } from '../platform/calls/rules.ts'
import { warehouseText } from './text.ts'

/** How many days before the end the renewal banner shows. */
export const WARNING_DAYS = 15

export const positionType = z.enum(['self_operated', 'agent', 'transit', 'returns'], rule(ruleText.choice))

/** A day's stock is counted in the following night. */
export const snapshotTime = z
  .string()
  .trim()
  .regex(/^(0[0-5]:[0-5]\d|06:00)$/, rule(warehouseText.snapshotRange))

/** The ISO 4217 currencies for money. The table also lists metals and test codes, which all start with X. */
export const currencies: readonly string[] = Intl.supportedValuesOf('currency').filter(
  (code) => !code.startsWith('X') || ['XAF', 'XCD', 'XOF', 'XPF'].includes(code),
)

export const currency = z
  .string()
  .refine((code) => currencies.includes(code), rule(warehouseText.unknownCurrency))

/** Unit and currency as typed for confirmation: `USD LB/IN`. */
export const inLetters = ({ currencyCode, unit }: { currencyCode: string; unit: number }) =>
  `${currencyCode} ${unit === 2 ? 'LB/IN' : 'KG/CM'}`

/** The province of a code, a name, or a unique prefix of a name. */
export function stateMeant<S extends { stateCode: string; name: string }>(
  states: readonly S[],
  typed: string,
): S | undefined {
  const text = typed.trim().toUpperCase()
  const named = (is: (name: string) => boolean) => states.filter(({ name }) => is(name.toUpperCase()))
  const exact = states.find((state) => state.stateCode === text) ?? named((name) => name === text)[0]
  if (exact || text === '') return exact
  const begun = named((name) => name.startsWith(text))
  return begun.length === 1 ? begun[0] : undefined
}

export const stateCode = z
  .string()
  .trim()
  .toUpperCase()
  .min(1, { error: rule(ruleText.needed), abort: true })
  .regex(/^[A-Z0-9-]{2,5}$/, rule(warehouseText.stateCodeRule))
