import type { Files } from '../../lib/server/files.ts'
import type { Server } from '../../lib/server/serve.ts'
import { add as addBarcode } from '../../products/server/barcodes.ts'
import { customerChoice } from '../../products/server/find.ts'
import {
  addAttachment,
  cancelReceipt,
  completeInbound,
  confirmInbounds,
  countInbounds,
  createInbound,
  editInbound,
  findInbound,
  findPlace,
  inbound,
  inboundCustomers,
  inboundProducts,
  linkBarcode,
  listInbounds,
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
import { attach, detach } from './attachments.ts'
import { cancel } from './cancel.ts'
import { byScan, inboundCounts, inboundPage } from './find.ts'
import { create, edit } from './inbounds.ts'
import { oneInbound, productChoice } from './one.ts'
import { bins, placeByScan } from './places.ts'
import { putGoodsAway } from './putaway.ts'
import { receiveAll, receiveGoods } from './receive.ts'
import * as steps from './steps.ts'

export function receivingRoutes({ answer }: Server, files: Files) {
  answer(listInbounds, inboundPage)
  answer(countInbounds, inboundCounts)
  answer(inbound, oneInbound(files))
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
  answer(suggestBins, bins)
  answer(findPlace, placeByScan)
  answer(linkBarcode, addBarcode)
  answer(completeInbound, steps.complete)
  answer(reopenInbound, steps.reopen)
  answer(addAttachment, attach)
  answer(removeAttachment, detach)
}
