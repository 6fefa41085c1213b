import type { WorkQueues } from '../platform/slices/slice.ts'
import { slices } from './slices.ts'

/** All work queues, in the order of a day. */
export const workQueues: WorkQueues = Object.assign({}, ...slices.map(({ work }) => work))
