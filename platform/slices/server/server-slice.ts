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
import type { BackgroundJobs, TaskKinds } from '../../tasks/server/tasks.ts'

/** What letters are sent with, and where their links lead. */
type Post = { mail: Mail; signer: Signer; home: string }

/** All that the server learns from a slice; `Services` is what its calls need of the installation. */
export type ServerSlice<Services = unknown> = {
  routes?: (server: Server, services: Services) => void
  /** Lists that can be exported, and what can be done with all their rows that match. */
  lists?: ListSources
  imports?: ImportKinds
  /** Long work that a person starts and follows. */
  tasks?: (files: Files) => TaskKinds
  /** Work that a command leaves for afterwards. */
  jobs?: (database: Database, post: Post) => BackgroundJobs
  /** What the database refuses by name, in the operator's words. */
  constraints?: ConstraintTexts
  checks?: readonly BookCheck[]
  /** How much waits in each of its queues of work. Home asks every minute: nothing here adds up a whole table. */
  work?: (db: Db, who: Who) => Promise<Record<string, number>>
}

/** What several slices add under names of their own, as one; a name that two of them use is a fault. */
export function merged<T>(parts: readonly (Readonly<Record<string, T>> | undefined)[]): Record<string, T> {
  const all: Record<string, T> = {}
  for (const part of parts)
    for (const [name, value] of Object.entries(part ?? {})) {
      if (Object.hasOwn(all, name)) throw new Error(`two slices call something ${name}`)
      all[name] = value
    }
  return all
}
