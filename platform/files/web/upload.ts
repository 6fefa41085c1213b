import type { SentTo } from '../../calls/call.ts'
import { CallFailed, send } from '../../calls/web/send.ts'
import { t } from '../../text/web/language.tsx'
import {
  beginUpload,
  finishUpload,
  PART_BYTES,
  problemOf,
  putPart,
  type UploadPurpose,
  uploadState,
  uploadText,
} from '../uploads.ts'
import { inBase64 } from './photo.ts'
import { forgetUnfinished, keepUnfinished, unfinishedOf } from './unfinished-uploads.ts'

export type Uploaded = { fileId: number; fileName: string; size: number; url: string }

const MAX_ATTEMPTS = 3

/** An upload that failed; its message says why, in the page's language. */
export class UploadFailed extends Error {}

/** Uploads in progress in this page: the same file sent again meanwhile is a separate upload. */
const underWay = new Set<string>()

/**
 * Sends a file in parts; a lost part is retried, and none is sent twice without need.
 *
 * Choosing the same file again resumes where it stopped.
 */
export async function upload(
  file: File,
  purpose: UploadPurpose,
  onProgress: (share: number) => void = () => {},
): Promise<Uploaded> {
  const problem = problemOf(purpose, file.name, file.size)
  if (problem) throw new UploadFailed(t(problem))
  const sign = JSON.stringify([purpose, file.name, file.size, file.lastModified])
  const facts = { purpose, fileName: file.name, size: file.size }
  if (underWay.has(sign)) return goneOnWith(file, await send(beginUpload, facts), onProgress)
  underWay.add(sign)
  try {
    const upload = await begun(sign, facts)
    const uploaded = await goneOnWith(file, upload, onProgress).catch(async (error) => {
      // Another tab has resumed the same upload and finished it: this one starts again.
      if (!('parts' in upload && error instanceof CallFailed && error.kind === 'not_found')) throw error
      return goneOnWith(file, await send(beginUpload, facts), onProgress)
    })
    forgetUnfinished(sign)
    return uploaded
  } catch (error) {
    if (isOver(error)) forgetUnfinished(sign)
    throw error
  } finally {
    underWay.delete(sign)
  }
}

/** Whether the server has deleted its parts of a file. */
const isOver = (error: unknown) =>
  error instanceof CallFailed && (error.kind === 'refused' || error.kind === 'not_found')

async function goneOnWith(
  file: File,
  { uploadId, parts: arrived = [] }: { uploadId: string; parts?: readonly number[] },
  onProgress: (share: number) => void,
): Promise<Uploaded> {
  const parts = Math.ceil(file.size / PART_BYTES)
  for (let part = 0; part < parts; part++) {
    if (arrived.includes(part)) continue
    const base64 = await inBase64(file.slice(part * PART_BYTES, (part + 1) * PART_BYTES)).catch(() => {
      throw new UploadFailed(t(uploadText.failed))
    })
    await retryUpload(
      () => send(putPart, { uploadId, part, base64 }),
      async () => (await send(uploadState, { uploadId })).parts.includes(part),
    )
    onProgress((part + 1) / parts)
  }
  return send(finishUpload, { uploadId })
}

/** The interrupted upload of this file, unless the server has deleted it; otherwise a new one. */
async function begun(sign: string, file: SentTo<typeof beginUpload>) {
  const known = unfinishedOf(sign)
  const state = known && (await send(uploadState, { uploadId: known }).catch(() => undefined))
  if (known && state) return { uploadId: known, ...state }
  const upload = await send(beginUpload, file)
  keepUnfinished(sign, upload.uploadId)
  return upload
}

/** Retries when there was no response or a server error, unless the data has arrived after all. */
async function retryUpload(work: () => Promise<unknown>, hasArrived: () => Promise<boolean>): Promise<void> {
  for (let attempts = 1; ; attempts++) {
    try {
      await work()
      return
    } catch (error) {
      if (error instanceof CallFailed && error.kind !== 'network' && error.kind !== 'fault') throw error
      if (attempts === MAX_ATTEMPTS) throw new UploadFailed(t(uploadText.retry))
      await new Promise((wake) => setTimeout(wake, 1000 * attempts))
      if (await hasArrived().catch(() => false)) return
    }
  }
}
