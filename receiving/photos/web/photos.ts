import { send } from '../../../platform/calls/web/send.ts'
import { t } from '../../../platform/text/web/language.tsx'
import { MAX_PHOTOS } from '../../contract.ts'
import { receiveText } from '../../scanning/text.ts'
import type { Receiver } from '../../scanning/web/receiver.ts'
import { askForPhoto } from '../contract.ts'
import { photoText } from '../text.ts'

/** Photos being taken; `phone` is the link a phone may use. */
export type Photos = {
  fileIds: readonly number[]
  isSending: boolean
  phone?: { linkId: string; link: string } | undefined
}

/** The document, or the parcel without one, that the photos belong to. */
export type Subject = { inboundId: number | null; trackingNo: string | null }

export function addPhoto(receiver: Receiver, fileId: number): void {
  const { photos } = receiver.state
  if (!photos || photos.fileIds.length >= MAX_PHOTOS) return
  receiver.set({ photos: { ...photos, fileIds: [...photos.fileIds, fileId], phone: undefined } })
}

/** Asks for photos until the user confirms or declines; a phone may take several. */
export async function askForPhotos(
  receiver: Receiver,
  { words, yes, no }: { words: string; yes: string; no: string },
  subject: Subject,
): Promise<number[] | undefined> {
  receiver.set({ photos: { fileIds: [], isSending: false } })
  for (;;) {
    const answer = await receiver.ask<'yes' | 'no' | 'phone'>(
      words,
      [
        { text: yes, command: 'ok', value: 'yes' },
        { text: no, command: 'undo', value: 'no' },
        { text: t(photoText.byPhone), command: 'mode', value: 'phone' },
      ],
      { hint: t(receiveText.damageHint) },
    )
    const { photos } = receiver.state
    if (answer === 'phone' && photos) {
      const phone = await receiver.busy(send(askForPhoto, subject))
      receiver.set({ photos: { ...photos, phone } })
      continue
    }
    receiver.set({ photos: undefined })
    return answer === 'yes' ? [...(photos?.fileIds ?? [])] : undefined
  }
}
