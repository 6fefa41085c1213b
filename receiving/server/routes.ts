import type { Server } from '../../platform/calls/server/serve.ts'
import type { Files } from '../../platform/files/server/files.ts'
import type { Signer } from '../../platform/server/signer.ts'
import { customerChoice } from '../../products/server/find.ts'
import * as receivingCalls from '../contract.ts'
import {
  addAttachment,
  addBox,
  codeOwners,
  completeInbound,
  confirmInbounds,
  countInbounds,
  countLoads,
  findInbound,
  findPlace,
  inbound,
  inboundChanges,
  inboundCustomers,
  inboundHistory,
  inboundProducts,
  linkBarcode,
  listBoxLabels,
  listInbounds,
  measureBox,
  printBoxLabels,
  printReceivingSheets,
  putAway,
  receiveWhole,
  removeAttachment,
  reopenInbound,
  submitInbounds,
  suggestBins,
  undoInboundArrivals,
  voidInbounds,
  withdrawInbounds,
} from '../contract.ts'
import {
  claimParcel,
  getParcel,
  keepParcel,
  listParcels,
  openUnannounced,
  sendParcelBack,
} from '../parcels/contract.ts'
import * as parcels from '../parcels/server/parcels.ts'
import { askForPhoto, photoFacts, photoTaken, takePhoto } from '../photos/contract.ts'
import * as photos from '../photos/server/photo-links.ts'
import * as scanningCalls from '../scanning/contract.ts'
import { attach, detach } from './attachments.ts'
import { addExtraBox, measure } from './boxes.ts'
import { cancelReceipt } from './cancel.ts'
import { byScan, inboundCounts, inboundPage } from './find.ts'
import { changesOf, oneInbound, productChoice } from './get-inbound.ts'
import { historyOf } from './history.ts'
import { createInbound, editInbound } from './inbounds.ts'
import { linkBarcode as link, codeOwners as owners } from './link-barcode.ts'
import { boxLabels, startSheets } from './papers.ts'
import { bins, placeByScan } from './places.ts'
import { putGoodsAway } from './putaway.ts'
import { receive, receiveAll } from './receive.ts'
import * as steps from './steps.ts'
import { undoPutAway } from './undo-putaway.ts'

export function receivingRoutes(server: Server, files: Files, signer: Signer) {
  const { answer } = server
  answer(listInbounds, inboundPage)
  answer(countInbounds, inboundCounts)
  answer(inbound, oneInbound(files))
  answer(inboundChanges, changesOf)
  answer(inboundHistory, historyOf)
  answer(findInbound, byScan)
  answer(inboundCustomers, customerChoice)
  answer(inboundProducts, productChoice(files))
  answer(receivingCalls.createInbound, createInbound)
  answer(receivingCalls.editInbound, editInbound)
  answer(submitInbounds, steps.submitInbounds)
  answer(withdrawInbounds, steps.withdrawInbounds)
  answer(confirmInbounds, steps.confirmInbounds)
  answer(undoInboundArrivals, steps.undoInboundArrivals)
  answer(voidInbounds, steps.voidInbounds)
  answer(receivingCalls.receive, receive)
  answer(receiveWhole, receiveAll)
  answer(receivingCalls.cancelReceipt, cancelReceipt)
  answer(putAway, putGoodsAway)
  answer(scanningCalls.undoPutAway, undoPutAway)
  answer(suggestBins, bins)
  answer(findPlace, placeByScan)
  answer(codeOwners, owners)
  answer(linkBarcode, link)
  answer(addBox, addExtraBox)
  answer(measureBox, measure)
  answer(listBoxLabels, boxLabels.list)
  answer(printBoxLabels, boxLabels.start)
  answer(printReceivingSheets, startSheets)
  answer(completeInbound, steps.completeInbound)
  answer(countLoads, steps.countLoads)
  answer(reopenInbound, steps.reopenInbound)
  answer(addAttachment, attach)
  answer(removeAttachment, detach)
  parcelRoutes(server, files)
  photoRoutes(server, files, signer)
}

function parcelRoutes({ answer }: Server, files: Files) {
  answer(listParcels, parcels.listParcels)
  answer(getParcel, parcels.getParcel(files))
  answer(keepParcel, parcels.keepParcel)
  answer(claimParcel, parcels.claimParcel)
  answer(openUnannounced, parcels.openUnannounced)
  answer(sendParcelBack, parcels.sendParcelBack)
}

function photoRoutes({ answer, answerVisitor, database }: Server, files: Files, signer: Signer) {
  answer(askForPhoto, photos.askForPhoto(signer))
  answer(photoTaken, photos.photoTaken)
  answerVisitor(photoFacts, photos.photoFacts(database, signer))
  answerVisitor(takePhoto, photos.takePhoto(database, files, signer))
}
