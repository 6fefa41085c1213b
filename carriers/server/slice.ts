import { bulkAct, listSource } from '../../platform/lists/server/list-sources.ts'
import type { ServerSlice } from '../../platform/slices/server/server-slice.ts'
import { accountColumns, platformColumns } from '../columns.ts'
import * as calls from '../contract.ts'
import * as platformContract from '../platform-contract.ts'
import { platformText } from '../platform-text.ts'
import { carrierText } from '../text.ts'
import { accountRoutes, listAccounts, switchAccounts as switchAccountsOn } from './accounts.ts'
import type { Carriers } from './carriers.ts'
import { deleteOldCalls } from './delete-old.ts'
import { listPlatforms, platformRoutes, switchPlatforms as switchPlatformsOn } from './platforms.ts'

export const carriersSlice: ServerSlice<{ carriers: Carriers }> = {
  routes: (server, { carriers }) => {
    accountRoutes(server, carriers)
    platformRoutes(server, carriers)
  },
  lists: {
    carrier_accounts: listSource({
      call: calls.listAccounts,
      columns: accountColumns,
      rows: listAccounts,
      acts: [bulkAct(calls.switchAccounts, switchAccountsOn)],
    }),
    platforms: listSource({
      call: platformContract.listPlatforms,
      columns: platformColumns,
      rows: listPlatforms,
      acts: [bulkAct(platformContract.switchPlatforms, switchPlatformsOn)],
    }),
  },
  deleteOld: deleteOldCalls,
  constraints: {
    carrier_account_name_taken: { text: carrierText.nameTaken, path: 'accountName' },
    platform_code_taken: { text: platformText.codeTaken, path: 'platformCode' },
  },
}
