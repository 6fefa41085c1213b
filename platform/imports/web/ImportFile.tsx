import { Button, Flex, Progress } from 'antd'
import { useEffect, useId, useRef, useState } from 'react'
import { sayFailure, useAnswer, useCommand } from '../../calls/web/call.ts'
import { send } from '../../calls/web/send.ts'
import { downloadBytes } from '../../files/web/download.ts'
import { UploadFailed, upload } from '../../files/web/upload.ts'
import { LocalTime } from '../../text/web/LocalTime.tsx'
import { useText } from '../../text/web/language.tsx'
import { notice } from '../../ui/web/notices.ts'
import { importTemplate, lastImports, startImport } from '../contract.ts'
import { importText } from '../text.ts'
import type { Form } from './import-step.ts'
import { dialogText } from './import-text.ts'
import './import.css'

const inMegabytes = (bytes: number) => bytes / 1024 / 1024

/**
 * A file input with the product's own button: the browser's says “Choose File” in the browser's language.
 */
function FileButton({
  id,
  accept,
  isDisabled = false,
  onFile,
}: {
  id: string
  accept: string
  isDisabled?: boolean
  onFile: (file: File | undefined) => void
}) {
  const t = useText()
  const input = useRef<HTMLInputElement>(null)
  const [name, setName] = useState('')
  return (
    <>
      <input
        ref={input}
        id={id}
        type="file"
        style={{ display: 'none' }}
        accept={accept}
        disabled={isDisabled}
        onChange={({ target }) => {
          const [file] = target.files ?? []
          // Cancelling the browser's dialog keeps the file that was chosen before.
          if (!file) return
          setName(file.name)
          onFile(file)
          target.value = ''
        }}
      />
      <Button disabled={isDisabled} onClick={() => input.current?.click()}>
        {t(dialogText.browse)}
      </Button>
      {name && <span>{name}</span>}
    </>
  )
}

export function FileStep({ form, onOpen }: { form: Form; onOpen: (id: number) => void }) {
  const t = useText()
  const id = useId()
  const [share, setShare] = useState<number>()
  const [zip, setZip] = useState<File>()
  const start = useCommand(startImport, { refreshes: [lastImports], quiet: true, ownErrors: true })
  const last = useAnswer(lastImports, { kind: form.kind })
  const { limits, imports = [] } = last.data ?? {}

  const take = async (sheet: File | string | undefined) => {
    if (!sheet || share !== undefined) return
    setShare(0)
    // The pictures are uploaded first; progress covers both files.
    const before = zip?.size ?? 0
    const whole = before + (typeof sheet === 'string' ? 0 : sheet.size)
    try {
      const pictures = zip && (await upload(zip, 'zip', (share) => setShare((share * before) / whole)))
      const source =
        typeof sheet === 'string'
          ? { pasted: sheet }
          : {
              fileId: (
                await upload(sheet, 'sheet', (share) => setShare((before + share * sheet.size) / whole))
              ).fileId,
            }
      const started = await start.mutateAsync({
        kind: form.kind,
        ...source,
        ...(pictures && { zipFileId: pictures.fileId }),
      })
      onOpen(started.id)
    } catch (error) {
      if (error instanceof UploadFailed) notice('error', error.message)
      else sayFailure(error)
    } finally {
      setShare(undefined)
    }
  }

  // Wherever the focus is: on this step a dialog has nothing else to paste into.
  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => {
      // Beside the cells Excel puts a picture of them on the clipboard, which is not a spreadsheet.
      const file = [...(event.clipboardData?.files ?? [])].find(({ name }) => /\.xlsx?$/i.test(name))
      const sheet = file ?? event.clipboardData?.getData('text/plain')
      if (!sheet) return
      event.preventDefault()
      void take(sheet)
    }
    document.addEventListener('paste', onPaste)
    return () => document.removeEventListener('paste', onPaste)
  })

  return (
    <Flex vertical gap={16}>
      <p>
        {limits && t(dialogText.limits, { rows: limits.rows, max: inMegabytes(limits.sheet) })}{' '}
        <Button
          type="link"
          onClick={() =>
            void send(importTemplate, { kind: form.kind })
              .then(({ fileName, base64 }) => downloadBytes(fileName, base64))
              .catch(sayFailure)
          }
        >
          {t(dialogText.template)}
        </Button>
      </p>
      {form.takesZip && (
        <label className="import-file" htmlFor={`${id}-zip`}>
          {t(dialogText.zip)} {limits && t(dialogText.zipMost, { max: inMegabytes(limits.zip) })}
          <span className="hint">{t(form.takesZip)}</span>
          <FileButton id={`${id}-zip`} accept=".zip" onFile={setZip} />
        </label>
      )}
      <label
        className="import-file import-drop"
        htmlFor={`${id}-sheet`}
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault()
          void take(event.dataTransfer.files[0])
        }}
      >
        {t(dialogText.choose)}
        <FileButton
          id={`${id}-sheet`}
          accept=".xls,.xlsx"
          isDisabled={share !== undefined}
          onFile={(file) => void take(file)}
        />
      </label>
      <p className="hint">{t(dialogText.paste)}</p>
      {share !== undefined && (
        <Progress percent={Math.round(share * 100)} aria-label={t(dialogText.uploading)} />
      )}
      {imports.length > 0 && (
        <>
          <h3>{t(dialogText.last)}</h3>
          <ul className="import-last">
            {imports.map(({ id, importNo, fileName, status, createdAt, ok, failed, userName, isOwn }) => (
              <li key={id}>
                {isOwn ? (
                  <Button type="link" onClick={() => onOpen(id)}>
                    {importNo}
                  </Button>
                ) : (
                  <span className="import-theirs">
                    {importNo} · {userName} ·
                  </span>
                )}{' '}
                {fileName} · {t(dialogText.states[status])} · {t(importText.result, { ok, failed })} ·{' '}
                <LocalTime at={createdAt} />
              </li>
            ))}
          </ul>
        </>
      )}
    </Flex>
  )
}
