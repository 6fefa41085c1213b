import { uploadRules } from '../uploads.ts'

const MOST_SIDE = 2000
const QUALITY = 0.85

/** A photo straight from a phone is larger than a picture may be: it is drawn smaller here, before a byte is sent. */
export async function fitted(file: File): Promise<File> {
  if (file.size <= uploadRules.image.most || !/^image\/(jpeg|png)$/.test(file.type)) return file
  try {
    const photo = await createImageBitmap(file)
    const share = Math.min(1, MOST_SIDE / Math.max(photo.width, photo.height))
    const canvas = document.createElement('canvas')
    canvas.width = Math.round(photo.width * share)
    canvas.height = Math.round(photo.height * share)
    canvas.getContext('2d')?.drawImage(photo, 0, 0, canvas.width, canvas.height)
    photo.close()
    const blob = await new Promise<Blob | null>((drawn) => canvas.toBlob(drawn, 'image/jpeg', QUALITY))
    return blob ? new File([blob], file.name.replace(/\.\w+$/, '.jpg'), { type: 'image/jpeg' }) : file
  } catch {
    // What the browser cannot draw is sent as it is, and the server says what is wrong with it.
    return file
  }
}
