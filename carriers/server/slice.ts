import { bulkAct, listSource } from '../../platform/lists/server/list-sources.ts'
import type { ServerSlice } from '../../platform/slices/server/server-slice.ts'
import { accountColumns, platformColumns } from '../columns.ts'
import { listAccounts, switchAccounts } from '../contract.ts'
import { listPlatforms, switchPlatforms } from '../platform-contract.ts'
import { platformText } from '../platform-text.ts'
import { carrierText } from '../text.ts'
import { accountPage, accountRoutes, switchOn as switchAccountsOn } from './accounts.ts'
import type { Carriers } from './carriers.ts'
import { platformPage, platformRoutes, switchOn as switchPlatformsOn } from './platforms.ts'

export const carriersSlice: ServerSlice<{ carriers: Carriers }> = {
  routes: (server, { carriers }) => {
    accountRoutes(server, carriers)
    platformRoutes(server, carriers)
  },
  lists: {
    carrier_accounts: listSource({
      call: listAccounts,
      columns: accountColumns,
      rows: accountPage,
      acts: [bulkAct(switchAccounts, switchAccountsOn)],
    }),
    platforms: listSource({
      call: listPlatforms,
      columns: platformColumns,
      rows: platformPage,
      acts: [bulkAct(switchPlatforms, switchPlatformsOn)],
    }),
  },
  constraints: {
    carrier_account_name_taken: { text: carrierText.nameTaken, path: 'accountName' },
    platform_code_taken: { text: platformText.codeTaken, path: 'platformCode' },
  },
}
