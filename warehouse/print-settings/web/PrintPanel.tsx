import { Alert, Button, Flex, InputNumber, Select, Tag } from 'antd'
import { useEffect, useRef, useState } from 'react'
import type { z } from 'zod'
import type { Command, Query, taskStarted } from '../../../platform/calls/call.ts'
import { sayFailure, useAnswer, useCommand } from '../../../platform/calls/web/call.ts'
import { fetchFile } from '../../../platform/calls/web/send.ts'
import { downloadBlob } from '../../../platform/files/web/download.ts'
import { Dialog } from '../../../platform/forms/web/Dialog.tsx'
import {
  isThermal,
  type LayoutName,
  labelLayoutNames,
  type labelList,
  labelText,
  layoutOf,
  MAX_COPIES,
  type reprintReasons,
} from '../../../platform/printing/labels.ts'
import { printBlob } from '../../../platform/printing/web/print.ts'
import { workstation } from '../../../platform/printing/web/workstation.ts'
import { myTasks } from '../../../platform/tasks/tasks.ts'
import { useTaskEnd } from '../../../platform/tasks/web/task-file.ts'
import { fill, type Text } from '../../../platform/text/text.ts'
import { useText } from '../../../platform/text/web/language.tsx'
import { DetailDrawer } from '../../../platform/ui/web/DetailDrawer.tsx'
import { notice } from '../../../platform/ui/web/notices.ts'
import { QueryBoundary } from '../../../platform/ui/web/QueryBoundary.tsx'
import {
  type LabelKindName,
  type PrinterProfile,
  printSettings,
  type PrintSettings as Settings,
} from '../contract.ts'
import { printText } from '../text.ts'
import { PdfPreview } from './PdfPreview.tsx'
import { PrintSettings } from './PrintSettings.tsx'
import './print.css'

type Label = z.output<typeof labelList>['labels'][number]
type Order = 'listed' | 'picked' | 'code'
type Reason = (typeof reprintReasons)[number]
/** What happens with a drawn file. */
type Then = 'preview' | 'print' | 'download'

/** What is printed, in words; labels by default. */
type Words = { title: Text; items: Text; count: (count: number) => Text; didAll: Text; fromOn: Text }

const labelWords: Words = {
  title: labelText.print,
  items: printText.drawerLabels,
  count: (count) => fill(labelText.count, { count }),
  didAll: printText.didAll,
  fromOn: printText.fromOn,
}

type Props = {
  kind: LabelKindName | 'picking'
  list: Query<z.ZodType, typeof labelList>
  call: Command<z.ZodType, typeof taskStarted>
  /** What to print: selected rows, or all that match. */
  which: { ids?: number[] | undefined }
  hasCopies?: boolean
  /** The papers to choose from. */
  layouts?: readonly LayoutName[]
  words?: Words
  /** Those that came out, as the user says. */
  onPrinted?: (ids: number[]) => void
  onClose: () => void
}

/** The paper to start with: the user's profile for this kind of label, or the paper set for picking lists. */
const usualOf =
  (kind: Props['kind'], { defaults, pickingPaper }: Settings) =>
  (papers: readonly Paper[]) =>
    kind === 'picking'
      ? papers.find(({ layout }) => layout === (pickingPaper === 'a4' ? 'a4' : 'thermal_100x150'))
      : papers.find(({ name, isOwn }) => isOwn && name === defaults[kind])

type Paper = Omit<PrinterProfile, 'layout'> & { layout: LayoutName; isOwn: boolean }

/** Up to this many are drawn at once, automatically. */
const FEW = 50

/** Labels before printing: which, on what, in which order, a preview, and whether they printed correctly. */
export function PrintPanel(props: Props) {
  const t = useText()
  const [isSetting, setSetting] = useState(false)
  const labels = useAnswer(props.list, props.which as never, { keep: false })
  const settings = useAnswer(printSettings, { workstation: workstation() })
  return (
    <DetailDrawer
      title={t((props.words ?? labelWords).title)}
      isOpen
      onClose={props.onClose}
      extra={<Button onClick={() => setSetting(true)}>{t(printText.settings)}</Button>}
    >
      <QueryBoundary answer={settings}>
        {(all) => (
          <QueryBoundary answer={labels}>
            {({ labels }) => (
              <Labels
                {...props}
                key={JSON.stringify(all.profiles)}
                labels={labels}
                own={all.profiles}
                usual={usualOf(props.kind, all)}
                printers={{ label: all.labelPrinter, sheet: all.docPrinter }}
              />
            )}
          </QueryBoundary>
        )}
      </QueryBoundary>
      {isSetting && (
        <Dialog title={t(printText.settings)} width="min(640px, 100vw)" onClose={() => setSetting(false)}>
          <PrintSettings />
        </Dialog>
      )}
    </DetailDrawer>
  )
}

function inOrder(labels: readonly Label[], order: Order, ids: readonly number[] | undefined): Label[] {
  if (order === 'code')
    return labels.toSorted((a, b) => a.text.localeCompare(b.text, 'en', { numeric: true }))
  if (order !== 'picked' || !ids) return [...labels]
  return labels.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))
}

function Labels({
  labels,
  own,
  usual,
  which,
  call,
  hasCopies = false,
  layouts = labelLayoutNames,
  words = labelWords,
  printers,
  onPrinted,
  onClose,
}: Props & {
  labels: readonly Label[]
  own: readonly PrinterProfile[]
  usual: (papers: readonly Paper[]) => Paper | undefined
  /** The user's names for the printers here. */
  printers: { label: string | null; sheet: string | null }
}) {
  const t = useText()
  const papers: Paper[] = [
    ...own.filter(({ layout }) => layouts.includes(layout)).map((profile) => ({ ...profile, isOwn: true })),
    ...layouts.map((layout) => ({
      name: t(layoutOf(layout).name),
      layout,
      dpi: isThermal(layout) ? (203 as const) : (600 as const),
      language: 'pdf' as const,
      way: 'browser' as const,
      isOwn: false,
    })),
  ]
  const [name, setName] = useState(() => (usual(papers) ?? papers[0])?.name)
  const profile = papers.find((paper) => paper.name === name) ?? papers[0]
  const printer = profile && printers[isThermal(profile.layout) ? 'label' : 'sheet']
  const [off, setOff] = useState<ReadonlySet<number>>(new Set())
  const [order, setOrder] = useState<Order>('listed')
  const [copies, setCopies] = useState(1)
  const [printed, setPrinted] = useState<readonly number[]>([])
  const [query, setQuery] = useState<readonly number[]>()
  const [round, setRound] = useState(0)
  const ordered = inOrder(labels, order, which.ids)
  const chosen = ordered.filter(({ id }) => !off.has(id)).map(({ id }) => id)
  const paper = useFile(call, which)
  const key = JSON.stringify([profile?.layout, profile?.dpi, copies, chosen])

  const draw = (then: Then, ids: readonly number[], again?: { from: number; reason: Reason }) => {
    if (!profile) return
    const { layout, dpi } = profile
    const language = then === 'preview' ? 'pdf' : profile.language
    const input = {
      layout,
      dpi,
      language,
      only: ids,
      ...(again ? { again, ...(hasCopies && { copies: 1 }) } : hasCopies && { copies }),
    }
    paper.draw(input, then, key, () => {
      if (then === 'preview') return
      setQuery(again ? ids : expanded(ids, copies))
      setRound(round + 1)
    })
  }
  const isOpened = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the drawer opens, and not when its tab does
  useEffect(() => {
    if (isOpened.current) return
    isOpened.current = true
    if (chosen.length <= FEW) draw('preview', chosen)
  }, [])

  return (
    <div className="print-drawer">
      <LabelTicks
        labels={ordered}
        off={off}
        printed={printed}
        onChange={setOff}
        count={chosen.length * copies}
        words={words}
      />
      <section className="print-preview" aria-label={t(printText.drawerPreview)}>
        <PdfPreview
          file={paper.preview}
          isOld={paper.previewOf !== key}
          isDrawing={paper.drawing !== undefined}
        />
        <Button
          loading={paper.drawing === 'preview'}
          disabled={chosen.length === 0}
          onClick={() => draw('preview', chosen)}
        >
          {t(printText.previewAgain)}
        </Button>
      </section>
      <footer className="print-foot">
        <Flex component="label" vertical gap={2}>
          {t(printText.printer)}
          <Select
            aria-label={t(printText.printer)}
            value={name}
            onChange={setName}
            options={papers.map((paper) => ({ value: paper.name, label: paper.name }))}
          />
          {printer && <span className="hint">{t(printText.printsOn, { printer })}</span>}
        </Flex>
        {hasCopies && (
          <Flex component="label" vertical gap={2}>
            {t(labelText.copies)}
            <InputNumber
              min={1}
              max={MAX_COPIES}
              precision={0}
              value={copies}
              onChange={(typed) => setCopies(typed ?? 1)}
            />
          </Flex>
        )}
        <Flex component="label" vertical gap={2}>
          {t(printText.order)}
          <Select
            aria-label={t(printText.order)}
            value={order}
            onChange={setOrder}
            options={(['listed', 'picked', 'code'] as const)
              .filter((value) => value !== 'picked' || which.ids)
              .map((value) => ({ value, label: t(printText.orders[value]) }))}
          />
        </Flex>
        <Flex gap={8} wrap>
          {profile?.language === 'pdf' && (
            <Button
              type={profile.way === 'browser' ? 'primary' : 'default'}
              loading={paper.drawing === 'print'}
              disabled={chosen.length === 0}
              onClick={() => draw('print', chosen)}
            >
              {t(printText.print)}
            </Button>
          )}
          <Button
            type={profile?.way === 'download' ? 'primary' : 'default'}
            loading={paper.drawing === 'download'}
            disabled={chosen.length === 0}
            onClick={() => draw('download', chosen)}
          >
            {t(printText.download)}
          </Button>
        </Flex>
      </footer>
      {query && (
        <DidAll
          key={round}
          count={query.length}
          words={words}
          onYes={() => {
            setPrinted([...printed, ...query])
            onPrinted?.([...query])
            setQuery(undefined)
            notice('success', t(printText.printed))
            if (query.length >= chosen.length * copies) onClose()
          }}
          onAgain={(from, reason) => {
            setPrinted([...printed, ...query.slice(0, from - 1)])
            if (from > 1) onPrinted?.(query.slice(0, from - 1))
            draw(profile?.way === 'download' ? 'download' : 'print', query.slice(from - 1), { from, reason })
          }}
        />
      )}
    </div>
  )
}

const expanded = (ids: readonly number[], copies: number) =>
  ids.flatMap((id) => Array.from({ length: copies }, () => id))

/** `isWhole`: everything selected, not the rest of a reprint. */
type Job = { then: Then; key: string; language: string; isWhole: boolean; onDone: () => void }

/** Lets a task draw files, and shows, prints or downloads the result. */
function useFile(call: Props['call'], which: object) {
  const print = useCommand(call, { quiet: true, refreshes: [myTasks] })
  const [preview, setPreview] = useState<Blob>()
  const [previewOf, setPreviewOf] = useState<string>()
  // Printing does not wait for a preview: the latest request counts.
  const [job, setJob] = useState<Job>()
  const { wait } = useTaskEnd((task) => {
    const now = job
    setJob(undefined)
    if (!now) return
    if (!task.fileUrl) return notice('error', task.message ?? '')
    void fetchFile(task.fileUrl)
      .then((file) => {
        if (now.then === 'print') printBlob(file)
        if (now.then === 'download') downloadBlob(`labels.${now.language}`, file)
        if (now.isWhole && now.language === 'pdf') {
          setPreview(file)
          setPreviewOf(now.key)
        }
        now.onDone()
      })
      .catch(sayFailure)
  })
  const draw = (input: { language: string; again?: object }, then: Then, key: string, onDone: () => void) => {
    // The one still being drawn is obsolete.
    wait(undefined)
    setJob({ then, key, language: input.language, isWhole: !input.again, onDone })
    print.mutate({ ...which, ...input } as never, {
      onSuccess: ({ taskId }) => wait(taskId),
      onError: () => setJob(undefined),
    })
  }
  return { draw, preview, previewOf, drawing: job?.then }
}

function LabelTicks({
  labels,
  off,
  printed,
  count,
  words,
  onChange,
}: {
  labels: readonly Label[]
  off: ReadonlySet<number>
  printed: readonly number[]
  count: number
  words: Words
  onChange: (off: ReadonlySet<number>) => void
}) {
  const t = useText()
  const toggle = (id: number) => {
    const next = new Set(off)
    if (!next.delete(id)) next.add(id)
    onChange(next)
  }
  return (
    <section className="print-list" aria-label={t(words.items)}>
      <Flex gap={8} align="center" wrap>
        <span role="status">{t(words.count(count))}</span>
        <Button size="small" onClick={() => onChange(new Set())}>
          {t(printText.all)}
        </Button>
        <Button size="small" onClick={() => onChange(new Set(labels.map(({ id }) => id)))}>
          {t(printText.none)}
        </Button>
      </Flex>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reachable by keyboard */}
      <ul tabIndex={0} aria-label={t(words.items)}>
        {labels.map(({ id, text }) => (
          <li key={id}>
            <label>
              <input type="checkbox" checked={!off.has(id)} onChange={() => toggle(id)} /> {text}
            </label>
            {printed.includes(id) && <Tag color="success">{t(printText.printed)}</Tag>}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** A browser does not report whether printing succeeded, so the user is asked. */
function DidAll({
  count,
  words,
  onYes,
  onAgain,
}: {
  count: number
  words: Words
  onYes: () => void
  onAgain: (from: number, reason: Reason) => void
}) {
  const t = useText()
  const [from, setFrom] = useState(1)
  const [reason, setReason] = useState<Reason>()
  return (
    <Alert
      className="print-asked"
      type="info"
      showIcon
      title={t(words.didAll)}
      description={
        <Flex gap={8} wrap align="center">
          <Button type="primary" onClick={onYes}>
            {t(printText.yesAll)}
          </Button>
          <Flex component="label" gap={8} align="center">
            {t(words.fromOn)}{' '}
            <InputNumber
              min={1}
              max={count}
              precision={0}
              value={from}
              onChange={(typed) => setFrom(typed ?? 1)}
            />
          </Flex>
          <Select
            className="filter"
            aria-label={t(printText.reason)}
            placeholder={t(printText.reason)}
            value={reason}
            onChange={setReason}
            options={(Object.keys(labelText.reasons) as Reason[]).map((value) => ({
              value,
              label: t(labelText.reasons[value]),
            }))}
          />
          <Button disabled={!reason} onClick={() => reason && onAgain(from, reason)}>
            {t(printText.reprint)}
          </Button>
        </Flex>
      }
    />
  )
}
