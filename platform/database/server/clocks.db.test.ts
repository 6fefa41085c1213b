import { expect, test } from 'vitest'
import { aDatabase } from '../../../testing/database.ts'
import { openLog } from '../../server/log.ts'
import { compareClocks } from './clocks.ts'
import { openDatabase } from './db.ts'

const { pool } = openDatabase((await aDatabase()).at.app)

test.each([
  ['the same', 0, []],
  ['a second behind', -1_000, []],
  ['an hour behind', -3_600_000, [3_600_000]],
  ['a day ahead', 86_400_000, [-86_400_000]],
  ['three seconds ahead', 3_000, [-3_000]],
])('a server whose clock is %s compares it with the database', async (_, offset, warned) => {
  const lines: string[] = []
  const log = openLog('info', { write: (line) => void lines.push(line) })
  await compareClocks(pool, log, () => Date.now() + offset)
  const found = lines.map((line) => (JSON.parse(line) as { databaseAheadMs: number }).databaseAheadMs)
  expect(found.map((ahead) => Math.round(ahead / 1000) * 1000)).toEqual(warned)
})
