import { bulkAct, listSource } from '../../platform/lists/server/list-sources.ts'
import type { Mail } from '../../platform/mail/server/mail.ts'
import type { Signer } from '../../platform/server/signer.ts'
import type { ServerSlice } from '../../platform/slices/server/server-slice.ts'
import { staffColumns } from '../columns.ts'
import * as calls from '../contract.ts'
import { invitationLetter } from '../login/server/letters.ts'
import { deleteExpiredLogins } from '../login/server/sessions.ts'
import { invitationStates, tenantStates } from '../states.ts'
import { staffText } from '../text.ts'
import { staffChecks } from './checks.ts'
import { staffRoutes } from './routes.ts'
import { listStaff, switchStaff } from './staff.ts'

export const staffSlice: ServerSlice<{ mail: Mail; signer: Signer }> = {
  routes: staffRoutes,
  lists: {
    staff: listSource({
      call: calls.listStaff,
      columns: staffColumns,
      rows: listStaff,
      acts: [bulkAct(calls.switchStaff, switchStaff)],
    }),
  },
  jobs: (database, post) => ({ invitation_letter: invitationLetter(database, post) }),
  nightly: { delete_expired_logins: { at: '*/15 * * * *', run: deleteExpiredLogins } },
  checks: staffChecks,
  machines: [tenantStates, invitationStates],
  constraints: {
    account_taken: { text: staffText.accountTaken, path: 'loginAccount' },
    login_url_name_taken: { text: staffText.urlNameTaken, path: 'loginUrlName' },
    tenant_code_taken: { text: staffText.urlNameTaken, path: 'loginUrlName' },
    role_name_taken: { text: staffText.roleNameTaken, path: 'roleName' },
  },
}
