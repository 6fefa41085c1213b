import { Alert, Button, Checkbox, Flex, Input, InputNumber, Select } from 'antd'
import { useMemo, useRef, useState } from 'react'
import type { OutputOf, SentTo } from '../../../platform/calls/call.ts'
import { useAnswer, useCommand } from '../../../platform/calls/web/call.ts'
import { pdfOf } from '../../../platform/printing/web/print.ts'
import { workstation } from '../../../platform/printing/web/workstation.ts'
import { myTasks } from '../../../platform/tasks/tasks.ts'
import { callText } from '../../../platform/text/common-text.ts'
import { say, type Text } from '../../../platform/text/text.ts'
import { useDictionary } from '../../../platform/text/web/dictionary.tsx'
import { language, useText } from '../../../platform/text/web/language.tsx'
import { DetailDrawer } from '../../../platform/ui/web/DetailDrawer.tsx'
import { QueryBoundary } from '../../../platform/ui/web/QueryBoundary.tsx'
import {
  labelSortText,
  type PrintSettings,
  packingSlipText,
  printSettings,
} from '../../../warehouse/print-settings/contract.ts'
import { printText } from '../../../warehouse/print-settings/text.ts'
import { PdfPreview } from '../../../warehouse/print-settings/web/PdfPreview.tsx'
import { watermarkItems } from '../../watermarks/watermark.ts'
import { type labelFileKinds, labelsOfOrders, previewLabel, printLabels, reprintLabels } from '../contract.ts'
import type { LabelSort } from '../sort.ts'
import { labelsText } from '../text.ts'
import { labelReadings } from './readings.ts'
import { type Failed, Failures, StartedPrint } from './StartedPrint.tsx'
import './labels.css'

type Props = {
  ids?: number[]
  /** What is printed without a selection: all that match. */
  filters?: SentTo<typeof printLabels>['filters']
  count: number
  isReprint: boolean
  /** The order whose label is shown before printing. */
  sample?: number | undefined
  /** A print that exists already and is to be confirmed. */
  printId?: number
  onPrinted: () => void
  onClose: () => void
}

/** Options with a preview, then the file and the question which labels came out. */
export function LabelPrintDrawer(props: Props) {
  const t = useText()
  const settings = useAnswer(printSettings, { workstation: workstation() })
  const [started, setStarted] = useState<{ id: number; failed: Failed } | undefined>(
    props.printId === undefined ? undefined : { id: props.printId, failed: [] },
  )
  // Kept here, because the file is loaded again when its tab is opened after a while.
  const wasPrinted = useRef(props.printId !== undefined)
  // Orders of a print whose labels are not in its file.
  const [again, setAgain] = useState<number[]>()
  const printProps = again ? { ...props, ids: again, count: again.length, sample: again[0] } : props
  const words = props.isReprint ? labelsText.reprintCountOf : labelsText.printCountOf
  return (
    <DetailDrawer
      title={started ? t(labelsText.labelPrint) : t(words, { count: printProps.count })}
      isOpen
      isForm
      onClose={props.onClose}
    >
      {started ? (
        <StartedPrint
          {...started}
          wasPrinted={wasPrinted}
          onAgain={(ids) => {
            wasPrinted.current = false
            setAgain(ids)
            setStarted(undefined)
          }}
          onClose={props.onClose}
        />
      ) : (
        <QueryBoundary answer={settings}>
          {(usual) => (
            <Options
              {...printProps}
              usual={usual}
              onStarted={(id, failed) => {
                props.onPrinted()
                setStarted({ id, failed })
              }}
            />
          )}
        </QueryBoundary>
      )}
    </DetailDrawer>
  )
}

type Watermark = 'template' | 'none' | 'chosen'

function Options({
  ids,
  filters,
  count,
  isReprint,
  sample,
  usual,
  onStarted,
}: Props & { usual: PrintSettings; onStarted: (id: number, failed: Failed) => void }) {
  const t = useText()
  const [sort, setSort] = useState<LabelSort>(usual.labelSort)
  const [copies, setCopies] = useState(usual.copies)
  const [packingSlip, setSlip] = useState(usual.packingSlip)
  const [file, setFile] = useState<(typeof labelFileKinds)[number]>('pdf')
  const [watermark, setWatermark] = useState<Watermark>('template')
  const [items, setItems] = useState<(typeof watermarkItems)[number][]>(['sku_loc_qty'])
  const [text, setText] = useState('')
  const [reason, setReason] = useState('')
  const [failed, setFailed] = useState<Failed>([])
  const labels = useAnswer(
    labelsOfOrders,
    { ids: ids ?? [] },
    { enabled: isReprint && ids !== undefined },
  ).data
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set())
  const chosen = labels?.filter(({ waybillId }) => !left.has(waybillId))
  const isPart = chosen !== undefined && left.size > 0
  const copiesOf = isPart ? chosen.length : count
  const print = useCommand(printLabels, { refreshes: [...labelReadings, myTasks], quiet: true })
  const reprint = useCommand(reprintLabels, { refreshes: [...labelReadings, myTasks], quiet: true })
  const stamp = {
    items: watermark === 'template' ? null : watermark === 'none' ? [] : items,
    text: watermark === 'chosen' && items.includes('custom_text') ? text : null,
  }
  const isPending = print.isPending || reprint.isPending
  const start = () => {
    const options = { sort, copies, packingSlip, file, printer: usual.labelPrinter, ...stamp }
    const onSuccess = ({ printId, failed: all }: { printId: number | null; failed: Failed }) => {
      if (printId === null) setFailed(all)
      else onStarted(printId, all)
    }
    const which = isPart
      ? {
          ids: [...new Set(chosen.map(({ orderId }) => orderId))],
          waybillIds: chosen.map(({ waybillId }) => waybillId),
        }
      : { ids: ids ?? [] }
    if (isReprint) reprint.mutate({ ...which, reason, ...options }, { onSuccess })
    else print.mutate({ ...(ids ? { ids } : { filters }), ...options }, { onSuccess })
  }
  return (
    <form
      className="label-options"
      onSubmit={(event) => {
        event.preventDefault()
        start()
      }}
    >
      <div className="label-choices">
        {isReprint && (
          <Flex component="label" vertical gap={2}>
            {t(labelsText.reason)}
            <Input
              value={reason}
              maxLength={500}
              autoFocus
              onChange={({ target }) => setReason(target.value)}
            />
          </Flex>
        )}
        {labels && labels.length > 1 && <Labels labels={labels} left={left} onChange={setLeft} />}
        <Choice label={t(printText.labelSort)} value={sort} words={labelSortText} onChange={setSort} />
        <Flex component="label" vertical gap={2}>
          {t(printText.copies)}
          <InputNumber min={1} max={3} precision={0} value={copies} onChange={(n) => setCopies(n ?? 1)} />
        </Flex>
        <Choice
          label={t(printText.packingSlip)}
          value={packingSlip}
          words={packingSlipText}
          onChange={setSlip}
        />
        <Choice
          label={t(labelsText.file)}
          value={file}
          words={{ pdf: labelsText.oneFile, zip: labelsText.fileEach }}
          onChange={setFile}
        />
        <Choice
          label={t(labelsText.watermark)}
          value={watermark}
          words={{
            template: labelsText.byTemplate,
            none: labelsText.noWatermark,
            chosen: labelsText.chosenItems,
          }}
          onChange={setWatermark}
        />
        {watermark === 'chosen' && <Items items={items} onChange={setItems} />}
        {stamp.text !== null && (
          <Flex component="label" vertical gap={2}>
            {t(labelsText.customText)}
            <Input value={text} maxLength={30} onChange={({ target }) => setText(target.value)} />
          </Flex>
        )}
        {usual.labelPrinter && (
          <span className="hint">{t(printText.printsOn, { printer: usual.labelPrinter })}</span>
        )}
        <Failures failed={failed} title={t(callText.actionFailed)} />
        <Button
          type="primary"
          htmlType="submit"
          loading={isPending}
          disabled={isReprint && (reason.trim() === '' || copiesOf === 0)}
        >
          {t(isReprint ? labelsText.reprintCountOf : labelsText.printCountOf, { count: copiesOf })}
        </Button>
      </div>
      {sample !== undefined && <Sample id={sample} {...stamp} />}
    </form>
  )
}

/** The packages whose labels are printed again. */
function Labels({
  labels,
  left,
  onChange,
}: {
  labels: OutputOf<typeof labelsOfOrders>
  left: ReadonlySet<number>
  onChange: (left: ReadonlySet<number>) => void
}) {
  const t = useText()
  const toggle = (waybillId: number) => {
    const next = new Set(left)
    if (!next.delete(waybillId)) next.add(waybillId)
    onChange(next)
  }
  return (
    <fieldset className="label-items">
      <legend>{t(labelsText.whichLabels)}</legend>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reachable by keyboard */}
      <ul className="label-packages" tabIndex={0} aria-label={t(labelsText.whichLabels)}>
        {labels.map(({ waybillId, orderNo, trackingNo, packageNo, packageCount }) => (
          <li key={waybillId}>
            <Checkbox checked={!left.has(waybillId)} onChange={() => toggle(waybillId)}>
              {orderNo} {trackingNo} {packageCount > 1 && `${packageNo}/${packageCount}`}
            </Checkbox>
          </li>
        ))}
      </ul>
    </fieldset>
  )
}

function Choice<K extends string>({
  label,
  value,
  words,
  onChange,
}: {
  label: string
  value: K
  words: Record<K, Text>
  onChange: (value: K) => void
}) {
  return (
    <Flex component="label" vertical gap={2}>
      {label}
      <Select
        aria-label={label}
        value={value}
        onChange={onChange}
        options={(Object.entries(words) as [K, Text][]).map(([key, text]) => ({
          value: key,
          label: say(text, language),
        }))}
      />
    </Flex>
  )
}

function Items({
  items,
  onChange,
}: {
  items: (typeof watermarkItems)[number][]
  onChange: (items: (typeof watermarkItems)[number][]) => void
}) {
  const t = useText()
  const { textOf } = useDictionary('labelWatermarkItem')
  return (
    <fieldset className="label-items">
      <legend>{t(labelsText.chosenItems)}</legend>
      <Checkbox.Group
        value={items}
        onChange={onChange}
        options={watermarkItems.map((item) => ({ value: item, label: textOf(item) }))}
      />
    </fieldset>
  )
}

/** The first label as it will be printed, drawn again with every change. */
function Sample({ id, items, text }: { id: number } & Pick<SentTo<typeof previewLabel>, 'items' | 'text'>) {
  const t = useText()
  const answer = useAnswer(previewLabel, { id, items, text })
  const base64 = answer.data?.base64
  const file = useMemo(() => (base64 ? pdfOf(base64) : undefined), [base64])
  return (
    <section className="print-preview" aria-label={t(printText.drawerPreview)}>
      <h3>{t(printText.drawerPreview)}</h3>
      {answer.error ? (
        <Alert type="error" showIcon title={answer.error.message} />
      ) : (
        <PdfPreview file={file} isOld={answer.isPlaceholderData} isDrawing={answer.isFetching} />
      )}
    </section>
  )
}
