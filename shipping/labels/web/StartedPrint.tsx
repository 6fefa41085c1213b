import { Alert, Button, Flex, InputNumber, Progress, Tag } from 'antd'
import { type RefObject, useEffect, useState } from 'react'
import { sayFailure, useAnswer, useCommand } from '../../../platform/calls/web/call.ts'
import { fetchFile } from '../../../platform/calls/web/send.ts'
import { downloadBlob } from '../../../platform/files/web/download.ts'
import { printBlob } from '../../../platform/printing/web/print.ts'
import { callText } from '../../../platform/text/common-text.ts'
import { useText } from '../../../platform/text/web/language.tsx'
import { notice } from '../../../platform/ui/web/notices.ts'
import { QueryBoundary } from '../../../platform/ui/web/QueryBoundary.tsx'
import { printText } from '../../../warehouse/print-settings/text.ts'
import { PdfPreview } from '../../../warehouse/print-settings/web/PdfPreview.tsx'
import { missingFrom, noneMissing, reportOf, toggled } from '../came-out.ts'
import { confirmLabelPrint, getLabelPrint, type LabelPrint } from '../contract.ts'
import { labelsText } from '../text.ts'
import { labelReadings } from './readings.ts'

export type Failed = { id: number; no: string; reason: string }[]

const ZIP = 'application/zip'
const ended = ['done', 'partly_done', 'failed', 'cancelled']
const POLL_MS = 700

type Shown = {
  /** The orders that were refused when the print was started. */
  failed: Failed
  wasPrinted: RefObject<boolean>
  /** Prints the labels of orders again that are not in the file. */
  onAgain: (ids: number[]) => void
  onClose: () => void
}

/** A print: its progress, its file, and which labels came out. */
export function StartedPrint({ id, ...shown }: Shown & { id: number }) {
  const answer = useAnswer(
    getLabelPrint,
    { id },
    { keep: false, every: (print) => (print && ended.includes(print.task.status) ? 0 : POLL_MS) },
  )
  return (
    <QueryBoundary answer={answer}>
      {(print) =>
        ended.includes(print.task.status) ? <Ready print={print} {...shown} /> : <Drawing task={print.task} />
      }
    </QueryBoundary>
  )
}

function Drawing({ task: { done, total } }: Pick<LabelPrint, 'task'>) {
  const t = useText()
  return (
    <div role="status">
      <p>{t(labelsText.drawing, { done, total: total || '…' })}</p>
      <Progress percent={total > 0 ? Math.floor((done * 100) / total) : 0} />
    </div>
  )
}

/** The file, printed at once when it was just made, and the question what came out. */
function Ready({ print, failed, wasPrinted, onAgain, onClose }: Shown & { print: LabelPrint }) {
  const t = useText()
  const [file, setFile] = useState<Blob>()
  const { fileUrl, message } = print.task
  const isZip = file?.type === ZIP
  const leftOut = print.labels.flatMap(({ orderId, orderNo, outcome, problem }) =>
    outcome === 'left_out' ? [{ id: orderId, no: orderNo, reason: problem ?? '' }] : [],
  )
  const notIn = [...new Set([...failed, ...leftOut].map(({ id }) => id))]
  // biome-ignore lint/correctness/useExhaustiveDependencies: once; the link changes with every answer
  useEffect(() => {
    if (!fileUrl || file) return
    void fetchFile(fileUrl)
      .then((blob) => {
        setFile(blob)
        if (wasPrinted.current) return
        wasPrinted.current = true
        if (blob.type === ZIP) downloadBlob(`labels-${print.id}.zip`, blob)
        else printBlob(blob)
      })
      .catch(sayFailure)
  }, [])
  return (
    <div className="label-print">
      <Failures failed={failed} title={t(callText.partlyDone)} />
      <Failures
        failed={leftOut}
        title={`${t(callText.partlyDone)} · ${t(labelsText.leftOutCount, { count: leftOut.length })}`}
      />
      {notIn.length > 0 && (
        <div>
          <Button onClick={() => onAgain(notIn)}>{t(labelsText.printAgain, { count: notIn.length })}</Button>
        </div>
      )}
      {!fileUrl && <Alert type="error" showIcon title={message ?? t(labelsText.neverDrawn)} />}
      {fileUrl && (
        <>
          <Outcome print={print} onClose={onClose} />
          <section className="print-preview" aria-label={t(printText.drawerPreview)}>
            {isZip ? (
              <p className="hint">{t(labelsText.zipHint)}</p>
            ) : (
              <PdfPreview file={file} isOld={false} isDrawing />
            )}
            <Flex gap={8} wrap>
              {!isZip && (
                <Button disabled={!file} onClick={() => file && printBlob(file)}>
                  {t(labelsText.openDialog)}
                </Button>
              )}
              <Button
                disabled={!file}
                onClick={() => file && downloadBlob(`labels-${print.id}.${isZip ? 'zip' : 'pdf'}`, file)}
              >
                {t(printText.download)}
              </Button>
            </Flex>
          </section>
        </>
      )}
    </div>
  )
}

/** A browser does not report whether printing succeeded, so the user is asked; by default all labels came out. */
function Outcome({ print, onClose }: { print: LabelPrint; onClose: () => void }) {
  const t = useText()
  const confirm = useCommand(confirmLabelPrint, { refreshes: [...labelReadings, getLabelPrint], quiet: true })
  const [missing, setMissing] = useState(noneMissing)
  const [failed, setFailed] = useState<Failed>([])
  const labels = print.labels.filter(({ outcome }) => outcome !== 'left_out')
  const send = (notPrinted: readonly number[]) =>
    confirm.mutate(
      { id: print.id, notPrinted: [...notPrinted] },
      {
        onSuccess: (result) => {
          setFailed(result.failed)
          notice(
            result.failed.length > 0 ? 'warning' : 'success',
            t(result.failed.length > 0 ? callText.partlyDone : callText.done),
          )
          if (result.failed.length === 0) onClose()
        },
      },
    )
  const all = labels.map(({ waybillId }) => waybillId)
  const { notPrinted, count } = reportOf(all, missing)
  if (print.confirmedBy !== null || failed.length > 0)
    return (
      <section>
        {print.confirmedBy !== null && <p>{t(labelsText.confirmedAlready, { person: print.confirmedBy })}</p>}
        <Failures failed={failed} title={t(callText.partlyDone)} />
      </section>
    )
  return (
    <section className="print-list" aria-label={t(printText.didAll)}>
      <h3>{t(printText.didAll)}</h3>
      <Flex gap={8} wrap align="center">
        <Button type="primary" loading={confirm.isPending} onClick={() => send(notPrinted)}>
          {notPrinted.length === 0 ? t(printText.yesAll) : t(labelsText.confirmCount, { count })}
        </Button>
        <Button disabled={confirm.isPending} onClick={() => send(all)}>
          {t(labelsText.noneOut)}
        </Button>
        <Flex component="label" gap={8} align="center">
          {t(printText.fromOn)}
          <InputNumber
            min={1}
            max={labels.length}
            precision={0}
            onChange={(from) => setMissing(missingFrom(all, from))}
          />
        </Flex>
      </Flex>
      <span className="hint">{t(labelsText.tickPrinted)}</span>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reachable by keyboard */}
      <ol tabIndex={0} aria-label={t(labelsText.tickPrinted)}>
        {labels.map(({ waybillId, orderNo, trackingNo, packageNo, packageCount, copyNo }, at) => (
          <li key={waybillId}>
            <label>
              <input
                type="checkbox"
                checked={!missing.has(waybillId)}
                onChange={() => setMissing(toggled(missing, waybillId))}
              />{' '}
              {at + 1}. {orderNo} {trackingNo} {packageCount > 1 && `${packageNo}/${packageCount}`}
            </label>
            {copyNo > 1 && <Tag>R{copyNo}</Tag>}
          </li>
        ))}
      </ol>
    </section>
  )
}

export function Failures({ failed, title }: { failed: Failed; title: string }) {
  if (failed.length === 0) return null
  return (
    <Alert
      type="error"
      showIcon
      role="alert"
      title={title}
      description={
        <ul>
          {failed.map(({ no, reason }) => (
            <li key={`${no} ${reason}`}>
              <b>{no}</b> {reason}
            </li>
          ))}
        </ul>
      }
    />
  )
}
