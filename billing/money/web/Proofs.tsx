import { Flex } from 'antd'
import type { Query } from '../../../platform/calls/call.ts'
import { ChooseFile } from '../../../platform/files/web/ChooseFile.tsx'
import { FileLink } from '../../../platform/files/web/FileLink.tsx'
import { useText } from '../../../platform/text/web/language.tsx'
import { RemoveButton } from '../../../platform/ui/web/RemoveButton.tsx'
import { MAX_PROOFS } from '../contract.ts'
import { moneyText } from '../text.ts'
import './money.css'

/** The files that prove a payment or a fee, with what may be done to them. */
export function Proofs({
  files,
  reading,
  onAdd,
  onRemove,
}: {
  files: readonly { fileId: number; fileName: string; url: string }[]
  /** The query that returned them. */
  reading: Query
  onAdd?: ((fileId: number) => unknown) | undefined
  onRemove?: ((fileId: number) => void) | undefined
}) {
  const t = useText()
  return (
    <section aria-label={t(moneyText.proofs)}>
      <h3>{t(moneyText.proofs)}</h3>
      {files.length === 0 && <p className="hint">{t(moneyText.noProof)}</p>}
      {files.map(({ fileId, fileName, url }) => (
        <Flex key={fileId} gap={8} align="center" className="proof">
          <FileLink url={url} reading={reading}>
            {fileName}
          </FileLink>
          {onRemove && (
            <RemoveButton
              isSmall
              label={`${t(moneyText.removeProof)} ${fileName}`}
              onRemove={() => onRemove(fileId)}
            />
          )}
        </Flex>
      ))}
      {onAdd && files.length < MAX_PROOFS && (
        <ChooseFile
          purpose="attachment"
          label={moneyText.addProof}
          onUploaded={({ fileId }) => onAdd(fileId)}
        />
      )}
    </section>
  )
}
