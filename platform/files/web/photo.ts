import { PART_BYTES, uploadRules } from '../uploads.ts'

const MAX_SIDE = 2000
const QUALITY = 0.85

const isDrawable = ({ type }: File) => /^image\/(jpeg|png)$/.test(type)

/** The same photo as a JPEG with no side longer than this; undefined if the browser cannot decode it. */
async function drawn(file: File, side: number, quality: number): Promise<Blob | undefined> {
  try {
    const photo = await createImageBitmap(file)
    const share = Math.min(1, side / Math.max(photo.width, photo.height))
    const canvas = document.createElement('canvas')
    canvas.width = Math.round(photo.width * share)
    canvas.height = Math.round(photo.height * share)
    canvas.getContext('2d')?.drawImage(photo, 0, 0, canvas.width, canvas.height)
    photo.close()
    const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/jpeg', quality))
    return blob ?? undefined
  } catch {
    return undefined
  }
}

/** A phone photo exceeds the size limit for pictures, so it is scaled down before upload. */
export async function fitted(file: File): Promise<File> {
  if (file.size <= uploadRules.image.max || !isDrawable(file)) return file
  const blob = await drawn(file, MAX_SIDE, QUALITY)
  // A file the browser cannot decode is sent unchanged, and the server reports what is wrong with it.
  return blob ? new File([blob], file.name.replace(/\.\w+$/, '.jpg'), { type: 'image/jpeg' }) : file
}

/** A photo small enough for one call in base64; each attempt is smaller than the one before. */
export async function drawnSmall(file: File): Promise<string | undefined> {
  if (!isDrawable(file)) return undefined
  if (file.size <= PART_BYTES) return inBase64(file)
  for (const [side, quality] of [
    [1600, 0.8],
    [1200, 0.75],
    [900, 0.6],
  ] as const) {
    const blob = await drawn(file, side, quality)
    if (blob && blob.size <= PART_BYTES) return inBase64(blob)
  }
  return undefined
}

export const inBase64 = (blob: Blob) =>
  new Promise<string>((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result).split(',')[1] ?? '')
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(blob)
  })
