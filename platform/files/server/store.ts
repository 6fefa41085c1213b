import { createHash } from 'node:crypto'
import { createReadStream, openAsBlob } from 'node:fs'
import { lstat, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { AwsClient } from 'aws4fetch'
import { Refusal } from '../../calls/refusal.ts'
import type { Env } from '../../server/env.ts'
import type { Text } from '../../text/text.ts'
import { uploadText } from '../uploads.ts'

/** The content of a file: bytes in memory, or a local file that is streamed. */
export type Content = { bytes: Buffer } | { path: string }

type Log = { error: (about: object, words: string) => void }

/** Where files are stored, under names that cannot be guessed. */
export type Store = {
  /** Other servers see what is in a bucket; a folder belongs to this server alone. */
  isShared: boolean
  /** Stores a file completely or not at all. */
  put: (key: string, content: Content) => Promise<{ size: number; sha256: Buffer }>
  /** The content under a name; undefined if there is none. */
  open: (key: string) => Promise<Readable | undefined>
  sizeOf: (key: string) => Promise<number | undefined>
  remove: (key: string) => Promise<void>
  /** Deletes unfinished files. */
  sweep: () => Promise<void>
  /** The names of files older than a week. */
  olderKeys: () => AsyncIterable<string>
}

/** The store named in the settings: a bucket if there is one, otherwise a local folder. */
export function openStore(env: Env, folder: string, log: Log): Store {
  const { S3_ENDPOINT, S3_BUCKET, S3_REGION, S3_ACCESS_KEY, S3_SECRET_KEY } = env
  if (!S3_ENDPOINT || !S3_BUCKET || !S3_REGION || !S3_ACCESS_KEY || !S3_SECRET_KEY) {
    return folderStore(folder, log)
  }
  return bucketStore(
    {
      endpoint: S3_ENDPOINT,
      bucket: S3_BUCKET,
      region: S3_REGION,
      accessKey: S3_ACCESS_KEY,
      secretKey: S3_SECRET_KEY,
    },
    log,
  )
}

const placeOf = (key: string) => `${key.slice(0, 2)}/${key}`

/** This is our problem, not the user's: they see that it failed, and the log has the reason. */
const away = (text: Text) => new Refusal(text, { kind: 'unavailable' }, 200)

const DAY_MS = 24 * 60 * 60 * 1000
const isKey = (name: string) => /^[0-9a-f]{32}$/.test(name)
const isOlder = (at: number) => at < Date.now() - 7 * DAY_MS

/**
 * Deletes files of this kind that have not been written to for a day: the process that started them is gone.
 */
export async function sweepFolder(folder: string, left: RegExp): Promise<void> {
  const names = await readdir(folder).catch(() => [])
  for (const path of names.filter((name) => left.test(name)).map((name) => join(folder, name))) {
    const match = await lstat(path).catch(() => undefined)
    // A file of another user in a shared folder is left alone.
    if (match?.isFile() && match.mtimeMs < Date.now() - DAY_MS)
      await rm(path, { force: true }).catch(() => {})
  }
}

/**
 * A folder. A file is written to a temporary name, synced and renamed, so that half a file is never visible.
 */
export function folderStore(folder: string, log: Log): Store {
  const at = (key: string) => join(folder, placeOf(key))

  async function write(key: string, content: Content) {
    await mkdir(join(folder, key.slice(0, 2)), { recursive: true, mode: 0o700 })
    const aside = `${at(key)}.part`
    const hash = createHash('sha256')
    let size = 0
    const file = await open(aside, 'wx', 0o600)
    try {
      for await (const piece of 'path' in content ? createReadStream(content.path) : [content.bytes]) {
        hash.update(piece)
        size += piece.length
        await file.writeFile(piece)
      }
      await file.sync()
      await file.close()
      await rename(aside, at(key))
    } catch (fault) {
      await file.close().catch(() => {})
      await rm(aside, { force: true }).catch(() => {})
      throw fault
    }
    return { size, sha256: hash.digest() }
  }

  return {
    isShared: false,
    put: (key, content) =>
      write(key, content).catch((fault) => {
        log.error({ err: fault, folder }, 'a file could not be stored')
        throw away(uploadText.failed)
      }),
    async open(key) {
      const match = await stat(at(key)).catch(() => undefined)
      return match?.isFile() ? createReadStream(at(key)) : undefined
    },
    sizeOf: async (key) => (await stat(at(key)).catch(() => undefined))?.size,
    remove: (key) => rm(at(key), { force: true }),
    async sweep() {
      for (const shelf of await readdir(folder).catch(() => []))
        await sweepFolder(join(folder, shelf), /^[0-9a-f]{32}\.part$/)
    },
    async *olderKeys() {
      for (const shelf of await readdir(folder).catch(() => []))
        for (const name of await readdir(join(folder, shelf)).catch(() => [])) {
          const match = isKey(name)
            ? await lstat(join(folder, shelf, name)).catch(() => undefined)
            : undefined
          if (match?.isFile() && isOlder(match.mtimeMs)) yield name
        }
    },
  }
}

export type Bucket = {
  endpoint: string
  bucket: string
  region: string
  accessKey: string
  secretKey: string
  /** Tests only: the store's timeout in milliseconds. */
  patience?: number
}

/** A page waits ten seconds for its call; long files are uploaded in a task, where no one waits. */
const PATIENCE_MS = 8000
const LONG_MS = 120_000

/**
 * A bucket of any S3-compatible store, addressed by path. Uploads are signed with their hash, which the store
 * verifies.
 */
export function bucketStore(
  { endpoint, bucket, region, accessKey, secretKey, patience = PATIENCE_MS }: Bucket,
  log: Log,
): Store {
  const client = new AwsClient({
    accessKeyId: accessKey,
    secretAccessKey: secretKey,
    region,
    service: 's3',
    retries: 2,
    initRetryMs: 200,
  })
  const root = `${endpoint.replace(/\/+$/, '')}/${bucket}`

  const ask = (method: string, key: string, put?: { body: Blob; sha256: Buffer; ms: number }) =>
    askAt(method, `${root}/${placeOf(key)}`, put)

  async function askAt(method: string, address: string, put?: { body: Blob; sha256: Buffer; ms: number }) {
    const over = new AbortController()
    const late = setTimeout(
      () => over.abort(new Error('the store did not answer in time')),
      put?.ms ?? patience,
    )
    try {
      return await client.fetch(address, {
        method,
        signal: over.signal,
        redirect: 'manual',
        ...(put && { body: put.body, headers: { 'x-amz-content-sha256': put.sha256.toString('hex') } }),
      })
    } catch (fault) {
      log.error({ err: fault, endpoint, bucket, method }, 'the file store is unreachable')
      throw away(uploadText.storeStart)
    } finally {
      clearTimeout(late)
    }
  }

  /** The store responded with an error: unknown credentials or bucket, or an internal error. */
  async function refused(method: string, answer: Response, text: Text): Promise<never> {
    const words = (await answer.text().catch(() => '')).slice(0, 300)
    log.error(
      { endpoint, bucket, method, status: answer.status, words },
      'the file store refused the request',
    )
    throw away(answer.status < 500 ? uploadText.storeSettings : text)
  }

  return {
    isShared: true,
    async put(key, content) {
      const hash = createHash('sha256')
      const body =
        'path' in content ? await openAsBlob(content.path) : new Blob([new Uint8Array(content.bytes)])
      for await (const piece of body.stream()) hash.update(piece)
      const sha256 = hash.digest()
      const answer = await ask('PUT', key, { body, sha256, ms: 'path' in content ? LONG_MS : patience })
      if (!answer.ok) return refused('PUT', answer, uploadText.failed)
      await answer.arrayBuffer()
      return { size: body.size, sha256 }
    },
    async open(key) {
      const answer = await ask('GET', key)
      if (answer.ok && answer.body) return Readable.fromWeb(answer.body as ReadableStream)
      if (answer.status !== 404) return refused('GET', answer, uploadText.storeStart)
      const words = await answer.text()
      if (!words.includes('NoSuchBucket')) return undefined
      log.error({ endpoint, bucket, words }, 'the bucket does not exist')
      throw away(uploadText.storeSettings)
    },
    async sizeOf(key) {
      const answer = await ask('HEAD', key)
      await answer.arrayBuffer()
      if (answer.status === 404) return undefined
      return answer.ok
        ? Number(answer.headers.get('content-length'))
        : refused('HEAD', answer, uploadText.storeStart)
    },
    async remove(key) {
      const answer = await ask('DELETE', key)
      if (!answer.ok && answer.status !== 404) return refused('DELETE', answer, uploadText.failed)
      await answer.arrayBuffer()
    },
    // A bucket stores a file completely or not at all.
    sweep: async () => {},
    async *olderKeys() {
      for (let after = ''; ; ) {
        const answer = await askAt(
          'GET',
          `${root}?list-type=2&max-keys=1000&start-after=${encodeURIComponent(after)}`,
        )
        if (!answer.ok) return refused('GET', answer, uploadText.storeStart)
        const page = await answer.text()
        const entries = [...page.matchAll(/<Contents>.*?<\/Contents>/gs)].map(([entry]) => ({
          path: /<Key>([^<]*)<\/Key>/.exec(entry)?.[1] ?? '',
          at: Date.parse(/<LastModified>([^<]*)<\/LastModified>/.exec(entry)?.[1] ?? ''),
        }))
        for (const { path, at } of entries) {
          const name = path.slice(3)
          if (isKey(name) && placeOf(name) === path && isOlder(at)) yield name
        }
        after = entries.at(-1)?.path ?? ''
        if (!after || !/<IsTruncated>true<\/IsTruncated>/.test(page)) return
      }
    },
  }
}
