import { sql } from 'kysely'
import type { Who } from '../../calls/who.ts'
import { systemName } from '../../text/common-text.ts'

/** The name of an account `a`, for a reader: what the system did is told in the reader's language. */
export const personName = ({ language }: Pick<Who, 'language'>) =>
  sql<string>`case when a.kind = 'system' then ${systemName[language]}::text else a.user_name end`
