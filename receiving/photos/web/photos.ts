import { newId, send } from '../../../platform/calls/web/send.ts'
import { t } from '../../../platform/text/web/language.tsx'
import { MAX_PHOTOS } from '../../contract.ts'
import { receiveText } from '../../scanning/text.ts'
import type { Receiver } from '../../scanning/web/receiver.ts'
import { askForPhoto, photoTaken } from '../contract.ts'
import { photoText } from '../text.ts'

/** Photos being taken; `phone` is the link a phone may use. */
export type Photos = {
  /** The question they are taken for. */
  id: string
  fileIds: readonly number[]
  /** Uploads in progress. */
  sending: number
  phone?: { linkId: string; link: string } | undefined
}

/** The document, or the parcel without one, that the photos belong to. */
export type Subject = { inboundId: number | null; trackingNo: string | null }

/** Changes the photos of one question, unless it was answered meanwhile: the next one is about other goods. */
function change(receiver: Receiver, id: string, changed: (photos: Photos) => Partial<Photos>): void {
  const { photos } = receiver.state
  if (photos?.id === id) receiver.set({ photos: { ...photos, ...changed(photos) } })
}

/** Adds a photo to the question it was taken for. The link of a phone is good for one. */
export function addPhoto(receiver: Receiver, id: string, fileId: number, linkId?: string): void {
  change(receiver, id, ({ fileIds, phone }) => ({
    fileIds: [...new Set([...fileIds, fileId])].slice(0, MAX_PHOTOS),
    phone: phone?.linkId === linkId ? undefined : phone,
  }))
}

/** Uploads a photo and adds it; until then the question can't be confirmed. */
export async function sendPhoto(
  receiver: Receiver,
  id: string,
  name: string,
  uploaded: Promise<{ fileId: number }>,
): Promise<void> {
  change(receiver, id, ({ sending }) => ({ sending: sending + 1 }))
  try {
    addPhoto(receiver, id, (await uploaded).fileId)
  } catch (reason) {
    receiver.say('error', name, reason instanceof Error ? reason.message : '')
  }
  change(receiver, id, ({ sending }) => ({ sending: sending - 1 }))
}

/** Adds the photo that a phone has sent since the station looked for it last. */
async function fetchLast(receiver: Receiver, id: string): Promise<void> {
  const linkId = receiver.state.photos?.phone?.linkId
  const match = linkId && (await receiver.busy(send(photoTaken, { linkId }).catch(() => undefined)))
  if (match && match.fileId !== null) addPhoto(receiver, id, match.fileId, linkId)
}

/** Asks for photos until the user confirms or declines; a phone may take several. */
export async function askForPhotos(
  receiver: Receiver,
  { words, yes, no }: { words: string; yes: string; no: string },
  subject: Subject,
): Promise<number[] | undefined> {
  const id = newId()
  receiver.set({ photos: { id, fileIds: [], sending: 0 } })
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
    // The phone says that its photo is here: it belongs to these goods, also when its link is replaced or no longer shown.
    if (answer !== 'no') await fetchLast(receiver, id)
    if (answer === 'phone') {
      const phone = await receiver.busy(send(askForPhoto, subject))
      change(receiver, id, () => ({ phone }))
      continue
    }
    const { photos } = receiver.state
    if (answer === 'yes' && photos?.sending) {
      receiver.say('warning', '', t(receiveText.sending))
      continue
    }
    receiver.set({ photos: undefined })
    return answer === 'yes' ? [...(photos?.fileIds ?? [])] : undefined
  }
}
