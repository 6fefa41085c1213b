import type { Server } from '../../platform/calls/server/serve.ts'
import type { Files } from '../../platform/files/server/files.ts'
import type { Signer } from '../../platform/server/signer.ts'
import { customerChoice } from '../../products/server/find.ts'
import {
  addAttachment,
  addBox,
  cancelReceipt,
  codeOwners,
  completeInbound,
  confirmInbounds,
  countInbounds,
  createInbound,
  editInbound,
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
  receive,
  receiveWhole,
  removeAttachment,
  reopenInbound,
  submitInbounds,
  suggestBins,
  undoArrival,
  voidInbounds,
  withdraw,
} from '../contract.ts'
import {
  claimParcel,
  keepParcel,
  listParcels,
  oneParcel,
  openUnannounced,
  sendParcelBack,
} from '../parcels/contract.ts'
import * as parcels from '../parcels/server/parcels.ts'
import { askForPhoto, photoFacts, photoTaken, takePhoto } from '../photos/contract.ts'
import * as photos from '../photos/server/photo-links.ts'
import { undoPutAway } from '../scanning/contract.ts'
import { attach, detach } from './attachments.ts'
import { addExtraBox, measure } from './boxes.ts'
import { cancel } from './cancel.ts'
import { byScan, inboundCounts, inboundPage } from './find.ts'
import { changesOf, oneInbound, productChoice } from './get-inbound.ts'
import { historyOf } from './history.ts'
import { create, edit } from './inbounds.ts'
import { linkBarcode as link, codeOwners as owners } from './link-barcode.ts'
import { boxLabels, startSheets } from './papers.ts'
import { bins, placeByScan } from './places.ts'
import { putGoodsAway } from './putaway.ts'
import { receiveAll, receiveGoods } from './receive.ts'
import * as steps from './steps.ts'
import { leadBack } from './undo-putaway.ts'

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
  answer(createInbound, create)
  answer(editInbound, edit)
  answer(submitInbounds, steps.submit)
  answer(withdraw, steps.withdrawAll)
  answer(confirmInbounds, steps.confirm)
  answer(undoArrival, steps.undoArrivals)
  answer(voidInbounds, steps.voidAll)
  answer(receive, receiveGoods)
  answer(receiveWhole, receiveAll)
  answer(cancelReceipt, cancel)
  answer(putAway, putGoodsAway)
  answer(undoPutAway, leadBack)
  answer(suggestBins, bins)
  answer(findPlace, placeByScan)
  answer(codeOwners, owners)
  answer(linkBarcode, link)
  answer(addBox, addExtraBox)
  answer(measureBox, measure)
  answer(listBoxLabels, boxLabels.list)
  answer(printBoxLabels, boxLabels.start)
  answer(printReceivingSheets, startSheets)
  answer(completeInbound, steps.complete)
  answer(reopenInbound, steps.reopen)
  answer(addAttachment, attach)
  answer(removeAttachment, detach)
  parcelRoutes(server, files)
  photoRoutes(server, files, signer)
}

function parcelRoutes({ answer }: Server, files: Files) {
  answer(listParcels, parcels.parcelPage)
  answer(oneParcel, parcels.parcel(files))
  answer(keepParcel, parcels.keep)
  answer(claimParcel, parcels.claim)
  answer(openUnannounced, parcels.openAtDoor)
  answer(sendParcelBack, parcels.sendBack)
}

function photoRoutes({ answer, answerVisitor, database }: Server, files: Files, signer: Signer) {
  answer(askForPhoto, photos.ask(signer))
  answer(photoTaken, photos.taken)
  answerVisitor(photoFacts, photos.facts(database, signer))
  answerVisitor(takePhoto, photos.take(database, files, signer))
}
