import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { aDatabase } from '../../testing/database.ts'
import { readEnv } from './env.ts'
import { KEY_FILE, keyFolder, noSecrets, openSecrets } from './secrets.ts'

const folder = mkdtempSync(join(tmpdir(), 'tallyhouse-key-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const file = join(folder, KEY_FILE)
const messages: string[] = []
const log = { error: (words: string) => void messages.push(words) }

test('a key is created at the first start, readable by its owner only, and never replaced', async () => {
  const { at, owner } = await aDatabase()
  const first = await openSecrets(at.owner, { word: undefined, folder, log })
  const sealed = first.seal('words', 'x')
  expect(statSync(file).mode & 0o777).toBe(0o600)
  const key = readFileSync(file, 'utf8')
  const [row] = await owner<{ print: string }>('select secret_fingerprint as print from installation')
  expect(key).not.toContain(row?.print)

  const second = await openSecrets(at.owner, { word: undefined, folder, log })
  expect(second.open(sealed, 'x')).toBe('words')
  expect(messages).toEqual([])

  rmSync(file)
  expect(await openSecrets(at.owner, { word: undefined, folder, log })).toBe(noSecrets)
  expect(existsSync(file)).toBe(false)
  writeFileSync(file, 'another key of more than thirty-two characters')
  expect(await openSecrets(at.owner, { word: undefined, folder, log })).toBe(noSecrets)
  expect(messages).toHaveLength(2)

  writeFileSync(file, key)
  expect((await openSecrets(at.owner, { word: undefined, folder, log })).open(sealed, 'x')).toBe('words')
})

test.each([
  [{}, true],
  [{ S3_BUCKET: 'files' }, true],
  [{ DATABASE_URL: 'postgres://db' }, true],
  [{ DATABASE_URL: 'postgres://db', S3_BUCKET: 'files' }, false],
])('with %j a key can be created: %s', (over, isMade) => {
  expect(keyFolder({ ...readEnv({ DATA_DIR: folder }), ...over })).toBe(isMade ? folder : undefined)
})

test('of two servers that start at once on an empty database only one creates a key', async () => {
  const { at } = await aDatabase()
  const homes = ['one', 'two'].map((name) => join(folder, name))
  const count = messages.length
  const open = (home = '') => openSecrets(at.owner, { word: undefined, folder: home, log })
  const opened = await Promise.all(homes.map(open))
  expect(opened.filter((item) => item === noSecrets)).toHaveLength(1)
  expect(homes.filter((home) => existsSync(join(home, KEY_FILE)))).toHaveLength(1)
  expect(messages).toHaveLength(count + 1)

  const fresh = await aDatabase()
  const shared = join(folder, 'shared')
  const both = [1, 2].map(() => openSecrets(fresh.at.owner, { word: undefined, folder: shared, log }))
  const [first, second] = await Promise.all(both)
  expect(second?.open(first?.seal('words', 'x') ?? Buffer.of(), 'x')).toBe('words')
})

test('where no key is created SECRET_KEY is required, and the first one is remembered', async () => {
  const { at } = await aDatabase()
  const open = (word?: string) => openSecrets(at.owner, { word, folder: undefined, log })
  expect(await open()).toBe(noSecrets)
  const [item, two] = await Promise.all([open('k'.repeat(40)), open('k'.repeat(40))])
  expect(two.open(item.seal('words', 'x'), 'x')).toBe('words')
  expect(await open('another'.repeat(6))).toBe(noSecrets)
  expect(await open()).toBe(noSecrets)
})
