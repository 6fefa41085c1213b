import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { BadSettings } from '../../postgres/bad-settings.ts'
import { readEnv, settingNames } from './env.ts'

const external = {
  DATABASE_URL: 'postgres://tally_owner:x@db.example/tallyhouse',
  APP_DATABASE_URL: 'postgres://tally_app:x@db.example/tallyhouse',
  SIGNING_SECRET: 's'.repeat(32),
}

const bucket = {
  S3_ENDPOINT: 'https://s3.example:9000',
  S3_BUCKET: 'tallyhouse-files',
  S3_REGION: 'us-east-1',
  S3_ACCESS_KEY: 'tallyhouse',
  S3_SECRET_KEY: 'store-secret',
}

test('no setting is required', () => {
  expect(readEnv({})).toEqual({
    PORT: 8080,
    DATA_DIR: 'data',
    CELL: 0,
    LOG_LEVEL: 'info',
    MAIL_FROM: 'Tallyhouse <no-reply@localhost>',
    WMS_ROLE: 'all',
  })
})

test('an empty setting counts as not set', () => {
  expect(readEnv(Object.fromEntries(settingNames.map((name) => [name, ''])))).toEqual(readEnv({}))
})

test('every setting can be set', () => {
  const all = {
    ...external,
    PORT: '9090',
    HOST: '127.0.0.1',
    DATA_DIR: '/srv/tally',
    CELL: '7',
    AUDITOR_DATABASE_URL: 'postgresql://tally_auditor:x@db.example:6432/tallyhouse?sslmode=verify-full',
    LOG_LEVEL: 'debug',
    TRUST_PROXY: '10.0.0.0/8',
    METRICS_TOKEN: 'm'.repeat(16),
    CONTACT_PHONE: '400-800-1234',
    CONTACT_EMAIL: 'service@example.com',
    CONTACT_CHAT: 'https://chat.example/1',
    SMTP_URL: 'smtps://post:x@mail.example',
    MAIL_FROM: 'Warehouse <post@mail.example>',
    PUBLIC_URL: 'https://warehouse.example',
    ...bucket,
    WMS_ROLE: 'web',
    SECRET_KEY: 'k'.repeat(32),
    OUTBOUND_TEST_HOSTS: '127.0.0.1,localhost:9000',
  }
  expect(Object.keys(all).sort()).toEqual([...settingNames].sort())
  expect(readEnv(all)).toEqual({ ...all, PORT: 9090, CELL: 7 })
})

test.each([
  ['PORT', 'http'],
  ['PORT', '-1'],
  ['PORT', '65536'],
  ['PORT', '80.5'],
  ['DATABASE_URL', 'mysql://db.example/tallyhouse'],
  ['DATABASE_URL', 'db.example'],
  ['APP_DATABASE_URL', 'http://db.example'],
  ['AUDITOR_DATABASE_URL', 'x'],
  ['SIGNING_SECRET', 's'.repeat(31)],
  ['LOG_LEVEL', 'loud'],
  ['METRICS_TOKEN', 'short'],
  ['CONTACT_PHONE', '1'.repeat(41)],
  ['CONTACT_EMAIL', 'nobody'],
  ['CONTACT_CHAT', 'x'.repeat(301)],
  ['SMTP_URL', 'mail.example'],
  ['SMTP_URL', 'http://mail.example'],
  ['PUBLIC_URL', 'ftp://warehouse.example'],
  ['S3_ENDPOINT', 'ftp://s3.example'],
  ['S3_BUCKET', 'Not A Bucket'],
  ['S3_REGION', 'over there'],
  ['S3_ACCESS_KEY', 'x'],
  ['S3_SECRET_KEY', 'x'],
  ['WMS_ROLE', 'worker'],
  ['SECRET_KEY', 'k'.repeat(31)],
  ['OUTBOUND_TEST_HOSTS', '10.0.0.1'],
  ['OUTBOUND_TEST_HOSTS', '127.0.0.1,*'],
  ['OUTBOUND_TEST_HOSTS', 'carrier.example'],
])('%s=%s is reported in a line of its own', (name, value) => {
  const read = () => readEnv({ ...external, ...bucket, [name]: value })
  expect(read).toThrow(BadSettings)
  const [head, ...lines] = messageOf(read).split('\n')
  expect(head).toBe('Invalid settings:')
  expect(lines).toEqual([expect.stringMatching(new RegExp(`^ {2}${name}: .{5,}`))])
})

test('an invalid secret is not echoed', () => {
  expect(messageOf(() => readEnv({ SIGNING_SECRET: 'too-short-but-secret' }))).not.toContain(
    'too-short-but-secret',
  )
})

test('all problems are reported at once', () => {
  const lines = messageOf(() => readEnv({ PORT: 'x', LOG_LEVEL: 'x', WMS_ROLE: 'x' })).split('\n')
  expect(lines.slice(1).map((line) => line.trim().split(':')[0])).toEqual(['PORT', 'LOG_LEVEL', 'WMS_ROLE'])
})

test.each([
  ['APP_DATABASE_URL', 'is required with DATABASE_URL: the role of the server'],
  ['SIGNING_SECRET', 'is required with DATABASE_URL: at least 32 characters, the same on every server'],
] as const)('an external database needs %s too', (name, words) => {
  const { [name]: _, ...rest } = external
  expect(messageOf(() => readEnv(rest))).toBe(`Invalid settings:\n  ${name}: ${words}`)
})

test.each(Object.keys(bucket))('a file store needs %s as well', (name) => {
  expect(messageOf(() => readEnv({ ...bucket, [name]: '' }))).toBe(
    `Invalid settings:\n  ${name}: is required with the other S3 settings`,
  )
})

test('the example lists every setting once, with its default', () => {
  const lines = readFileSync(new URL('../../.env.example', import.meta.url), 'utf8').split('\n')
  const pairs = lines
    .filter((line) => line && !line.startsWith('#'))
    .map((line) => line.split('=') as [string, string])
  expect(pairs.map(([name]) => name).sort()).toEqual([...settingNames].sort())
  expect(readEnv(Object.fromEntries(pairs))).toEqual(readEnv({}))
})

function messageOf(read: () => unknown): string {
  try {
    read()
  } catch (fault) {
    return (fault as Error).message
  }
  return 'nothing was wrong'
}
