import { newId, send } from '../../../platform/calls/web/send.ts'
import type { LineScan, ScanSession, ScanState } from '../../../platform/scanning/web/scan-session.ts'
import { t } from '../../../platform/text/web/language.tsx'
import { MAX_PHOTOS } from '../../contract.ts'
import { receiveText } from '../../scanning/text.ts'
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

/** The scan screen that takes them. */
type Station = Pick<
  ScanSession<ScanState & { photos: Photos | undefined }, LineScan, unknown>,
  'state' | 'set' | 'say' | 'ask' | 'busy'
>

/** The document, or the parcel without one, that the photos belong to. */
type Subject = { inboundId: number | null; trackingNo: string | null }

/** Changes the photos of one question, unless it was answered meanwhile: the next one is about other goods. */
function change(station: Station, id: string, changed: (photos: Photos) => Partial<Photos>): void {
  const { photos } = station.state
  if (photos?.id === id) station.set({ photos: { ...photos, ...changed(photos) } })
}

/** Adds a photo to the question it was taken for. The link of a phone is good for one. */
export function addPhoto(station: Station, id: string, fileId: number, linkId?: string): void {
  change(station, id, ({ fileIds, phone }) => ({
    fileIds: [...new Set([...fileIds, fileId])].slice(0, MAX_PHOTOS),
    phone: phone?.linkId === linkId ? undefined : phone,
  }))
}

/** Uploads a photo and adds it; until then the question can't be confirmed. */
export async function sendPhoto(
  station: Station,
  id: string,
  name: string,
  uploaded: Promise<{ fileId: number }>,
): Promise<void> {
  change(station, id, ({ sending }) => ({ sending: sending + 1 }))
  try {
    addPhoto(station, id, (await uploaded).fileId)
  } catch (reason) {
    station.say('error', name, reason instanceof Error ? reason.message : '')
  }
  change(station, id, ({ sending }) => ({ sending: sending - 1 }))
}

/** Adds the photo that a phone has sent since the station looked for it last. */
async function fetchLast(station: Station, id: string): Promise<void> {
  const linkId = station.state.photos?.phone?.linkId
  const match = linkId && (await station.busy(send(photoTaken, { linkId }).catch(() => undefined)))
  if (match && match.fileId !== null) addPhoto(station, id, match.fileId, linkId)
}

/** Asks for photos until the user confirms or declines; a phone may take several. */
export async function askForPhotos(
  station: Station,
  { words, yes, no }: { words: string; yes: string; no: string },
  subject: Subject,
): Promise<number[] | undefined> {
  const id = newId()
  station.set({ photos: { id, fileIds: [], sending: 0 } })
  for (;;) {
    const answer = await station.ask<'yes' | 'no' | 'phone'>(
      words,
      [
        { text: yes, command: 'ok', value: 'yes' },
        { text: no, command: 'undo', value: 'no' },
        { text: t(photoText.byPhone), command: 'mode', value: 'phone' },
      ],
      { hint: t(receiveText.damageHint) },
    )
    // The phone says that its photo is here: it belongs to these goods, also when its link is replaced or no longer shown.
    if (answer !== 'no') await fetchLast(station, id)
    if (answer === 'phone') {
      const phone = await station.busy(send(askForPhoto, subject))
      change(station, id, () => ({ phone }))
      continue
    }
    const { photos } = station.state
    if (answer === 'yes' && photos?.sending) {
      station.say('warning', '', t(receiveText.sending))
      continue
    }
    station.set({ photos: undefined })
    return answer === 'yes' ? [...(photos?.fileIds ?? [])] : undefined
  }
}
