import type { WorkQueues } from '../platform/slices/slice.ts'
import { slices } from './slices.ts'

/** All work queues, in the order of a day. */
export const workQueues: WorkQueues = Object.assign({}, ...slices.map(({ work }) => work))

/** How much waits on a page, of the work that is counted in the menu. */
export const waitingAt = (path: string, counts: Readonly<Record<string, number>>): number =>
  Object.entries(workQueues)
    .filter(([, { to, isInMenu }]) => isInMenu && to.split('?')[0] === path)
    .reduce((sum, [queue]) => sum + (counts[queue] ?? 0), 0)
