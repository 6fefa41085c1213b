import { Button, Progress } from 'antd'
import { useRef, useState } from 'react'
import { sayFailure } from '../../platform/calls/web/call.ts'
import { uploadRules } from '../../platform/files/uploads.ts'
import { type Uploaded, UploadFailed, upload } from '../../platform/files/web/upload.ts'
import { useText } from '../../platform/text/web/language.tsx'
import { notice } from '../../platform/ui/web/notices.ts'
import { receivingText } from '../text.ts'

/** A button that uploads a document of an inbound order. */
export function ChooseFile({ onUploaded }: { onUploaded: (file: Uploaded) => unknown }) {
  const t = useText()
  const chosen = useRef<HTMLInputElement>(null)
  const [share, setShare] = useState<number>()

  const take = async (file: File | undefined) => {
    if (!file) return
    setShare(0)
    try {
      await onUploaded(await upload(file, 'attachment', setShare))
    } catch (fault) {
      if (fault instanceof UploadFailed) notice('error', fault.message)
      else sayFailure(fault)
    } finally {
      setShare(undefined)
    }
  }
  return (
    <>
      <input
        ref={chosen}
        type="file"
        // A form's own styles would show an element that is merely `hidden`.
        style={{ display: 'none' }}
        aria-label={t(receivingText.addAttachment)}
        accept={uploadRules.attachment.endings.map((ending) => `.${ending}`).join(',')}
        onChange={({ target }) => {
          void take(target.files?.[0])
          target.value = ''
        }}
      />
      <Button loading={share !== undefined} onClick={() => chosen.current?.click()}>
        {t(receivingText.addAttachment)}
      </Button>
      {share !== undefined && (
        <Progress percent={Math.round(share * 100)} aria-label={t(receivingText.uploading)} />
      )}
    </>
  )
}
