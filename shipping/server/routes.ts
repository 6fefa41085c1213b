import type { Server } from '../../platform/calls/server/serve.ts'
import type { Files } from '../../platform/files/server/files.ts'
import * as documentCalls from '../documents/contract.ts'
import { orderDocuments } from '../documents/server/documents.ts'
import { labelRoutes } from '../labels/server/routes.ts'
import * as manifestCalls from '../manifests/contract.ts'
import { listManifests, makeManifests } from '../manifests/server/manifests.ts'
import * as outboundCalls from '../outbound/contract.ts'
import * as outbound from '../outbound/server/find.ts'
import { startHandover } from '../outbound/server/handover.ts'
import { shipOrders } from '../outbound/server/ship.ts'
import { weighPackage } from '../outbound/server/weigh.ts'
import * as picking from '../picking/contract.ts'
import { createPickingLists, findPickable } from '../picking/server/create.ts'
import {
  findPickingList,
  getPickingList,
  pickersOf,
  pickingCounts,
  pickingPage,
  zonesOf,
} from '../picking/server/find.ts'
import { cartLabels, pickingPapers } from '../picking/server/papers.ts'
import { mergePickingLists, splitPickingList } from '../picking/server/regroup.ts'
import {
  assignPickingLists,
  cancelPickingLists,
  completePickingLists,
  markPickingListsPrinted,
} from '../picking/server/steps.ts'
import * as returnCalls from '../returns/contract.ts'
import { listReturns, openReturn } from '../returns/server/returns.ts'
import * as watermarkCalls from '../watermarks/contract.ts'
import * as watermarks from '../watermarks/server/watermarks.ts'

export function shippingRoutes(server: Server, files: Files) {
  const { answer, answerOutside } = server
  labelRoutes(server, files)
  answer(watermarkCalls.listTemplates, watermarks.listTemplates)
  answer(watermarkCalls.getTemplate, watermarks.getTemplate)
  answer(watermarkCalls.channelStamp, watermarks.channelStamp)
  answer(watermarkCalls.createTemplate, watermarks.createTemplate)
  answer(watermarkCalls.editTemplate, watermarks.editTemplate)
  answer(watermarkCalls.switchTemplates, watermarks.switchTemplates)
  answer(watermarkCalls.templatesInUse, watermarks.templatesInUse)
  answerOutside(watermarkCalls.sampleStamp, watermarks.sampleStamp)
  answer(picking.listPickingLists, pickingPage)
  answer(picking.countPickingLists, pickingCounts)
  answer(picking.getPickingList, getPickingList)
  answer(picking.findPickingList, findPickingList)
  answer(picking.listPickers, pickersOf)
  answer(picking.pickingZones, zonesOf)
  answer(picking.findPickable, findPickable)
  answer(picking.createPickingLists, createPickingLists)
  answer(picking.mergePickingLists, mergePickingLists)
  answer(picking.splitPickingList, splitPickingList)
  answer(picking.assignPickingLists, assignPickingLists)
  answer(picking.listPickingPapers, pickingPapers.list)
  answer(picking.printPickingLists, pickingPapers.start)
  answer(picking.listCartLabels, cartLabels.list)
  answer(picking.printCartLabels, cartLabels.start)
  answer(picking.markPickingListsPrinted, markPickingListsPrinted)
  answer(picking.cancelPickingLists, cancelPickingLists)
  answer(picking.completePickingLists, completePickingLists)
  answer(outboundCalls.listOutbound, outbound.listOutbound)
  answer(outboundCalls.totalsToShip, outbound.totalsToShip)
  answer(outboundCalls.outboundCarriers, outbound.outboundCarriers)
  answer(outboundCalls.findPackages, outbound.findPackages)
  answer(outboundCalls.shipOrders, shipOrders)
  answer(outboundCalls.weighPackage, weighPackage)
  answer(outboundCalls.listBatches, outbound.listBatches)
  answer(outboundCalls.getBatch, outbound.getBatch)
  answer(outboundCalls.printHandover, startHandover)
  answer(manifestCalls.listManifests, listManifests(files))
  answer(manifestCalls.makeManifests, makeManifests)
  answer(documentCalls.orderDocuments, orderDocuments)
  answer(returnCalls.listReturns, listReturns)
  answer(returnCalls.openReturn, openReturn)
}
