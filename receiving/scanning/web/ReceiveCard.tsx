import { type FormEvent, type KeyboardEvent, useRef, useState } from 'react'
import { send } from '../../../platform/calls/web/send.ts'
import { problemsOf } from '../../../platform/forms/web/fields.ts'
import { inUnit } from '../../../platform/lists/columns.ts'
import { commandOf, inputSignOf } from '../../../platform/scanning/scan-commands.ts'
import { hear, quiet } from '../../../platform/scanning/web/scan-burst.ts'
import type { Text } from '../../../platform/text/text.ts'
import { useText } from '../../../platform/text/web/language.tsx'
import { measureProduct } from '../../../products/contract.ts'
import { nameOf } from '../../../products/web/names.ts'
import { useUnits } from '../../../warehouse/web/unit.ts'
import type { InboundLine, InboundProduct } from '../../contract.ts'
import { colourOf, differencesOf, gotIn, type InboundDocument, sum } from '../scanning.ts'
import { lineColourText, receiveText } from '../text.ts'
import { allPending } from './document-actions.ts'
import type { Receiver, ReceiveState } from './receiver.ts'

type Props = { receiver: Receiver; state: ReceiveState; document: InboundDocument }

/** The open work: the document, the last scan, and the progress of each line. */
export function ReceiveCard({ receiver, state, document }: Props) {
  const product = state.products.find(({ id }) => id === state.productId)
  return (
    <div className="station-card receive-card">
      <Totals state={state} document={document} />
      {state.measuring && (
        <MeasureForm key={state.measuring.product.id} receiver={receiver} {...state.measuring} />
      )}
      {product && (
        <p className="receive-product">
          {product.imageUrl && <img src={product.imageUrl} alt="" height={64} />}
          <b>{product.sku}</b> {nameOf(product)}
        </p>
      )}
      {state.isClosing ? (
        <Differences state={state} document={document} />
      ) : state.way === 'putaway' ? (
        <Pending state={state} document={document} />
      ) : state.way === 'box' ? (
        <Boxes document={document} />
      ) : (
        <Lines state={state} document={document} />
      )}
    </div>
  )
}

function Totals({ state, document }: Omit<Props, 'receiver'>) {
  const t = useText()
  const { boxes, lines } = document
  const damaged = sum(lines.map(({ defective }) => defective))
  const pending = allPending(document)
  return (
    <div className="station-line receive-totals">
      <h2>
        {document.inboundNo} · {document.customerCode}
      </h2>
      {boxes.length > 0 && (
        <span>
          {t(receiveText.boxes, {
            done: boxes.filter(({ status }) => status === 'received').length,
            all: boxes.length,
          })}
        </span>
      )}
      <span>
        {t(receiveText.pieces, {
          done: sum(lines.map(({ good, defective }) => good + defective)),
          all: sum(lines.map(({ expected }) => expected)),
        })}
      </span>
      {damaged > 0 && <span>{t(receiveText.damagedPieces, { count: damaged })}</span>}
      {pending > 0 && <span>{t(receiveText.pendingPieces, { count: pending })}</span>}
      {state.bin && <span>{t(receiveText.bin, { bin: state.bin.locationCode })}</span>}
      {state.way === 'putaway' && state.suggestion && (
        <span>{t(receiveText.suggestion, { bin: state.suggestion.locationCode })}</span>
      )}
    </div>
  )
}

/** As many as fit without scrolling. */
const MAX_SHOWN = 12
const LAST_TAKEN = 3

const skuOf = ({ products }: ReceiveState, productId: number) =>
  products.find(({ id }) => id === productId)?.sku ?? String(productId)

function Lines({ state, document }: Omit<Props, 'receiver'>) {
  const t = useText()
  // The last scanned first, complete lines last.
  const rank = (line: InboundLine) =>
    line.productId === state.productId ? 0 : colourOf(line) === 'full' ? 2 : 1
  const lines = document.lines
    .filter(({ boxId }) => state.boxId === null || boxId === state.boxId)
    .toSorted((a, b) => rank(a) - rank(b))
    .slice(0, MAX_SHOWN)
  return (
    <table>
      <thead>
        <tr>
          <th>{t(receiveText.product)}</th>
          <th>{t(receiveText.expected)}</th>
          <th>{t(receiveText.got)}</th>
          <th>{t(receiveText.state)}</th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => {
          const colour = colourOf(line)
          return (
            <tr key={`${line.id} ${line.productId}`} className={`is-${colour}`}>
              <td>{skuOf(state, line.productId)}</td>
              <td>{line.expected}</td>
              <td>
                {line.good + line.defective}
                {line.defective > 0 && ` (${t(receiveText.damagedPieces, { count: line.defective })})`}
              </td>
              <td>{t(lineColourText[colour])}</td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

/**
 * Missing and short boxes first, then the latest received with who received them; the rest is a count above.
 */
function Boxes({ document: { boxes, lines } }: { document: InboundDocument }) {
  const t = useText()
  const missing = boxes.filter(({ status }) => status !== 'received')
  const short = boxes.flatMap((box) => {
    const { missing: pieces } = gotIn(lines, box.id)
    return box.status === 'received' && pieces > 0 ? [{ ...box, missing: pieces }] : []
  })
  const last = boxes
    .filter(({ receivedAt, receivedByName }) => receivedAt !== null && receivedByName !== null)
    .toSorted((a, b) => String(b.receivedAt).localeCompare(String(a.receivedAt)))
    .slice(0, LAST_TAKEN)
  return (
    <>
      <ul className="receive-boxes">
        {short.slice(0, MAX_SHOWN).map((box) => (
          <li key={box.id} className="is-part">
            {box.boxNo} <small>{t(receiveText.shortBy, { missing: box.missing })}</small>
          </li>
        ))}
        <More count={short.length - MAX_SHOWN} />
        {missing.slice(0, MAX_SHOWN).map(({ id, boxNo }) => (
          <li key={id} className="is-none">
            {boxNo} <small>{t(lineColourText.none)}</small>
          </li>
        ))}
        <More count={missing.length - MAX_SHOWN} />
      </ul>
      {last.length > 0 && (
        <ul className="receive-boxes">
          {last.map(({ id, boxNo, receivedByName }) => (
            <li key={id}>
              {boxNo} <small>{t(receiveText.takenBy, { who: receivedByName ?? '' })}</small>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

const More = ({ count }: { count: number }) => (count > 0 ? <li>+{count}</li> : null)

function Pending({ state, document }: Omit<Props, 'receiver'>) {
  return (
    <ul className="receive-boxes">
      {document.pending
        .slice(0, MAX_SHOWN)
        .map(({ batchId, productId, quantity, locationCode, expiryDate, lot }) => (
          <li key={`${batchId} ${locationCode}`} className="is-part">
            {skuOf(state, productId)} × {quantity} {expiryDate} {lot} <small>{locationCode}</small>
          </li>
        ))}
      <More count={document.pending.length - MAX_SHOWN} />
    </ul>
  )
}

function Differences({ state, document }: Omit<Props, 'receiver'>) {
  const t = useText()
  const differences = differencesOf(document)
  return (
    <ul className="receive-boxes">
      {differences.slice(0, MAX_SHOWN).map(({ productId, expected, good, defective }) => (
        <li key={productId} className={good + defective > expected ? 'is-over' : 'is-part'}>
          {skuOf(state, productId)} {good + defective}/{expected}
          {defective > 0 && ` · ${t(receiveText.damagedPieces, { count: defective })}`}
        </li>
      ))}
      <More count={differences.length - MAX_SHOWN} />
    </ul>
  )
}

const sides = ['measuredLength', 'measuredWidth', 'measuredHeight', 'measuredWeight'] as const
type Side = (typeof sides)[number]

/**
 * Measuring: Tab between the fields, Enter when done, Esc to leave. A scan is not a measurement and is
 * ignored.
 */
function MeasureForm({
  receiver,
  product,
  isDone,
}: {
  receiver: Receiver
  product: InboundProduct
  isDone: () => void
}) {
  const t = useText()
  const { side, weight } = useUnits()
  const labels: Record<Side, Text> = {
    measuredLength: inUnit(receiveText.length, side),
    measuredWidth: inUnit(receiveText.width, side),
    measuredHeight: inUnit(receiveText.height, side),
    measuredWeight: inUnit(receiveText.weight, weight),
  }
  const [values, setValues] = useState<Record<Side, string>>({
    measuredLength: product.measuredLength ?? '',
    measuredWidth: product.measuredWidth ?? '',
    measuredHeight: product.measuredHeight ?? '',
    measuredWeight: product.measuredWeight ?? '',
  })
  const burst = useRef(quiet)
  const before = useRef(values)

  /** A scanner types faster than any person; its input is removed, and its Enter does not submit. */
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') return isDone()
    if (event.key === 'Tab') {
      burst.current = quiet
      return
    }
    const heard = hear(burst.current, event.key, event.timeStamp)
    burst.current = heard.burst
    if (heard.scan === undefined) return
    event.preventDefault()
    if (event.target instanceof HTMLInputElement && enterScanned(event.target, heard.scan)) return
    setValues(before.current)
    receiver.say('error', heard.scan, t(receiveText.notMeasured))
  }
  /** The command card fills the fields without a keyboard: signs, Undo for the last of them, OK for the next field. */
  const enterScanned = (input: HTMLInputElement, scan: string): boolean => {
    const name = sides[Number(input.dataset.place)]
    const [sign, command] = [inputSignOf(scan), commandOf(scan)]
    if (!name || (sign === undefined && command !== 'undo' && command !== 'ok')) return false
    const was = before.current[name]
    before.current = {
      ...before.current,
      [name]: sign === undefined ? was.slice(0, command === 'undo' ? -1 : undefined) : was + sign,
    }
    setValues(before.current)
    if (command !== 'ok') return true
    const following = input.form?.querySelector<HTMLInputElement>(
      `[data-place="${Number(input.dataset.place) + 1}"]`,
    )
    if (following) following.focus()
    else input.form?.requestSubmit()
    return true
  }
  const save = async (event: FormEvent) => {
    event.preventDefault()
    const input = { id: product.id, rowVersion: product.rowVersion, ...values }
    const problems = problemsOf(measureProduct, input)
    const [first] = sides.filter((name) => problems[name])
    const problem = first && problems[first]
    if (first && problem) return receiver.say('error', product.sku, `${t(labels[first])}: ${t(problem)}`)
    try {
      await send(measureProduct, input)
      receiver.say('ok', product.sku, t(receiveText.measured))
      isDone()
    } catch (reason) {
      receiver.say('error', product.sku, reason instanceof Error ? reason.message : '')
    }
  }
  return (
    <form className="receive-measure" onSubmit={save} onKeyDown={onKeyDown}>
      <h2>{t(receiveText.measureTitle, { sku: product.sku })}</h2>
      {sides.map((name, i) => (
        <label key={name}>
          {t(labels[name])}
          <input
            // biome-ignore lint/a11y/noAutofocus: a user who asked to measure types next.
            autoFocus={i === 0}
            inputMode="decimal"
            data-place={i}
            value={values[name]}
            onFocus={() => (before.current = values)}
            onChange={({ target }) => setValues({ ...values, [name]: target.value })}
          />
        </label>
      ))}
      <button type="submit" className="is-primary">
        {t(receiveText.measure)}
      </button>
      <button type="button" onClick={isDone}>
        {t(receiveText.skip)}
      </button>
    </form>
  )
}
