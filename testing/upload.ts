import {
  beginUpload,
  finishUpload,
  PART_BYTES,
  putPart,
  type UploadPurpose,
} from '../platform/files/uploads.ts'
import type { TestServer } from './test-server.ts'

type Session = { token: string; headers: Record<string, string> }

/** Uploads a file as the page does, part by part; returns the final response, or the first refusal. */
export async function upload(
  server: Pick<TestServer, 'send'>,
  who: Session,
  purpose: UploadPurpose,
  fileName: string,
  bytes: Uint8Array,
) {
  const begun = await server.send(beginUpload, { purpose, fileName, size: bytes.length }, who)
  if (!begun.success) return begun
  const { uploadId } = begun.data as { uploadId: string }
  for (let part = 0; part * PART_BYTES < bytes.length; part++) {
    const base64 = Buffer.from(bytes.slice(part * PART_BYTES, (part + 1) * PART_BYTES)).toString('base64')
    const put = await server.send(putPart, { uploadId, part, base64 }, who)
    if (!put.success) return put
  }
  return server.send(finishUpload, { uploadId }, who)
}

/** The same for a file that must be accepted: returns its id. */
export async function uploadedId(...file: Parameters<typeof upload>): Promise<number> {
  const kept = await upload(...file)
  if (!kept.success) throw new Error(`the file did not get in: ${kept.message}`)
  return (kept.data as { fileId: number }).fileId
}
