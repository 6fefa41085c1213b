import { countExceptions, countOrders, getOrder, listOrders, orderHistory } from '../contract.ts'
import { getOrderCost } from '../cost/contract.ts'

/** What shows orders, and is read again after they change. */
export const readings = [listOrders, countOrders, countExceptions, getOrder, orderHistory, getOrderCost]
