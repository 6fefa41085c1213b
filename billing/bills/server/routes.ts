import type { Server } from '../../../platform/calls/server/serve.ts'
import { collectionCustomers } from '../../money/server/find-collections.ts'
import * as calls from '../contract.ts'
import { billsOfFees } from './bills-of-fees.ts'
import { createBills, previewBills, refreshBills } from './create.ts'
import * as bills from './find.ts'
import { startPrint } from './print.ts'
import { deleteBills, issueBills, reopenBill, voidBills } from './steps.ts'

export function billRoutes({ answer }: Server) {
  answer(calls.listBills, bills.listBills)
  answer(calls.countBills, bills.countBills)
  answer(calls.billCustomers, collectionCustomers)
  answer(calls.getBill, bills.getBill)
  answer(calls.listBillLines, bills.listBillLines)
  answer(calls.previewBills, previewBills)
  answer(calls.billsOfFees, billsOfFees)
  answer(calls.createBills, createBills)
  answer(calls.refreshBills, refreshBills)
  answer(calls.deleteBills, deleteBills)
  answer(calls.issueBills, issueBills)
  answer(calls.voidBills, voidBills)
  answer(calls.reopenBill, reopenBill)
  answer(calls.openBills, bills.openBills)
  answer(calls.payBills, bills.payBills)
  answer(calls.printBills, startPrint)
}
