import type { ServerSlice } from '../../platform/slices/server/server-slice.ts'
import { moneyChecks } from '../money/server/checks.ts'
import { collectionStates, holdStates } from '../money/states.ts'
import { billableStates } from '../states.ts'

export const billingSlice: ServerSlice = {
  machines: [billableStates, holdStates, collectionStates],
  checks: moneyChecks,
}
