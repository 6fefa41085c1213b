import type { BookCheck } from '../../book-checks/server/book-check.ts'
import type { ConstraintTexts } from '../../calls/server/reply.ts'
import type { Server } from '../../calls/server/serve.ts'
import type { Who } from '../../calls/who.ts'
import type { Database, Db } from '../../database/server/db.ts'
import type { Files } from '../../files/server/files.ts'
import type { ImportKinds } from '../../imports/server/check-spreadsheet.ts'
import type { ListSources } from '../../lists/server/list-sources.ts'
import type { Mail } from '../../mail/server/mail.ts'
import type { Signer } from '../../server/signer.ts'
import type { TaskKinds } from '../../tasks/server/tasks.ts'
import type { BackgroundJobs } from '../../tasks/server/workers.ts'
import type { Machine } from '../../text/state-machine.ts'
import type { NightlyJobs } from './nightly.ts'

/** How mails are sent, and the base URL of their links. */
type Post = { mail: Mail; signer: Signer; home: string }

/** Everything a slice adds to the server; `Services` is what its calls need from the installation. */
export type ServerSlice<Services = unknown> = {
  routes?: (server: Server, services: Services) => void
  /** Lists that can be exported, with their bulk actions. */
  lists?: ListSources
  imports?: ImportKinds
  /** Long-running work that a user starts and follows. */
  tasks?: (files: Files) => TaskKinds
  /** Background jobs that a command leaves for later. */
  jobs?: (database: Database, post: Post) => BackgroundJobs
  /** Scheduled jobs. */
  nightly?: NightlyJobs
  /**
   * Tasks and jobs that may wait for a carrier: they run on workers of their own. Such a task is started in the
   * lane `carriers`.
   */
  carrierTasks?: (services: Services) => TaskKinds
  carrierJobs?: (database: Database, services: Services) => BackgroundJobs
  /** Deletes what may not be kept, every night, in small parts. */
  deleteOld?: (database: Database, tenantId: number) => Promise<void>
  /** Messages for database constraints, by name. */
  constraints?: ConstraintTexts
  checks?: readonly BookCheck[]
  /** The life cycles of its documents; a test compares them with those of the database. */
  machines?: readonly Machine[]
  /**
   * How much work waits in each of its queues. Home polls every minute, so nothing here may sum up a whole
   * table.
   */
  work?: (db: Db, who: Who) => Promise<Record<string, number>>
}

/** Merges what several slices add under their own names; a name used twice is a fault. */
export function merged<T>(parts: readonly (Readonly<Record<string, T>> | undefined)[]): Record<string, T> {
  const all: Record<string, T> = {}
  for (const part of parts)
    for (const [name, value] of Object.entries(part ?? {})) {
      if (Object.hasOwn(all, name)) throw new Error(`two slices call something ${name}`)
      all[name] = value
    }
  return all
}
