import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
} from 'kysely'
import { expect, test } from 'vitest'
import { limitOf, onPage } from './page.ts'

const db = new Kysely<{ things: { id: number } }>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (on) => new PostgresIntrospector(on),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})

test.each([
  [{ page: 1, size: 20 }, 'limit 20', []],
  [{ page: 1, size: 200 }, 'limit 200', []],
  // A caller may ask for another length: those share one statement.
  [{ page: 1, size: 21 }, 'limit $1 offset $2', [21, 0]],
  [{ page: 2, size: 20 }, 'limit $1 offset $2', [20, 20]],
  [{ page: 3, size: 50 }, 'limit $1 offset $2', [50, 100]],
])('the page %o is asked for with %s', (paging, text, parameters) => {
  const built = sql`select ${limitOf(paging)}`.compile(db)
  expect([built.sql, built.parameters]).toEqual([`select ${text}`, parameters])
  const query = onPage(db.selectFrom('things').select('id'), paging).compile()
  expect([query.sql, query.parameters]).toEqual([`select "id" from "things" ${text}`, parameters])
})
