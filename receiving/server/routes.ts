import type { Server } from '../../platform/calls/server/serve.ts'
import type { Files } from '../../platform/files/server/files.ts'
import type { Signer } from '../../platform/server/signer.ts'
import { customerChoice } from '../../products/server/find.ts'
import * as calls from '../contract.ts'
import * as parcelCalls from '../parcels/contract.ts'
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
  answer(calls.listInbounds, inboundPage)
  answer(calls.countInbounds, inboundCounts)
  answer(calls.inbound, oneInbound(files))
  answer(calls.inboundChanges, changesOf)
  answer(calls.inboundHistory, historyOf)
  answer(calls.findInbound, byScan)
  answer(calls.inboundCustomers, customerChoice)
  answer(calls.inboundProducts, productChoice(files))
  answer(calls.createInbound, createInbound)
  answer(calls.editInbound, editInbound)
  answer(calls.submitInbounds, steps.submitInbounds)
  answer(calls.withdrawInbounds, steps.withdrawInbounds)
  answer(calls.confirmInbounds, steps.confirmInbounds)
  answer(calls.undoInboundArrivals, steps.undoInboundArrivals)
  answer(calls.voidInbounds, steps.voidInbounds)
  answer(calls.addBox, addExtraBox)
  answer(calls.measureBox, measure)
  answer(calls.listBoxLabels, boxLabels.list)
  answer(calls.printBoxLabels, boxLabels.start)
  answer(calls.printReceivingSheets, startSheets)
  answer(calls.completeInbound, steps.completeInbound)
  answer(calls.countLoads, steps.countLoads)
  answer(calls.reopenInbound, steps.reopenInbound)
  answer(calls.addAttachment, attach)
  answer(calls.removeAttachment, detach)
  scanningRoutes(server)
  parcelRoutes(server, files)
  photoRoutes(server, files, signer)
}

function scanningRoutes({ answer }: Server) {
  answer(scanningCalls.receive, receive)
  answer(scanningCalls.receiveWhole, receiveAll)
  answer(scanningCalls.cancelReceipt, cancelReceipt)
  answer(scanningCalls.putAway, putGoodsAway)
  answer(scanningCalls.undoPutAway, undoPutAway)
  answer(scanningCalls.suggestBins, bins)
  answer(scanningCalls.findPlace, placeByScan)
  answer(scanningCalls.codeOwners, owners)
  answer(scanningCalls.linkBarcode, link)
}

function parcelRoutes({ answer }: Server, files: Files) {
  answer(parcelCalls.listParcels, parcels.listParcels)
  answer(parcelCalls.getParcel, parcels.getParcel(files))
  answer(parcelCalls.keepParcel, parcels.keepParcel)
  answer(parcelCalls.claimParcel, parcels.claimParcel)
  answer(parcelCalls.openUnannounced, parcels.openUnannounced)
  answer(parcelCalls.sendParcelBack, parcels.sendParcelBack)
}

function photoRoutes({ answer, answerVisitor, database }: Server, files: Files, signer: Signer) {
  answer(askForPhoto, photos.askForPhoto(signer))
  answer(photoTaken, photos.photoTaken)
  answerVisitor(photoFacts, photos.photoFacts(database, signer))
  answerVisitor(takePhoto, photos.takePhoto(database, files, signer))
}
