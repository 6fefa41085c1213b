import { sql } from 'kysely'
import type { InputOf } from '../../platform/calls/call.ts'
import type { Server } from '../../platform/calls/server/serve.ts'
import type { Who } from '../../platform/calls/who.ts'
import type { Db } from '../../platform/database/server/db.ts'
import { idsOf } from '../../platform/database/server/rows.ts'
import type { Files } from '../../platform/files/server/files.ts'
import { customerChoice, productPage } from '../../products/server/find.ts'
import * as calls from '../contract.ts'
import * as costs from '../cost/contract.ts'
import { estimateOrder, getOrderCost } from '../cost/server/order-cost.ts'
import * as waybills from '../waybills/contract.ts'
import { acknowledgeRefusedVoids } from '../waybills/server/acknowledge.ts'
import { prepareLabel, uploadLabel, uploadLabels } from '../waybills/server/upload.ts'
import { voidLabelAgain } from '../waybills/server/void-again.ts'
import { auditOrders, forceOrders } from './audit.ts'
import { exceptionCounts, getOrder, orderChannels, orderCounts, orderPage, statesOfCountry } from './find.ts'
import { freePieces } from './free-stock.ts'
import { orderHistory } from './order-history.ts'
import { createOrder, editOrder } from './orders.ts'
import { assignChannel, reissueLabels } from './reroute.ts'
import { answerIntercepts, interceptOrders, markOrders, voidOrders } from './steps.ts'

const MAX_CHOICES = 20

/** A customer's products that can be ordered, with what is available of them. */
const orderProducts =
  (files: Files) =>
  async (db: Db, who: Who, { customerId, search }: InputOf<typeof calls.orderProducts>) => {
    const input = {
      customerId,
      isEnabled: '1',
      auditStatus: 'passed',
      sort: 'sku',
      order: 'asc',
      page: 1,
      size: MAX_CHOICES,
    } as const
    const { rows: match } = await productPage(files)(db, who, { ...input, ...(search && { search }) })
    const { rows } = await sql<{
      id: number
      sku: string
      nameZh: string | null
      nameEn: string | null
      available: number
    }>`
      select p.id, p.sku, p.name_zh, p.name_en, coalesce(free.pieces, 0) as available
      from products p left join (${freePieces(who, sql`s.product_id = any(${idsOf(match)}::bigint[])`)}) free on free.product_id = p.id
      where p.tenant_id = ${who.tenantId} and p.id = any(${idsOf(match)}::bigint[])
      order by p.sku_key`.execute(db)
    return rows
  }

export function ordersRoutes({ answer, answerPrepared, database }: Server, files: Files) {
  answer(calls.listOrders, orderPage)
  answer(calls.countOrders, orderCounts)
  answer(calls.countExceptions, exceptionCounts)
  answer(calls.getOrder, getOrder(files))
  answer(calls.orderHistory, orderHistory)
  answer(calls.orderCustomers, customerChoice)
  answer(calls.orderChannels, orderChannels)
  answer(calls.orderStatesOf, statesOfCountry)
  answer(calls.orderProducts, orderProducts(files))
  answer(costs.estimateOrder, estimateOrder)
  answer(costs.getOrderCost, getOrderCost)
  answer(calls.createOrder, createOrder)
  answer(calls.editOrder, editOrder)
  answer(calls.auditOrders, auditOrders)
  answer(calls.voidOrders, voidOrders)
  answer(calls.markOrders, markOrders)
  answer(calls.forceOrders, forceOrders)
  answer(calls.assignChannel, assignChannel)
  answer(calls.interceptOrders, interceptOrders)
  answer(calls.answerIntercepts, answerIntercepts)
  answerPrepared(waybills.uploadLabel, prepareLabel(files, database), uploadLabel(files))
  answer(waybills.uploadLabels, uploadLabels(files))
  answer(waybills.reissueLabels, reissueLabels)
  answer(waybills.voidLabelAgain, voidLabelAgain)
  answer(waybills.acknowledgeRefusedVoids, acknowledgeRefusedVoids)
}
