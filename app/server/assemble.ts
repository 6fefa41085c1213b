import type { FastifyBaseLogger } from 'fastify'
import type { OutputOf } from '../../lib/call.ts'
import type { Database } from '../../lib/server/db.ts'
import type { Files } from '../../lib/server/files.ts'
import { type HttpLimits, openHttp } from '../../lib/server/http.ts'
import type { ConstraintTexts } from '../../lib/server/reply.ts'
import { serve } from '../../lib/server/serve.ts'
import type { TaskKinds } from '../../lib/server/tasks.ts'
import { staffRoutes } from '../../staff/server/routes.ts'
import type { topInfo } from '../../warehouse/contract.ts'
import { accessTo } from '../../warehouse/features.ts'
import { warehouseRoutes } from '../../warehouse/server/routes.ts'
import { warehouseText } from '../../warehouse/text.ts'
import { checkBooksTask } from './books.ts'
import { appRoutes } from './routes.ts'

/** What the database refuses by name, in the operator's words. */
export const constraintTexts: ConstraintTexts = {
  set_once: warehouseText.setOnce,
}

/** Every kind of long work there is. */
export const taskKinds = (files: Files): TaskKinds => ({ check_books: checkBooksTask(files) })

export type Parts = {
  log: FastifyBaseLogger
  database: Database
  files: Files
  contacts: OutputOf<typeof topInfo>['contacts']
  trustProxy?: string | undefined
  pageFolder?: string | undefined
  limits?: HttpLimits
  isProven?: boolean
}

/** Every slice's calls on one HTTP server; what runs in the product runs in its tests. */
export function assemble({ log, database, files, contacts, isProven, ...web }: Parts) {
  const http = openHttp({ log, constraints: constraintTexts, ...web })
  const server = serve({ http, database, accessTo, isProven: isProven ?? false })
  staffRoutes(server)
  warehouseRoutes(server, contacts)
  appRoutes(server, files)
  return server
}
