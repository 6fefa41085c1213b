import type { Server } from '../../../platform/calls/server/serve.ts'
import * as calls from '../contract.ts'
import { startWhatIf, whatIf, whatIfChoices } from './what-if.ts'

export function whatIfRoutes({ answer }: Server) {
  answer(calls.whatIf, whatIf)
  answer(calls.startWhatIf, startWhatIf)
  answer(calls.whatIfChoices, whatIfChoices)
}
