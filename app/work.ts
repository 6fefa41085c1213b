import { stockWork } from '../inventory/stock/work.ts'
import type { WorkQueues } from '../platform/slices/work.ts'
import { receivingWork } from '../receiving/work.ts'

/** All queues of work, in the order of a day. */
export const workQueues: WorkQueues = { ...receivingWork, ...stockWork }
