import { Flex } from 'antd'
import type { OutputOf } from '../../platform/calls/call.ts'
import { useCommand } from '../../platform/calls/web/call.ts'
import { ChooseFile } from '../../platform/files/web/ChooseFile.tsx'
import { FileLink } from '../../platform/files/web/FileLink.tsx'
import { useText } from '../../platform/text/web/language.tsx'
import { useFeature, useMay } from '../../platform/ui/web/permission.tsx'
import { RemoveButton } from '../../platform/ui/web/RemoveButton.tsx'
import { addAttachment, inbound, removeAttachment } from '../contract.ts'
import { readings } from '../scanning/web/readings.ts'
import { receivingText } from '../text.ts'

/** Packing lists, bills of lading and other documents of an inbound order. */
export function Attachments({ of }: { of: OutputOf<typeof inbound> }) {
  const t = useText()
  const may = useMay()
  const adding = useCommand(addAttachment, { refreshes: readings, ownErrors: true })
  const removing = useCommand(removeAttachment, { refreshes: readings })
  const mayEdit = useFeature('receiving') === 'full' && may(addAttachment.permission)

  if (!mayEdit && of.attachments.length === 0) return null
  return (
    <section aria-label={t(receivingText.attachments)}>
      <h3>{t(receivingText.attachments)}</h3>
      {of.attachments.map(({ fileId, fileName, url }) => (
        <Flex key={fileId} gap={8} align="center">
          <FileLink url={url} reading={inbound}>
            {fileName}
          </FileLink>
          {mayEdit && (
            <RemoveButton
              isSmall
              label={`${t(receivingText.removeAttachment)} ${fileName}`}
              onRemove={() => removing.mutate({ id: of.id, fileId })}
            />
          )}
        </Flex>
      ))}
      {mayEdit && (
        <ChooseFile
          purpose="attachment"
          label={receivingText.addAttachment}
          onUploaded={({ fileId }) => adding.mutateAsync({ id: of.id, fileId })}
        />
      )}
    </section>
  )
}
