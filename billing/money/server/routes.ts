import type { Server } from '../../../platform/calls/server/serve.ts'
import type { Files } from '../../../platform/files/server/files.ts'
import * as calls from '../contract.ts'
import { unblockAccounts } from './blocked.ts'
import * as collections from './collections.ts'
import { balanceDays, balanceFlowPage, balanceSums } from './flows.ts'

export function moneyRoutes({ answer, answerPrepared, database }: Server, files: Files) {
  const draw = collections.drawProofs(files, database)
  answer(calls.listCollections, collections.collectionPage(files))
  answer(calls.countCollections, collections.countCollections)
  answer(calls.getCollection, collections.getCollection(files))
  answer(calls.collectionCustomers, collections.collectionCustomers)
  answer(calls.collectionTwins, collections.collectionTwins)
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
  answerPrepared(calls.addProof, (who, { fileId }) => draw(who, [fileId]), collections.addProof(files))
  answer(calls.removeProof, collections.removeProof)
  answer(calls.listBalanceFlows, balanceFlowPage)
  answer(calls.sumBalanceFlows, balanceSums)
  answer(calls.sumBalanceDays, balanceDays)
  answer(calls.unblockAccounts, unblockAccounts)
  answer(calls.balanceCustomers, collections.collectionCustomers)
}
