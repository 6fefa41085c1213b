import { bulkAct, listSource } from '../../platform/lists/server/list-sources.ts'
import type { ServerSlice } from '../../platform/slices/server/server-slice.ts'
import { customerColumns } from '../columns.ts'
import * as calls from '../contract.ts'
import { customersText } from '../text.ts'
import { switchCustomers } from './customers.ts'
import { customerWork, listCustomers } from './find.ts'
import { customersFromSheet } from './import-customers.ts'
import { customerRoutes } from './routes.ts'

export const customersSlice: ServerSlice = {
  routes: customerRoutes,
  lists: {
    customers: listSource({
      call: calls.listCustomers,
      columns: customerColumns,
      rows: listCustomers,
      acts: [bulkAct(calls.switchCustomers, switchCustomers)],
    }),
  },
  work: customerWork,
  imports: { customers: customersFromSheet },
  constraints: {
    customer_code_taken: { text: customersText.codeTaken, path: 'customerCode' },
    customer_code_kept: { text: customersText.codeKept },
    group_code_taken: { text: customersText.groupTaken, path: 'groupCode' },
  },
}
