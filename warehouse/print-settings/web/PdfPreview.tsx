import { Button } from 'antd'
import { useEffect, useState } from 'react'
import { useText } from '../../../platform/text/web/language.tsx'
import { printText } from '../text.ts'
import './print.css'

/** A file as it will be printed, or a link to it where the browser shows no PDFs. */
export function PdfPreview({
  file,
  isOld,
  isDrawing,
}: {
  file: Blob | undefined
  isOld: boolean
  isDrawing: boolean
}) {
  const t = useText()
  const [address, setAddress] = useState<string>()
  // The address ends when the tab is left; the file gets another one when the user comes back.
  useEffect(() => {
    if (!file) return
    const made = URL.createObjectURL(file)
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  if (!file || !address)
    return <p className="hint">{t(isDrawing ? printText.drawing : printText.notDrawn)}</p>
  if (!navigator.pdfViewerEnabled)
    return (
      <p className="hint">
        {t(printText.noViewer)}{' '}
        <Button size="small" href={address} target="_blank" rel="noreferrer">
          {t(printText.openFile)}
        </Button>
      </p>
    )
  return <iframe className={isOld ? 'is-old' : ''} src={address} title={t(printText.drawerPreview)} />
}
