import { type ReactNode, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react'
import { language, useText } from '../../text/web/language.tsx'
import { lazyPage } from '../../ui/web/lazy-page.tsx'
import { type ScanCommand, scanCommands } from '../scan-commands.ts'
import { CommandCard } from './CommandCard.tsx'
import { LastScans, type RefusedScan, RefusedScans } from './LastScans.tsx'
import { answerTo, type Question } from './question.ts'
import type { Line } from './queue.ts'
import { isNothing, nothingPending, type Reading, readScan, type Scanned } from './reading.ts'
import type { Mark } from './scan-results.ts'
import { play, speak } from './sounds.ts'
import { scanText } from './text.ts'
import { useScanField } from './use-field.ts'
import { useAlone } from './use-single-tab.ts'
import './scan.css'

/** The decoder is large, and most stations have a scanner. */
const Camera = lazyPage(() => import('./Camera.tsx'), 'Camera')
const hasCamera = () => typeof navigator.mediaDevices?.getUserMedia === 'function'

/** The number of buttons that stay under the thumb on a handheld; the others scroll with the page. */
const MAIN = 2

/** A large button of a scan screen, with the key and the barcode that trigger it. */
export type StationAction = {
  text: string
  run: () => void
  key?: string
  command?: ScanCommand
  /** A second barcode that triggers it, not shown on the button. */
  also?: ScanCommand
  isOn?: boolean
}

type Props = {
  title: string
  /** What to do now, in a few words. */
  next: string
  marks: readonly Mark[]
  line: Line<{ code: string }>
  question: Question | undefined
  /** A lookup is running and may lead to a question: scans made meanwhile are processed afterwards. */
  isBusy: boolean
  /** The step's main button; pressing Enter twice triggers it too. */
  primary: StationAction | undefined
  others: readonly StationAction[]
  onScan: (scanned: Scanned) => void
  /** An unreadable barcode, or a command that does not apply now. */
  onBad: (words: string) => void
  onUndo: () => void
  onClose: () => void
  /** Scans that were not counted, where the screen knows more than the queue. */
  refused?: readonly RefusedScan[]
  /** The user has acknowledged why a scan was refused. */
  onRead: (id: string) => void
  children?: ReactNode
}

/**
 * The layout of every scan screen.
 *
 * The instruction on top, the work in the middle, the last scans below, then the buttons. It knows nothing of
 * the work itself: each scan is parsed, goes first to an open question, and otherwise to the screen that uses
 * the station.
 */
export function ScanStation(props: Props) {
  const { title, next, marks, line, question, isBusy, primary, others, onUndo, children } = props
  const t = useText()
  const box = useRef<HTMLElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const [isTyping, setTyping] = useState(false)
  const [isCardShown, setCardShown] = useState(false)
  const [isWatching, setWatching] = useState(false)
  useAlone(box)

  const refused =
    props.refused ??
    line.entries
      .filter(({ state }) => state === 'refused')
      .map((entry) => ({ ...entry, code: entry.scan.code }))
  const onAllRead = () => {
    for (const { id } of refused) props.onRead(id)
  }
  const reading: StationAction[] =
    refused.length > 0 ? [{ text: t(scanText.dismiss), command: 'read', run: onAllRead }] : []
  const { pending, hear, forget } = useReading({ ...props, others: [...others, ...reading] }, isTyping)
  // What is being entered is deleted before a scan is undone.
  const undo = () => (isNothing(pending) ? onUndo() : hear(scanCommands.undo.code))
  const onClose = () => {
    forget()
    props.onClose()
  }
  const back = () => {
    const no = question?.choices.find(({ command }) => command === 'undo')
    if (isCardShown) setCardShown(false)
    else if (no) no.run()
    else onClose()
  }
  const keys = {
    F2: () => field.current?.focus(),
    F4: undo,
    Escape: back,
    ...Object.fromEntries([primary, ...others].flatMap((item) => (item?.key ? [[item.key, item.run]] : []))),
  }
  const { isComposing, ...composition } = useScanField(field, {
    onScan: hear,
    onTwice: () => !question && primary?.run(),
    keys,
  })
  const actions: StationAction[] = [
    ...(primary ? [primary] : []),
    ...others,
    { text: t(scanText.undo), run: undo, key: 'F4' },
    { text: t(scanText.card), run: () => setCardShown(!isCardShown) },
  ]
  const newest = marks[0]
  const now = question?.words ?? next
  const spoken = useRef('')
  useEffect(() => {
    if (isBusy || now === spoken.current) return
    spoken.current = now
    speak(now, language)
  }, [now, isBusy])

  return (
    <section ref={box} className="station" aria-label={title}>
      <header className={`station-now is-${question?.tone ?? newest?.tone ?? 'plain'}`}>
        <div className="station-line">
          <h1>{title}</h1>
          <LineState line={line} />
          <button type="button" onClick={onClose}>
            {t(scanText.close)} <kbd>Esc</kbd>
          </button>
        </div>
        <p className="station-next">{now}</p>
        <p role="status" className="station-said">
          {newest ? `${newest.code} ${newest.words}` : t(scanText.noScans)}
        </p>
      </header>
      <div className="station-field">
        <input
          ref={field}
          aria-label={t(scanText.field)}
          placeholder={
            pending.input
              ? t(scanText.input, { input: pending.input })
              : pending.isCounting
                ? t(scanText.countNow)
                : pending.times
                  ? t(scanText.times, { times: pending.times })
                  : t(scanText.field)
          }
          inputMode={isTyping ? 'text' : 'none'}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          {...composition}
        />
        <button type="button" aria-pressed={isTyping} onClick={() => setTyping(!isTyping)}>
          {t(scanText.keyboard)}
        </button>
        {hasCamera() && (
          <button type="button" aria-pressed={isWatching} onClick={() => setWatching(!isWatching)}>
            {t(scanText.camera)}
          </button>
        )}
      </div>
      {isWatching && (
        <Suspense fallback={<p className="station-hint">{t(scanText.loading)}</p>}>
          <Camera onCode={hear} />
        </Suspense>
      )}
      {isComposing && <p className="station-warning">{t(scanText.imeOn)}</p>}
      {question && <Choices question={question} />}
      {isCardShown ? <CommandCard onClose={() => setCardShown(false)} /> : children}
      <RefusedScans refused={refused} onRead={onAllRead} />
      <LastScans marks={marks} />
      <footer className="station-actions">
        {[actions.slice(0, MAIN), actions.slice(MAIN)].map((group, i) => (
          <div key={i === 0 ? 'main' : 'more'} className={i === 0 ? 'station-main' : 'station-more'}>
            {group.map((action) => (
              <ActionButton key={action.text} action={action} isPrimary={action === primary} />
            ))}
          </div>
        ))}
      </footer>
    </section>
  )
}

/** Parses scans one after the other and dispatches each to the question, the button or the work. */
function useReading({ question, isBusy, primary, others, onScan, onBad, onUndo }: Props, isTyped: boolean) {
  const t = useText()
  const [pending, setPending] = useState(nothingPending)

  const heed = (reading: Reading) => {
    if (reading.kind === 'times' || reading.kind === 'nothing' || reading.kind === 'input') return play('ok')
    if (reading.kind === 'command' && reading.command === 'quantity') return play('ok')
    if (reading.kind === 'unreadable') return onBad(t(reading.problem))
    if (question) {
      const answer = answerTo(question, reading)
      if (!answer) return onBad(t(scanText.answerFirst))
      return 'choice' in answer ? answer.choice.run() : question.onText?.(answer.text, answer.scanned)
    }
    if (reading.kind === 'code') return onScan({ ...reading, isTyped })
    if (reading.command === 'undo') return onUndo()
    const action = [primary, ...others].find(
      (item) => item && [item.command, item.also].includes(reading.command),
    )
    if (!action) return onBad(t(scanText.notHere, { command: t(scanCommands[reading.command].text) }))
    action.run()
  }
  const read = (typed: string) => {
    const { reading, pending: after } = readScan(typed, pending, {
      isChoice: question !== undefined && !question.onText,
    })
    setPending(after)
    heed(reading)
  }
  const [held, setHeld] = useState<readonly string[]>([])
  const hear = (typed: string) => {
    if (isBusy || held.length > 0) setHeld((before) => [...before, typed])
    else read(typed)
  }
  const readNext = useEffectEvent(() => {
    const [first] = held
    if (first === undefined || isBusy) return
    setHeld(held.slice(1))
    read(first)
  })
  useEffect(() => {
    if (isBusy || held.length === 0) return
    // A question that follows from a lookup is open before the next scan is parsed.
    const timer = setTimeout(readNext)
    return () => clearTimeout(timer)
  }, [isBusy, held])
  /** Scans that were not parsed yet when the user left are not of the next work. */
  const forget = () => {
    setPending(nothingPending)
    if (held.length === 0) return
    setHeld([])
    onBad(t(scanText.leftUnread, { codes: held.join(', ') }))
  }
  return { pending, hear, forget }
}

function LineState({ line: { entries, isCut, isRead } }: Pick<Props, 'line'>) {
  const t = useText()
  const waiting = entries.filter(({ state }) => state === 'waiting').length
  const words = isCut ? scanText.cut : scanText.waiting
  return (
    <span className={isCut ? 'station-waiting is-cut' : 'station-waiting'} data-waiting={waiting}>
      {waiting > 0 ? t(words, { count: waiting }) : isRead && t(scanText.allSent)}
    </span>
  )
}

function Choices({ question: { hint, choices, isNumeric } }: { question: Question }) {
  const t = useText()
  return (
    <div className="station-question">
      <p className="station-hint">{hint ?? t(scanText.numberHint)}</p>
      {choices.map(({ text, command, run }, i) => (
        <button key={text} type="button" onClick={run}>
          {!isNumeric && <b>{i + 1}</b>} {text} {command && <kbd>{scanCommands[command].code}</kbd>}
        </button>
      ))}
    </div>
  )
}

function ActionButton({ action, isPrimary = false }: { action: StationAction; isPrimary?: boolean }) {
  const t = useText()
  const { text, run, key, command, isOn } = action
  return (
    <button type="button" className={isPrimary ? 'is-primary' : undefined} aria-pressed={isOn} onClick={run}>
      {text} {key && <kbd>{key}</kbd>} {command && <kbd>{scanCommands[command].code}</kbd>}
      {isPrimary && <span className="only-read-aloud"> {t(scanText.twice)}</span>}
    </button>
  )
}
