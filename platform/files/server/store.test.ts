import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { AwsV4Signer } from 'aws4fetch'
import S3rver from 's3rver'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { sweepExports } from '../../lists/server/exports.ts'
import { readEnv } from '../../server/env.ts'
import { uploadText } from '../uploads.ts'
import { type Bucket, bucketStore, folderStore, openStore, type Store } from './store.ts'

const home = mkdtempSync(join(tmpdir(), 'tallyhouse-store-'))
const closing: (() => unknown)[] = []
afterAll(async () => {
  for (const close of closing) await close()
  rmSync(home, { recursive: true, force: true })
})

const messages: { about: object; words: string }[] = []
const log = { error: (about: object, words: string) => void messages.push({ about, words }) }

const server = new S3rver({
  address: '127.0.0.1',
  port: 0,
  directory: join(home, 's3'),
  silent: true,
  configureBuckets: [{ name: 'tally', configs: [] }],
})
const { port } = await server.run()
closing.push(() => server.close())

const bucket: Bucket = {
  endpoint: `http://127.0.0.1:${port}`,
  bucket: 'tally',
  region: 'us-east-1',
  accessKey: 'S3RVER',
  secretKey: 'S3RVER',
}

const key = (n: number) => n.toString(16).padStart(32, '0')
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest()

test('unfinished files in a folder are deleted after a day', async () => {
  const folder = join(home, 'swept')
  const store = folderStore(folder, log)
  await store.put(key(1), { bytes: Buffer.from('x') })
  const write = (name: string, hours: number) => {
    const path = join(folder, '00', name)
    writeFileSync(path, 'half')
    const then = Date.now() / 1000 - hours * 3600
    utimesSync(path, then, then)
  }
  write(key(1), 48)
  write(`${key(2)}.part`, 25)
  write(`${key(3)}.part`, 23)
  await store.sweep()
  expect(readdirSync(join(folder, '00')).sort()).toEqual([key(1), `${key(3)}.part`])
  await folderStore(join(home, 'not yet there'), log).sweep()
})

test('unfinished exports of a killed server are deleted after a day, and no foreign file', async () => {
  const folder = join(home, 'exports')
  mkdirSync(folder)
  vi.stubEnv('TMPDIR', folder)
  const begun = (n: number) => `tallyhouse-export-00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
  for (const [name, hours] of [
    [`${begun(1)}.xlsx`, 25],
    [`${begun(2)}.csv`, 25],
    [`${begun(3)}.csv`, 23],
    ['tallyhouse-export-notes.csv', 25],
  ] as const) {
    writeFileSync(join(folder, name), 'half')
    const then = Date.now() / 1000 - hours * 3600
    utimesSync(join(folder, name), then, then)
  }
  await sweepExports()
  vi.unstubAllEnvs()
  expect(readdirSync(folder).sort()).toEqual([`${begun(3)}.csv`, 'tallyhouse-export-notes.csv'])
})

describe.each<[string, Store]>([
  ['a folder', folderStore(join(home, 'folder'), log)],
  ['a bucket', bucketStore(bucket, log)],
])('files in %s', (_, store) => {
  test('come back unchanged, with their size and hash', async () => {
    for (const [n, bytes] of [
      Buffer.from('仓库 bytes\0\xff'),
      Buffer.alloc(0),
      Buffer.alloc(3_000_000, 7),
    ].entries()) {
      expect(await store.put(key(n), { bytes })).toEqual({ size: bytes.length, sha256: sha256(bytes) })
      expect(await store.sizeOf(key(n))).toBe(bytes.length)
      const match = await store.open(key(n))
      expect(match && (await buffer(match)).equals(bytes)).toBe(true)
    }
  })

  test('can be copied from a file and need not fit into memory', async () => {
    const path = join(home, 'long.csv')
    const bytes = Buffer.from('line\n'.repeat(200_000))
    writeFileSync(path, bytes)
    expect(await store.put(key(10), { path })).toEqual({ size: bytes.length, sha256: sha256(bytes) })
    const match = await store.open(key(10))
    expect(match && sha256(await buffer(match))).toEqual(sha256(bytes))
  })

  test('that do not exist are empty, and deleting one twice is no error', async () => {
    expect(await store.open(key(20))).toBeUndefined()
    expect(await store.sizeOf(key(20))).toBeUndefined()
    await store.put(key(21), { bytes: Buffer.from('x') })
    await store.remove(key(21))
    await store.remove(key(21))
    expect(await store.open(key(21))).toBeUndefined()
  })
})

test('half a file in the folder is never visible, and no temporary file is left', async () => {
  const store = folderStore(join(home, 'half'), log)
  await expect(store.put(key(1), { path: join(home, 'not there') })).rejects.toMatchObject({
    text: uploadText.failed,
  })
  expect(readdirSync(join(home, 'half', '00'))).toEqual([])
  expect(messages.at(-1)?.words).toBe('a file could not be stored')
})

/** A server with scripted responses. */
async function aServer(answer: RequestListener) {
  const http = createServer(answer)
  await new Promise<void>((listening) => http.listen(0, '127.0.0.1', listening))
  closing.push(() => {
    http.closeAllConnections()
    http.close()
  })
  return `http://127.0.0.1:${(http.address() as AddressInfo).port}`
}

test('old files of a bucket are listed page by page, and only those with our prefix', async () => {
  const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString()
  const at = (n: number) => `00/${key(n)}`
  const objects = [
    ...[1, 2, 3].map((n) => ({ path: at(n), at: day(8) })),
    { path: at(4), at: day(6) },
    { path: `00/${key(5)}.part`, at: day(8) },
    { path: at(6), at: day(8) },
    { path: `ff/${key(7)}`, at: day(8) },
  ]
  const input: (string | null)[] = []
  const endpoint = await aServer((request, reply) => {
    const { searchParams } = new URL(request.url ?? '', 'http://bucket')
    const after = searchParams.get('start-after') ?? ''
    input.push(after)
    const left = objects.filter(({ path }) => path > after)
    // A store may return fewer than requested.
    const entries = left
      .slice(0, 2)
      .map(
        ({ path, at: changed }) =>
          `<Contents><Key>${path}</Key><LastModified>${changed}</LastModified></Contents>`,
      )
    reply.end(
      `<ListBucketResult><IsTruncated>${left.length > 2}</IsTruncated>${entries.join('')}</ListBucketResult>`,
    )
  })
  const results: string[] = []
  for await (const name of bucketStore({ ...bucket, endpoint }, log).olderKeys()) results.push(name)
  expect(results).toEqual([key(1), key(2), key(3), key(6)])
  expect(input).toEqual(['', at(2), at(4), at(6)])
})

/** The expected signature, computed from what arrived. */
async function expectedSignature(request: IncomingMessage, endpoint: string, secretKey: string) {
  const header = (name: string) => String(request.headers[name])
  const signed = /SignedHeaders=([^,]+)/.exec(header('authorization'))?.[1]?.split(';') ?? []
  const signer = new AwsV4Signer({
    method: request.method ?? '',
    url: `${endpoint}${request.url}`,
    headers: Object.fromEntries(signed.filter((name) => name !== 'host').map((name) => [name, header(name)])),
    accessKeyId: bucket.accessKey,
    secretAccessKey: secretKey,
    service: 's3',
    region: bucket.region,
    datetime: header('x-amz-date'),
  })
  return signer.authHeader()
}

describe('a bucket', () => {
  test('gets every request signed, with the hash of the upload in the signature', async () => {
    const seen: { method: string | undefined; isRight: boolean; isWhole: boolean }[] = []
    const endpoint: string = await aServer(async (request, reply) => {
      const bytes = await buffer(request)
      const given = request.headers.authorization
      seen.push({
        method: request.method,
        isRight: given === (await expectedSignature(request, endpoint, bucket.secretKey)),
        isWhole:
          request.method !== 'PUT' ||
          (request.headers['x-amz-content-sha256'] === sha256(bytes).toString('hex') &&
            request.headers['content-length'] === String(bytes.length)),
      })
      expect(given).not.toBe(await expectedSignature(request, endpoint, 'another secret'))
      reply.writeHead(200).end()
    })
    const store = bucketStore({ ...bucket, endpoint: `${endpoint}/` }, log)
    const path = join(home, 'signed.txt')
    writeFileSync(path, 'signed')
    await store.put(key(1), { bytes: Buffer.from('bytes') })
    await store.put(key(2), { path })
    await store.sizeOf(key(1))
    await store.open(key(1))
    await store.remove(key(1))
    expect(seen.map(({ method }) => method)).toEqual(['PUT', 'PUT', 'HEAD', 'GET', 'DELETE'])
    expect(seen.every(({ isRight, isWhole }) => isRight && isWhole)).toBe(true)
  })

  const words = Buffer.from('x')
  const failures: [string, (store: Store) => Promise<unknown>][] = [
    ['put', (store) => store.put(key(1), { bytes: words })],
    ['open', (store) => store.open(key(1))],
    ['sizeOf', (store) => store.sizeOf(key(1))],
    ['remove', (store) => store.remove(key(1))],
  ]

  test.each(failures)('that is unreachable is reported as unavailable: %s', async (_, work) => {
    const store = bucketStore({ ...bucket, endpoint: 'http://127.0.0.1:9' }, log)
    await expect(work(store)).rejects.toMatchObject({
      text: uploadText.storeStart,
      detail: { kind: 'unavailable' },
    })
    expect(messages.at(-1)?.words).toBe('the file store is unreachable')
  })

  test('that does not respond in time is reported as unavailable', async () => {
    const endpoint = await aServer(() => {})
    const store = bucketStore({ ...bucket, endpoint, patience: 100 }, log)
    await expect(store.put(key(1), { bytes: words })).rejects.toMatchObject({ text: uploadText.storeStart })
  })

  test.each(failures)('that rejects our credentials is a settings error: %s', async (_, work) => {
    const endpoint = await aServer(
      (_, reply) => void reply.writeHead(403).end('<Code>InvalidAccessKeyId</Code>'),
    )
    await expect(work(bucketStore({ ...bucket, endpoint }, log))).rejects.toMatchObject({
      text: uploadText.storeSettings,
    })
    expect(JSON.stringify(messages.at(-1))).toContain('403')
  })

  test('that does not exist is a settings error', async () => {
    const store = bucketStore({ ...bucket, bucket: 'nowhere' }, log)
    await expect(store.put(key(1), { bytes: words })).rejects.toMatchObject({
      text: uploadText.storeSettings,
    })
    await expect(store.open(key(1))).rejects.toMatchObject({ text: uploadText.storeSettings })
  })

  test('with an internal error fails the upload after a retry', async () => {
    let tries = 0
    const endpoint = await aServer((_, reply) => {
      tries++
      reply.writeHead(503).end()
    })
    const store = bucketStore({ ...bucket, endpoint }, log)
    await expect(store.put(key(1), { bytes: words })).rejects.toMatchObject({ text: uploadText.failed })
    expect(tries).toBe(3)
  })

  test('cannot redirect: a redirect is not followed', async () => {
    let hits = 0
    const elsewhere = await aServer((_, reply) => {
      hits++
      reply.end()
    })
    const endpoint = await aServer((_, reply) => void reply.writeHead(307, { location: elsewhere }).end())
    await expect(bucketStore({ ...bucket, endpoint }, log).open(key(1))).rejects.toMatchObject({
      text: uploadText.storeSettings,
    })
    expect(hits).toBe(0)
  })
})

test('the settings choose the store: a bucket where one is named, the folder otherwise', async () => {
  const folder = join(home, 'chosen')
  await openStore(readEnv({}), folder, log).put(key(1), { bytes: Buffer.from('folder') })
  expect(readdirSync(join(folder, '00'))).toEqual([key(1)])
  const named = readEnv({
    S3_ENDPOINT: bucket.endpoint,
    S3_BUCKET: bucket.bucket,
    S3_REGION: bucket.region,
    S3_ACCESS_KEY: bucket.accessKey,
    S3_SECRET_KEY: bucket.secretKey,
  })
  await openStore(named, folder, log).put(key(77), { bytes: Buffer.from('bucket') })
  expect(readdirSync(join(folder, '00'))).toEqual([key(1)])
  expect(await bucketStore(bucket, log).sizeOf(key(77))).toBe(6)
})
