import type { SentTo } from '../call.ts'
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
import { t } from './language.tsx'
import { inBase64 } from './photo.ts'
import { CallFailed, send } from './send.ts'

export type Uploaded = { fileId: number; fileName: string; size: number; url: string }

const TRIES = 3

/** A file that did not get in; its message says why, in the page's language. */
export class UploadFailed extends Error {}

/**
 * The uploads of this page that broke off, by what tells a file from another.
 *
 * Whoever chooses the same file again goes on where it broke off.
 */
const unfinished = new Map<string, string>()

/** Sends a file in parts; a part that got lost on the way is sent again, and none is sent twice for nothing. */
export async function upload(
  file: File,
  purpose: UploadPurpose,
  onProgress: (share: number) => void = () => {},
): Promise<Uploaded> {
  const problem = problemOf(purpose, file.name, file.size)
  if (problem) throw new UploadFailed(t(problem))
  const sign = JSON.stringify([purpose, file.name, file.size, file.lastModified])
  const { uploadId, arrived } = await begun(sign, { purpose, fileName: file.name, size: file.size })
  try {
    return await goneOnWith(file, uploadId, arrived, onProgress)
  } catch (error) {
    unfinished.set(sign, uploadId)
    throw error
  }
}

async function goneOnWith(
  file: File,
  uploadId: string,
  arrived: readonly number[],
  onProgress: (share: number) => void,
): Promise<Uploaded> {
  const parts = Math.ceil(file.size / PART_BYTES)
  for (let part = 0; part < parts; part++) {
    if (arrived.includes(part)) continue
    const base64 = await inBase64(file.slice(part * PART_BYTES, (part + 1) * PART_BYTES)).catch(() => {
      throw new UploadFailed(t(uploadText.failed))
    })
    await again(
      () => send(putPart, { uploadId, part, base64 }),
      async () => (await send(uploadState, { uploadId })).parts.includes(part),
    )
    onProgress((part + 1) / parts)
  }
  return send(finishUpload, { uploadId })
}

/** The upload of such a file that broke off, unless the server has forgotten it; else a new one. */
async function begun(sign: string, file: SentTo<typeof beginUpload>) {
  const known = unfinished.get(sign)
  // Whoever goes on with it has it alone.
  unfinished.delete(sign)
  const state = known && (await send(uploadState, { uploadId: known }).catch(() => undefined))
  if (known && state) return { uploadId: known, arrived: state.parts }
  const { uploadId } = await send(beginUpload, file)
  return { uploadId, arrived: [] }
}

/** Tries anew when nobody answered, or the server stumbled, unless what was sent has arrived after all. */
async function again(work: () => Promise<unknown>, hasArrived: () => Promise<boolean>): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await work()
      return
    } catch (error) {
      if (error instanceof CallFailed && error.kind !== 'network' && error.kind !== 'fault') throw error
      if (tries === TRIES) throw new UploadFailed(t(uploadText.retry))
      await new Promise((wake) => setTimeout(wake, 1000 * tries))
      if (await hasArrived().catch(() => false)) return
    }
  }
}
