import type { FastifyBaseLogger } from 'fastify'
import { customerRoutes } from '../../customers/server/routes.ts'
import { customersText } from '../../customers/text.ts'
import type { OutputOf } from '../../lib/call.ts'
import type { Database } from '../../lib/server/db.ts'
import { exportTask } from '../../lib/server/exports.ts'
import type { Files } from '../../lib/server/files.ts'
import { type HttpLimits, openHttp } from '../../lib/server/http.ts'
import { importsOf } from '../../lib/server/imports.ts'
import type { Mail } from '../../lib/server/mail.ts'
import type { ConstraintTexts } from '../../lib/server/reply.ts'
import { serve } from '../../lib/server/serve.ts'
import type { Signer } from '../../lib/server/signer.ts'
import type { Errands, TaskKinds } from '../../lib/server/tasks.ts'
import type { Post } from '../../staff/server/door.ts'
import { invitationLetter } from '../../staff/server/letters.ts'
import { staffRoutes } from '../../staff/server/routes.ts'
import { exportTrailTask } from '../../staff/server/trail.ts'
import { staffText } from '../../staff/text.ts'
import type { topInfo } from '../../warehouse/contract.ts'
import { accessTo } from '../../warehouse/features.ts'
import { warehouseRoutes } from '../../warehouse/server/routes.ts'
import { warehouseText } from '../../warehouse/text.ts'
import { wordOf } from '../dictionaries.ts'
import { trailWords } from '../trail-words.ts'
import { checkBooksTask } from './books.ts'
import { appRoutes } from './routes.ts'
import { importKinds, listSources } from './sheets.ts'

/** What the database refuses by name, in the operator's words. */
export const constraintTexts: ConstraintTexts = {
  set_once: { text: warehouseText.setOnce },
  account_taken: { text: staffText.accountTaken, path: 'loginAccount' },
  login_url_name_taken: { text: staffText.urlNameTaken, path: 'loginUrlName' },
  tenant_code_taken: { text: staffText.urlNameTaken, path: 'loginUrlName' },
  customer_code_taken: { text: customersText.codeTaken, path: 'customerCode' },
  customer_code_kept: { text: customersText.codeKept },
  group_code_taken: { text: customersText.groupTaken, path: 'groupCode' },
  role_name_taken: { text: staffText.roleNameTaken, path: 'roleName' },
}

/** Every kind of long work there is. */
export const taskKinds = (files: Files): TaskKinds => ({
  check_books: checkBooksTask(files),
  export_trail: exportTrailTask(trailWords),
  export_list: exportTask(listSources, wordOf),
  import: importsOf(importKinds, files, () => {}).work,
})

/** What commands leave for afterwards. */
export const errands = (database: Database, post: Post & { home: string }): Errands => ({
  invitation_letter: invitationLetter(database, post),
})

export type Parts = {
  log: FastifyBaseLogger
  database: Database
  files: Files
  mail: Mail
  signer: Signer
  contacts: OutputOf<typeof topInfo>['contacts']
  trustProxy?: string | undefined
  pageFolder?: string | undefined
  limits?: HttpLimits
  isProven?: boolean
}

/** Every slice's calls on one HTTP server; what runs in the product runs in its tests. */
export function assemble({ log, database, files, mail, signer, contacts, isProven, ...web }: Parts) {
  const http = openHttp({ log, constraints: constraintTexts, ...web })
  const server = serve({ http, database, accessTo, signer, isProven: isProven ?? false })
  customerRoutes(server)
  staffRoutes(server, { mail, signer })
  warehouseRoutes(server, contacts)
  appRoutes(server, files)
  return server
}
