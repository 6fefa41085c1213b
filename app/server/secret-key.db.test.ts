import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { KEY_FILE, noSecrets, openSecrets } from '../../lib/server/secrets.ts'
import { aDatabase } from '../../lib/testing/database.ts'

const folder = mkdtempSync(join(tmpdir(), 'tallyhouse-key-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const file = join(folder, KEY_FILE)
const said: string[] = []
const log = { error: (words: string) => void said.push(words) }

test('a key is made at the first start, kept to its owner alone, and never made anew', async () => {
  const { at, owner } = await aDatabase()
  const first = await openSecrets(at.owner, { word: undefined, folder, log })
  const sealed = first.seal('words', 'x')
  expect(statSync(file).mode & 0o777).toBe(0o600)
  const key = readFileSync(file, 'utf8')
  const [row] = await owner<{ print: string }>('select secret_fingerprint as print from installation')
  expect(key).not.toContain(row?.print)

  const second = await openSecrets(at.owner, { word: undefined, folder, log })
  expect(second.open(sealed, 'x')).toBe('words')
  expect(said).toEqual([])

  rmSync(file)
  expect(await openSecrets(at.owner, { word: undefined, folder, log })).toBe(noSecrets)
  expect(existsSync(file)).toBe(false)
  writeFileSync(file, 'another key of more than thirty-two characters')
  expect(await openSecrets(at.owner, { word: undefined, folder, log })).toBe(noSecrets)
  expect(said).toHaveLength(2)

  writeFileSync(file, key)
  expect((await openSecrets(at.owner, { word: undefined, folder, log })).open(sealed, 'x')).toBe('words')
})

test('on a database of one’s own nothing is made: SECRET_KEY is asked for, and the first one is remembered', async () => {
  const { at } = await aDatabase()
  const open = (word?: string) => openSecrets(at.owner, { word, folder: undefined, log })
  expect(await open()).toBe(noSecrets)
  const [one, two] = await Promise.all([open('k'.repeat(40)), open('k'.repeat(40))])
  expect(two.open(one.seal('words', 'x'), 'x')).toBe('words')
  expect(await open('another'.repeat(6))).toBe(noSecrets)
  expect(await open()).toBe(noSecrets)
})
