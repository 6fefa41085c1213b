import { Flex, Form } from 'antd'
import type { Text } from '../../text/text.ts'
import { useText } from '../../text/web/language.tsx'
import { RemoveButton } from '../../ui/web/RemoveButton.tsx'
import { ChooseFile } from './ChooseFile.tsx'

export type ChosenFile = { fileId: number; fileName: string }

/** Files that are attached when their form is saved. */
export function FilesField({
  files,
  max,
  words,
  problem,
  isWide = false,
  onChange,
}: {
  files: readonly ChosenFile[]
  max: number
  words: { files: Text; add: Text; remove: Text }
  problem?: Text | undefined
  /** Takes a row of its own. */
  isWide?: boolean
  onChange: (files: ChosenFile[]) => void
}) {
  const t = useText()
  return (
    <Form.Item
      label={t(words.files)}
      {...(isWide && { className: 'is-wide' })}
      {...(problem && { validateStatus: 'error', help: t(problem) })}
    >
      {files.map(({ fileId, fileName }) => (
        <Flex key={fileId} gap={8} align="center">
          {fileName}
          <RemoveButton
            isSmall
            label={`${t(words.remove)} ${fileName}`}
            onRemove={() => onChange(files.filter((file) => file.fileId !== fileId))}
          />
        </Flex>
      ))}
      {files.length < max && (
        <ChooseFile
          purpose="attachment"
          label={words.add}
          onUploaded={({ fileId, fileName }) => onChange([...files, { fileId, fileName }])}
        />
      )}
    </Form.Item>
  )
}
