import { Suspense, useEffect } from 'react'
import { send } from '../../../platform/calls/web/send.ts'
import { fitted } from '../../../platform/files/web/photo.ts'
import { upload } from '../../../platform/files/web/upload.ts'
import { useText } from '../../../platform/text/web/language.tsx'
import { lazyPage } from '../../../platform/ui/web/lazy-page.tsx'
import { receiveText } from '../../scanning/text.ts'
import type { Receiver } from '../../scanning/web/receiver.ts'
import { photoTaken } from '../contract.ts'
import { photoText } from '../text.ts'
import { addPhoto, type Photos, sendPhoto } from './photos.ts'

const PhoneCode = lazyPage(() => import('./PhoneCode.tsx'), 'PhoneCode')

/** `localhost` is a different machine on the phone. */
const isOnlyHere = /^(localhost|127\..*|\[::1\])$/.test(location.hostname)

/** Photos for the current question: from this device, or from a phone that has scanned the code. */
export function PhotoBox({ receiver, photos }: { receiver: Receiver; photos: Photos }) {
  const t = useText()
  const { id, fileIds, sending, phone } = photos
  const uploaded = async (file: File) => upload(await fitted(file), 'image')
  const add = (file: File | undefined) => file && sendPhoto(receiver, id, file.name, uploaded(file))
  return (
    <div className="station-card receive-photos">
      <p>
        <label className="file-button">
          {t(receiveText.photo)}
          <input
            type="file"
            className="only-read-aloud"
            accept="image/jpeg,image/png"
            capture="environment"
            onChange={({ target }) => {
              void add(target.files?.[0])
              // The next scan goes to the scan field again.
              target.blur()
            }}
          />
        </label>{' '}
        {sending > 0 ? t(receiveText.sending) : t(receiveText.photos, { count: fileIds.length })}
      </p>
      {phone && (
        <Suspense fallback={null}>
          <PhoneCode address={`${location.origin}/photo#${phone.link}`} />
          <p>
            {isOnlyHere ? t(photoText.onlyHere, { host: location.hostname }) : t(photoText.scanWithPhone)}
          </p>
          <WaitForPhone key={phone.linkId} receiver={receiver} id={id} linkId={phone.linkId} />
        </Suspense>
      )}
    </div>
  )
}

const POLL_MS = 1000

/** Polls for the photo until it arrives or the link expires. */
function WaitForPhone({ receiver, id, linkId }: { receiver: Receiver; id: string; linkId: string }) {
  const t = useText()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    let isGone = false
    const poll = async () => {
      const match = await send(photoTaken, { linkId }).catch(() => undefined)
      if (isGone) return
      if (match?.fileId) {
        addPhoto(receiver, id, match.fileId, linkId)
        return receiver.say('ok', '', t(photoText.came))
      }
      if (match?.isOver) return receiver.say('warning', '', t(photoText.over))
      timer = setTimeout(poll, POLL_MS)
    }
    timer = setTimeout(poll, POLL_MS)
    return () => {
      isGone = true
      clearTimeout(timer)
    }
  }, [receiver, id, linkId, t])
  return null
}
