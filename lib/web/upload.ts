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

/** Sends a file in parts; a part that got lost on the way is sent again, and none is sent twice for nothing. */
export async function upload(
  file: File,
  purpose: UploadPurpose,
  onProgress: (share: number) => void = () => {},
): Promise<Uploaded> {
  const problem = problemOf(purpose, file.name, file.size)
  if (problem) throw new UploadFailed(t(problem))
  const { uploadId } = await send(beginUpload, { purpose, fileName: file.name, size: file.size })
  const parts = Math.ceil(file.size / PART_BYTES)
  for (let part = 0; part < parts; part++) {
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

/** Tries anew when nobody answered, unless what was sent has arrived after all. */
async function again(work: () => Promise<unknown>, hasArrived: () => Promise<boolean>): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await work()
      return
    } catch (error) {
      if (!(error instanceof CallFailed) || error.kind !== 'network' || tries === TRIES) {
        throw error instanceof CallFailed && error.kind !== 'network'
          ? error
          : new UploadFailed(t(uploadText.retry))
      }
      await new Promise((wake) => setTimeout(wake, 1000 * tries))
      if (await hasArrived().catch(() => false)) return
    }
  }
}
