import { Alert, Button, Flex, Modal, Tooltip } from 'antd'
import { useRef, useState } from 'react'
import { downloadBlob } from '../../../platform/files/web/download.ts'
import { language, useText } from '../../../platform/text/web/language.tsx'
import { webText } from '../../../platform/text/web/text.ts'
import type { ContentOf } from '../contract.ts'
import type { Grid } from '../freight-grid.ts'
import { freightText } from '../freight-text.ts'
import { type FileProblem, type FreightFile, freightSheets, readFreightSheets } from '../freight-workbook.ts'

const MAX_MB = 5
const MAX_LISTED = 20

// The library for spreadsheets is loaded when it is needed.
const workbooks = () => import('../workbook-bytes.ts')

/** Saves the table as it is in the editor, with its surcharges and settings. */
export async function saveFreightFile(name: string, grid: Grid, content: ContentOf<'freight'>) {
  const { workbookBytes } = await workbooks()
  const bytes = await workbookBytes(freightSheets(grid, content, language))
  downloadBlob(`${name}.xlsx`, new Blob([bytes.slice()]))
}

type Read = FreightFile | { problems: FileProblem[] } | 'unreadable' | 'too_big'

async function readFile(file: File): Promise<Read> {
  if (file.size > MAX_MB * 1024 * 1024) return 'too_big'
  const { sheetsIn } = await workbooks()
  const sheets = await sheetsIn(new Uint8Array(await file.arrayBuffer())).catch(() => undefined)
  return sheets ? readFreightSheets(sheets) : 'unreadable'
}

/** A button that takes the prices of a file into the editor, after it was checked. */
export function FreightUpload({ onApply }: { onApply: (file: FreightFile) => void }) {
  const t = useText()
  const chosen = useRef<HTMLInputElement>(null)
  const [isReading, setReading] = useState(false)
  const [read, setRead] = useState<Read>()
  const take = async (file: File | undefined) => {
    if (!file) return
    setReading(true)
    setRead(await readFile(file))
    setReading(false)
  }
  const isGood = typeof read === 'object' && 'grid' in read
  return (
    <>
      <input
        ref={chosen}
        type="file"
        style={{ display: 'none' }}
        aria-label={t(freightText.upload)}
        accept=".xlsx"
        onChange={({ target }) => {
          void take(target.files?.[0])
          target.value = ''
        }}
      />
      <Tooltip title={t(freightText.uploadHint)}>
        <Button loading={isReading} onClick={() => chosen.current?.click()}>
          {t(freightText.upload)}
        </Button>
      </Tooltip>
      {read && (
        <Modal
          open
          title={t(freightText.upload)}
          okText={t(freightText.apply)}
          okButtonProps={{ disabled: !isGood, autoFocus: isGood }}
          onOk={() => {
            if (isGood) onApply(read)
            setRead(undefined)
          }}
          onCancel={() => setRead(undefined)}
          closable={{ 'aria-label': t(webText.close) }}
        >
          <ReadResult read={read} />
        </Modal>
      )}
    </>
  )
}

function ReadResult({ read }: { read: Read }) {
  const t = useText()
  if (read === 'unreadable') return <Alert type="error" showIcon title={t(freightText.uploadUnreadable)} />
  if (read === 'too_big')
    return <Alert type="error" showIcon title={t(freightText.uploadTooBig, { max: MAX_MB })} />
  if ('problems' in read)
    return (
      <Flex vertical gap={8}>
        <Alert type="error" showIcon title={t(freightText.uploadWrong, { count: read.problems.length })} />
        <ul className="quote-problems">
          {read.problems.slice(0, MAX_LISTED).map(({ message, sheet: tab, row, column }) => (
            <li key={`${tab} ${row} ${column} ${message.en_US}`}>
              {t(freightText.fileWrong, { tab, row, column, what: message[language] })}
            </li>
          ))}
        </ul>
        {read.problems.length > MAX_LISTED && (
          <p>{t(freightText.more, { count: read.problems.length - MAX_LISTED })}</p>
        )}
      </Flex>
    )
  const { grid, surcharges } = read
  return (
    <Flex vertical gap={8} role="status">
      <strong>
        {t(freightText.uploadFound, { rows: grid.tiers.length, columns: grid.zones.length })}
        {surcharges && ` · ${t(freightText.uploadSurcharges, { count: surcharges.length })}`}
      </strong>
      <p className="hint">{t(freightText.uploadReplaces)}</p>
    </Flex>
  )
}
