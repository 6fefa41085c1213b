import { Button } from 'antd'
import { useRef, useState } from 'react'
import { uploadRules } from '../../lib/uploads.ts'
import { sayFailure } from '../../lib/web/call.ts'
import { useText } from '../../lib/web/language.tsx'
import { notice } from '../../lib/web/notices.ts'
import { type Uploaded, UploadFailed, upload } from '../../lib/web/upload.ts'
import { receivingText } from '../text.ts'

/** A button that takes a paper of an inbound order and sends it up. */
export function ChooseFile({ onUploaded }: { onUploaded: (file: Uploaded) => unknown }) {
  const t = useText()
  const chosen = useRef<HTMLInputElement>(null)
  const [isSending, setSending] = useState(false)

  const take = async (file: File | undefined) => {
    if (!file) return
    setSending(true)
    try {
      await onUploaded(await upload(file, 'attachment'))
    } catch (fault) {
      if (fault instanceof UploadFailed) notice('error', fault.message)
      else sayFailure(fault)
    } finally {
      setSending(false)
    }
  }
  return (
    <>
      <input
        ref={chosen}
        type="file"
        // A form's own rules would show what is merely `hidden`.
        style={{ display: 'none' }}
        aria-label={t(receivingText.addAttachment)}
        accept={uploadRules.attachment.endings.map((ending) => `.${ending}`).join(',')}
        onChange={({ target }) => {
          void take(target.files?.[0])
          target.value = ''
        }}
      />
      <Button loading={isSending} onClick={() => chosen.current?.click()}>
        {t(receivingText.addAttachment)}
      </Button>
    </>
  )
}
