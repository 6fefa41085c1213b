import { Button, Progress } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { sayFailure } from '../../calls/web/call.ts'
import type { Text } from '../../text/text.ts'
import { useText } from '../../text/web/language.tsx'
import { notice } from '../../ui/web/notices.ts'
import { type UploadPurpose, uploadRules, uploadText } from '../uploads.ts'
import { type Uploaded, UploadFailed, upload } from './upload.ts'

/** A button that uploads a file. */
export function ChooseFile({
  purpose,
  label,
  onUploaded,
}: {
  purpose: UploadPurpose
  label: Text
  onUploaded: (file: Uploaded) => unknown
}) {
  const t = useText()
  const chosen = useRef<HTMLInputElement>(null)
  const [share, setShare] = useState<number>()
  // The form may have changed while the file was uploaded.
  const latest = useRef(onUploaded)
  useEffect(() => {
    latest.current = onUploaded
  })

  const take = async (file: File | undefined) => {
    if (!file) return
    setShare(0)
    try {
      const uploaded = await upload(file, purpose, setShare)
      await latest.current(uploaded)
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
        aria-label={t(label)}
        accept={uploadRules[purpose].endings.map((ending) => `.${ending}`).join(',')}
        onChange={({ target }) => {
          void take(target.files?.[0])
          target.value = ''
        }}
      />
      <Button loading={share !== undefined} onClick={() => chosen.current?.click()}>
        {t(label)}
      </Button>
      {share !== undefined && (
        <Progress percent={Math.round(share * 100)} aria-label={t(uploadText.uploading)} />
      )}
    </>
  )
}
