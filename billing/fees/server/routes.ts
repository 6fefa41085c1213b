import type { Server } from '../../../platform/calls/server/serve.ts'
import type { Files } from '../../../platform/files/server/files.ts'
import * as calls from '../contract.ts'
import { addFeeProof, removeFeeProof } from './fee-proofs.ts'
import * as fees from './fees.ts'
import * as find from './find-fees.ts'
import * as requests from './requests.ts'
import { rerateFees } from './rerate.ts'
import * as worklist from './worklist.ts'

export function feeRoutes({ answer }: Server, files: Files) {
  answer(calls.listFees, find.listFees)
  answer(calls.sumFees, find.sumFees)
  answer(calls.getFee, find.getFee(files))
  answer(calls.feeChoices, find.feeChoices)
  answer(calls.createFee, fees.createFee)
  answer(calls.addFeeProof, addFeeProof)
  answer(calls.removeFeeProof, removeFeeProof)
  answer(calls.refundFees, fees.refundFees)
  answer(calls.voidFees, fees.voidFees)
  answer(calls.settleFees, fees.settleFees)
  answer(calls.rerateFees, rerateFees)
  answer(calls.versionChoices, worklist.versionChoices)
  answer(calls.listOpenEvents, worklist.listOpenEvents)
  answer(calls.priceOpenEvents, worklist.priceOpenEvents)
  answer(calls.waiveEvents, worklist.waiveEvents)
  answer(calls.listFeeRequests, requests.feeRequestPage(files))
  answer(calls.approveFeeRequests, requests.approveFeeRequests)
  answer(calls.refuseFeeRequests, requests.refuseFeeRequests)
}
