import { Button, Flex } from 'antd'
import { useRef, useState } from 'react'
import type { OutputOf } from '../../lib/call.ts'
import { uploadRules } from '../../lib/uploads.ts'
import { sayFailure, useCommand } from '../../lib/web/call.ts'
import { useText } from '../../lib/web/language.tsx'
import { notice } from '../../lib/web/notices.ts'
import { useFeature, useMay } from '../../lib/web/permission.tsx'
import { UploadFailed, upload } from '../../lib/web/upload.ts'
import { addAttachment, type inbound, removeAttachment } from '../contract.ts'
import { receivingText } from '../text.ts'
import { readings } from './readings.ts'

/** Packing lists, bills of lading and whatever else belongs to an inbound order. */
export function Attachments({ of }: { of: OutputOf<typeof inbound> }) {
  const t = useText()
  const may = useMay()
  const chosen = useRef<HTMLInputElement>(null)
  const [isSending, setSending] = useState(false)
  const adding = useCommand(addAttachment, { refreshes: readings, ownErrors: true })
  const removing = useCommand(removeAttachment, { refreshes: readings })
  const mayEdit = useFeature('receiving') === 'full' && may(addAttachment.permission)

  const take = async (file: File | undefined) => {
    if (!file) return
    setSending(true)
    try {
      const { fileId } = await upload(file, 'attachment')
      await adding.mutateAsync({ id: of.id, fileId })
    } catch (fault) {
      if (fault instanceof UploadFailed) notice('error', fault.message)
      else sayFailure(fault)
    } finally {
      setSending(false)
    }
  }
  if (!mayEdit && of.attachments.length === 0) return null
  return (
    <section aria-label={t(receivingText.attachments)}>
      <h3>{t(receivingText.attachments)}</h3>
      {of.attachments.map(({ fileId, fileName, url }) => (
        <Flex key={fileId} gap={8} align="center">
          <a href={url}>{fileName}</a>
          {mayEdit && (
            <Button
              type="text"
              size="small"
              danger
              aria-label={`${t(receivingText.removeAttachment)} ${fileName}`}
              onClick={() => removing.mutate({ id: of.id, fileId })}
            >
              ✕
            </Button>
          )}
        </Flex>
      ))}
      {mayEdit && (
        <>
          <input
            ref={chosen}
            type="file"
            hidden
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
      )}
    </section>
  )
}
