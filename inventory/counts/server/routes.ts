import type { Server } from '../../../platform/calls/server/serve.ts'
import * as calls from '../contract.ts'
import { approve } from './approve-count.ts'
import * as counts from './counts.ts'

export function countRoutes({ answer }: Server) {
  answer(calls.listCounts, counts.listCounts)
  answer(calls.getCount, counts.getCount)
  answer(calls.createCount, counts.createCount)
  answer(calls.enterCount, counts.enterCount)
  answer(calls.submitCount, counts.submitCount)
  answer(calls.recountLines, counts.recountLines)
  answer(calls.approveCount, approve)
  answer(calls.voidCount, counts.voidCount)
}
