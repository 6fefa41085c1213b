import { Button } from 'antd'
import { useText } from '../../../platform/text/web/language.tsx'
import { printText } from '../text.ts'
import './print.css'

/** A file as it will be printed, or a link to it where the browser shows no PDFs. */
export function PdfPreview({
  file,
  isOld,
  isDrawing,
}: {
  file: string | undefined
  isOld: boolean
  isDrawing: boolean
}) {
  const t = useText()
  if (!file) return <p className="hint">{t(isDrawing ? printText.drawing : printText.notDrawn)}</p>
  if (!navigator.pdfViewerEnabled)
    return (
      <p className="hint">
        {t(printText.noViewer)}{' '}
        <Button size="small" href={file} target="_blank" rel="noreferrer">
          {t(printText.openFile)}
        </Button>
      </p>
    )
  return <iframe className={isOld ? 'is-old' : ''} src={file} title={t(printText.drawerPreview)} />
}
