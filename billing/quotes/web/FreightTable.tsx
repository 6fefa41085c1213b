import {
  type ClipboardEvent,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useCallback,
  useLayoutEffect,
  useRef,
} from 'react'
import { useText } from '../../../platform/text/web/language.tsx'
import { useUnits } from '../../../warehouse/web/unit.ts'
import {
  type Area,
  type CellValue,
  fillDown,
  type Grid,
  type RowFinder,
  renameZone,
  setBound,
  typeInto,
  wholeArea,
} from '../freight-grid.ts'
import { areaText, type PasteOffer, readPaste } from '../freight-paste.ts'
import {
  areaOf,
  countOf,
  FIRST_ZONE,
  HEAD_ROW,
  inside,
  movedBy,
  type Selection,
  type Spot,
  selectionOf,
  selectOnly,
  tabbedFrom,
} from '../freight-selection.ts'
import { freightText } from '../freight-text.ts'
import { CellInput, TierRow } from './TierRow.tsx'
import './quotes.css'

type Props = {
  grid: Grid
  /** Which value of the cells is shown. */
  value: CellValue
  selection: Selection
  /** The prices of the version in force. */
  findOld: RowFinder | null
  /** Tiers with a gap or an overlap. */
  wrongTiers: ReadonlySet<number>
  wrongZones: ReadonlySet<number>
  isReadOnly: boolean
  box: RefObject<HTMLTableElement | null>
  onSelect: (selection: Selection) => void
  onChange: (grid: Grid, tag?: string) => void
  onUndo: () => void
  onRedo: () => void
  onPaste: (offer: PasteOffer) => void
  /** Zones that a pasted header may name. */
  knownZones: readonly string[]
}

/** Moves the focus to a place of the table. */
export function focusSpot(box: RefObject<HTMLTableElement | null>, { row, column }: Spot): void {
  box.current?.querySelector<HTMLInputElement>(`[data-row="${row}"][data-column="${column}"]`)?.focus()
}

const spotOf = (target: EventTarget): Spot | undefined => {
  if (!(target instanceof HTMLInputElement) || target.dataset.row === undefined) return undefined
  return { row: Number(target.dataset.row), column: Number(target.dataset.column) }
}

/** A function that stays the same from one drawing to the next, so that cells that get it are not drawn again. */
function useStable<A extends unknown[]>(act: (...args: A) => void): (...args: A) => void {
  const latest = useRef(act)
  useLayoutEffect(() => {
    latest.current = act
  })
  return useCallback((...args: A) => latest.current(...args), [])
}

/** The text at a place. */
function textAt({ zones, tiers }: Grid, { row, column }: Spot, value: CellValue): string {
  if (row === HEAD_ROW) return zones[column - FIRST_ZONE] ?? ''
  const tier = tiers[row]
  if (column < FIRST_ZONE) return (column === 0 ? tier?.from : tier?.to) ?? ''
  return tier?.cells[column - FIRST_ZONE]?.[value] ?? ''
}

function withText(grid: Grid, { row, column }: Spot, value: CellValue, text: string): Grid {
  if (row === HEAD_ROW) return renameZone(grid, column - FIRST_ZONE, text)
  if (column < FIRST_ZONE) return setBound(grid, row, column === 0 ? 'from' : 'to', text)
  const zone = column - FIRST_ZONE
  return typeInto(grid, { top: row, bottom: row, left: zone, right: zone }, value, text)
}

/** Zones across, weights down; every cell is an input. */
export function FreightTable(props: Props) {
  const { grid, value, selection, findOld, wrongTiers, wrongZones, isReadOnly, box, onSelect } = props
  const t = useText()
  const { weight: unit } = useUnits()
  const area = areaOf(selection, grid)
  const active = inside(selection.end, grid)
  const { onType, ...handlers } = useTableKeys(props, area, active)
  return (
    <section className="freight-scroll" aria-label={t(freightText.table)}>
      <table ref={box} className="freight-table" {...handlers}>
        <thead>
          <tr>
            <th scope="col" className="freight-no">
              <button
                type="button"
                className="freight-pick"
                tabIndex={-1}
                aria-label={t(freightText.selectAll)}
                onClick={() => onSelect(selectionOf(wholeArea(grid)))}
              >
                ◢
              </button>
            </th>
            <th scope="col" className="freight-from">
              {t(freightText.from)} {unit}
            </th>
            <th scope="col" className="freight-to">
              {t(freightText.to)} {unit}
            </th>
            {grid.zones.map((zone, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a zone has no name until it is typed; its place is what it is called by
              <th scope="col" key={i}>
                <div className="freight-head">
                  <CellInput
                    row={HEAD_ROW}
                    column={i + FIRST_ZONE}
                    text={zone}
                    label={t(freightText.zoneCell, { column: i + 1 })}
                    placeholder={t(freightText.zone)}
                    isActive={active.row === HEAD_ROW && active.column === i + FIRST_ZONE}
                    isWrong={wrongZones.has(i)}
                    isReadOnly={isReadOnly}
                    onType={onType}
                  />
                  <button
                    type="button"
                    className="freight-pick"
                    tabIndex={-1}
                    aria-label={t(freightText.selectZone, { column: i + 1 })}
                    onClick={() => onSelect(selectionOf({ ...wholeArea(grid), left: i, right: i }))}
                  >
                    ▾
                  </button>
                </div>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {grid.tiers.map((tier, row) => {
            const isSelected = area !== undefined && row >= area.top && row <= area.bottom
            return (
              <TierRow
                // biome-ignore lint/suspicious/noArrayIndexKey: two tiers may have the same weights while they are typed
                key={row}
                row={row}
                tier={tier}
                zones={grid.zones}
                value={value}
                unit={unit ?? ''}
                left={isSelected ? area.left : -1}
                right={isSelected ? area.right : -1}
                active={active.row === row ? active.column : -1}
                findOld={findOld}
                isBoundWrong={wrongTiers.has(row)}
                isReadOnly={isReadOnly}
                onType={onType}
                onSelect={onSelect}
              />
            )
          })}
        </tbody>
      </table>
    </section>
  )
}

/** What keys, mouse and clipboard do in the table. */
function useTableKeys(props: Props, area: Area | undefined, active: Spot) {
  const { grid, value, selection, isReadOnly, box, onSelect, onChange, onUndo, onRedo, onPaste, knownZones } =
    props
  /** Whether arrows move inside the text, after F2. */
  const isEditing = useRef(false)
  /** Whether the next Tab leaves the table, after Esc. */
  const isLeaving = useRef(false)
  const isExtending = useRef(false)
  const isDragging = useRef(false)
  /** The place that has the focus and its text on arrival, for Esc. Each visit is one step to undo. */
  const visit = useRef({ number: 0, text: '' })
  const isMany = area !== undefined && countOf(area) > 1

  const go = (spot: Spot, isSelecting = false) => {
    isExtending.current = isSelecting
    focusSpot(box, spot)
    isExtending.current = false
  }
  const change = (next: Grid, tag?: string) => {
    if (!isReadOnly) onChange(next, tag)
  }
  const onType = useStable<[number, number, string]>((row, column, text) => {
    // Otherwise correcting this cell with Backspace would clear all selected ones.
    if (isMany) onSelect(selectOnly({ row, column }))
    change(withText(grid, { row, column }, value, text), `${visit.current.number} ${row} ${column} ${value}`)
  })
  const clear = () => area && change(typeInto(grid, area, value, ''))

  /** The keys with Ctrl or ⌘. True where the key was one of them. */
  const command = (key: string, isShift: boolean): boolean => {
    if (key === 'z' && !isShift) onUndo()
    else if (key === 'y' || key === 'z') onRedo()
    else if (key === 'd') {
      if (area) change(fillDown(grid, area, value))
    } else if (key === 'a' && !isEditing.current) onSelect(selectionOf(wholeArea(grid)))
    else return false
    return true
  }

  const leave = (spot: Spot): boolean => {
    if (isEditing.current) {
      isEditing.current = false
      onType(spot.row, spot.column, visit.current.text)
      return true
    }
    if (isMany) {
      onSelect(selectOnly(spot))
      return true
    }
    const isFirst = !isLeaving.current
    isLeaving.current = true
    return isFirst
  }

  /** True where the key was handled and must do nothing else. */
  const press = (event: KeyboardEvent, spot: Spot, input: HTMLInputElement): boolean => {
    const { key, shiftKey } = event
    if (event.nativeEvent.isComposing || event.altKey) return false
    if (event.ctrlKey || event.metaKey) return command(key.toLowerCase(), shiftKey)
    if (key === 'Escape') return leave(spot)
    if (key === 'Tab') {
      const next = isLeaving.current ? undefined : tabbedFrom(spot, shiftKey, grid)
      if (next) go(next)
      return next !== undefined
    }
    isLeaving.current = false
    if (key === 'Enter') {
      go(movedBy(shiftKey ? 'ArrowUp' : 'ArrowDown', spot, grid) ?? spot)
      return true
    }
    if (key === 'F2') {
      isEditing.current = true
      input.setSelectionRange(input.value.length, input.value.length)
      return true
    }
    if ((key === 'Delete' || key === 'Backspace') && isMany && !isEditing.current) {
      clear()
      return true
    }
    const next = isEditing.current ? undefined : movedBy(key, spot, grid)
    if (next) go(next, shiftKey)
    return next !== undefined
  }

  /** The keys for a selection that was made with the button of a row or column, which then has the focus. */
  const pressBeside = ({ key, ctrlKey, metaKey, shiftKey }: KeyboardEvent): boolean => {
    if (ctrlKey || metaKey) return command(key.toLowerCase(), shiftKey)
    if (key === 'Delete' || key === 'Backspace') clear()
    else {
      const next = movedBy(key, inside(selection.anchor, grid), grid)
      if (next) go(next)
      return next !== undefined
    }
    return true
  }

  return {
    onType,
    onKeyDown: (event: KeyboardEvent<HTMLTableElement>) => {
      const spot = spotOf(event.target)
      const input = event.target instanceof HTMLInputElement ? event.target : null
      if (!(spot && input ? press(event, spot, input) : pressBeside(event))) return
      event.preventDefault()
      event.stopPropagation()
    },
    onFocus: (event: FocusEvent<HTMLTableElement>) => {
      const spot = spotOf(event.target)
      if (!spot || !(event.target instanceof HTMLInputElement)) return
      isEditing.current = false
      isLeaving.current = false
      visit.current = { number: visit.current.number + 1, text: textAt(grid, spot, value) }
      event.target.select()
      onSelect(isExtending.current ? { ...selection, end: spot } : selectOnly(spot))
    },
    onMouseDown: (event: MouseEvent<HTMLTableElement>) => {
      const spot = spotOf(event.target)
      if (!spot) return
      isDragging.current = true
      if (!event.shiftKey) return
      event.preventDefault()
      go(spot, true)
    },
    onMouseOver: (event: MouseEvent<HTMLTableElement>) => {
      const end = spotOf(event.target)
      if (event.buttons !== 1) isDragging.current = false
      if (end && isDragging.current && (end.row !== active.row || end.column !== active.column))
        onSelect({ ...selection, end })
    },
    onDoubleClick: () => {
      isEditing.current = true
    },
    onCopy: (event: ClipboardEvent<HTMLTableElement>) => copyCells(event),
    onCut: (event: ClipboardEvent<HTMLTableElement>) => {
      if (!isReadOnly && copyCells(event)) clear()
    },
    onPaste: (event: ClipboardEvent<HTMLTableElement>) => {
      if (isReadOnly) return
      const text = event.clipboardData.getData('text')
      const offer = readPaste(text, knownZones)
      if (offer) onPaste(offer)
      else if (isMany) change(typeInto(grid, area, value, text.trim()))
      else return
      event.preventDefault()
    },
  }

  /** Several cells are copied as a block, a single one whole; marked text is left to the browser. True for a block. */
  function copyCells(event: ClipboardEvent<HTMLTableElement>): boolean {
    const { target } = event
    const isMarked = target instanceof HTMLInputElement && target.selectionStart !== target.selectionEnd
    if (!isMany && isMarked) return false
    event.clipboardData.setData(
      'text/plain',
      isMany ? areaText(grid, area, value) : textAt(grid, active, value),
    )
    event.preventDefault()
    return isMany
  }
}
