import { bulkAct, listSource } from '../../platform/lists/server/list-sources.ts'
import type { ServerSlice } from '../../platform/slices/server/server-slice.ts'
import { customerColumns } from '../columns.ts'
import { listCustomers, switchCustomers } from '../contract.ts'
import { customersText } from '../text.ts'
import { customerPage, switchOn } from './customers.ts'
import { customersFromSheet } from './import-customers.ts'
import { customerRoutes } from './routes.ts'

export const customersSlice: ServerSlice = {
  routes: customerRoutes,
  lists: {
    customers: listSource({
      call: listCustomers,
      columns: customerColumns,
      rows: customerPage,
      acts: [bulkAct(switchCustomers, switchOn)],
    }),
  },
  imports: { customers: customersFromSheet },
  constraints: {
    customer_code_taken: { text: customersText.codeTaken, path: 'customerCode' },
    customer_code_kept: { text: customersText.codeKept },
    group_code_taken: { text: customersText.groupTaken, path: 'groupCode' },
  },
}
