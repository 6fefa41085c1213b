import type { ServerSlice } from '../../platform/slices/server/server-slice.ts'
import { billableStates } from '../states.ts'

export const billingSlice: ServerSlice = { machines: [billableStates] }
