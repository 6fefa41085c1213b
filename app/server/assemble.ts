import type { FastifyBaseLogger } from 'fastify'
import { type HttpLimits, openHttp } from '../../platform/calls/server/http.ts'
import { serve } from '../../platform/calls/server/serve.ts'
import type { Database } from '../../platform/database/server/db.ts'
import { titleOfRight } from '../../staff/roles/rights.ts'
import { accessTo } from '../../warehouse/features.ts'
import { appRoutes } from './routes.ts'
import { constraintTexts, type Services, slices } from './slices.ts'

type Parts = Services & {
  log: FastifyBaseLogger
  database: Database
  trustProxy?: string | undefined
  pageFolder?: string | undefined
  limits?: HttpLimits
  isProven?: boolean
}

/** Registers the calls of every slice on one HTTP server; tests use the same. */
export function assemble({
  log,
  database,
  files,
  carriers,
  mail,
  signer,
  contacts,
  isProven,
  ...web
}: Parts) {
  const http = openHttp({ log, constraints: constraintTexts, ...web })
  const server = serve({
    http,
    database,
    accessTo,
    signer,
    titleOf: titleOfRight,
    isProven: isProven ?? false,
  })
  for (const { routes } of slices) routes?.(server, { files, carriers, mail, signer, contacts })
  appRoutes(server, files)
  return server
}
