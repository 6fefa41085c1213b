import type { Server } from '../../../platform/calls/server/serve.ts'
import type { Files } from '../../../platform/files/server/files.ts'
import * as calls from '../contract.ts'
import { unblockAccounts } from './blocked.ts'
import * as collections from './collections.ts'
import * as find from './find-collections.ts'
import { balanceDays, balanceFlowPage, balanceSums } from './flows.ts'
import { addProof, drawProofs, removeProof } from './proofs.ts'

export function moneyRoutes({ answer, answerPrepared, database }: Server, files: Files) {
  const draw = drawProofs(files, database)
  answer(calls.listCollections, find.collectionPage(files))
  answer(calls.countCollections, find.countCollections)
  answer(calls.getCollection, find.getCollection(files))
  answer(calls.collectionCustomers, find.collectionCustomers)
  answer(calls.collectionTwins, find.collectionTwins)
  answerPrepared(
    calls.createCollection,
    (who, { fileIds }) => draw(who, fileIds),
    collections.createCollection(files),
  )
  answer(calls.editCollection, collections.editCollection)
  answer(calls.deleteCollections, collections.deleteCollections)
  answer(calls.previewCollections, collections.previewCollections)
  answer(calls.confirmCollections, collections.confirmCollections)
  answer(calls.releaseDeposit, collections.releaseDeposit)
  answer(calls.reverseCollection, collections.reverseCollection)
  answerPrepared(calls.addProof, (who, { fileId }) => draw(who, [fileId]), addProof(files))
  answer(calls.removeProof, removeProof)
  answer(calls.listBalanceFlows, balanceFlowPage)
  answer(calls.sumBalanceFlows, balanceSums)
  answer(calls.sumBalanceDays, balanceDays)
  answer(calls.unblockAccounts, unblockAccounts)
  answer(calls.balanceCustomers, find.collectionCustomers)
}
