import { memo } from 'react'
import { useText } from '../../../platform/text/web/language.tsx'
import { isWrongBound, isWrongCell } from '../freight-checks.ts'
import { type CellValue, changeOf, type RowFinder, type Tier } from '../freight-grid.ts'
import { FIRST_ZONE, HEAD_ROW, type Selection, selectionOf } from '../freight-selection.ts'
import { freightText } from '../freight-text.ts'

type OnType = (row: number, column: number, text: string) => void

/** One weight tier. It is drawn again only when something in it changes. */
export const TierRow = memo(function TierRow({
  row,
  tier,
  zones,
  value,
  unit,
  left,
  right,
  active,
  findOld,
  isBoundWrong,
  isReadOnly,
  onType,
  onSelect,
}: {
  row: number
  tier: Tier
  zones: readonly string[]
  value: CellValue
  unit: string
  left: number
  right: number
  active: number
  findOld: RowFinder | null
  isBoundWrong: boolean
  isReadOnly: boolean
  onType: OnType
  onSelect: (selection: Selection) => void
}) {
  const t = useText()
  const weight = `${tier.from}–${tier.to === '' ? t(freightText.noLimit) : tier.to} ${unit}`.trim()
  const pick = () => onSelect(selectionOf({ top: row, bottom: row, left: 0, right: zones.length - 1 }))
  return (
    <tr>
      <th scope="row" className="freight-no">
        <button
          type="button"
          className="freight-pick"
          tabIndex={-1}
          aria-label={t(freightText.selectRow, { row: row + 1 })}
          onClick={pick}
        >
          {row + 1}
        </button>
      </th>
      {(['from', 'to'] as const).map((bound, column) => (
        <td key={bound} className={`freight-${bound}`}>
          <CellInput
            row={row}
            column={column}
            text={tier[bound]}
            label={t(freightText.boundCell, { row: row + 1, column: t(freightText[bound]) })}
            placeholder={bound === 'to' ? t(freightText.noLimit) : ''}
            isActive={active === column}
            isWrong={isWrongBound(tier[bound], bound) || (bound === 'from' && isBoundWrong)}
            isReadOnly={isReadOnly}
            onType={onType}
          />
        </td>
      ))}
      {zones.map((zone, i) => {
        const cell = tier.cells[i] ?? null
        const change = findOld ? changeOf(cell, findOld(zone, tier.from, tier.to), value) : undefined
        const text = cell?.[value] ?? ''
        return (
          <PriceCell
            // biome-ignore lint/suspicious/noArrayIndexKey: a zone has no name until it is typed; its place is what it is called by
            key={i}
            row={row}
            column={i + FIRST_ZONE}
            text={text}
            label={t(freightText.cell, { zone, weight })}
            old={change?.old}
            direction={change?.direction}
            isThere={cell !== null}
            isSelected={i >= left && i <= right && left >= 0}
            isActive={active === i + FIRST_ZONE}
            isWrong={cell !== null && (isWrongCell(text, value) || (value === 'price' && text.trim() === ''))}
            isReadOnly={isReadOnly}
            onType={onType}
          />
        )
      })}
    </tr>
  )
})

const arrows = { up: '▲', down: '▼', other: '●' }

const PriceCell = memo(function PriceCell({
  old,
  direction,
  isThere,
  isSelected,
  ...input
}: InputProps & {
  old: string | undefined
  direction: keyof typeof arrows | undefined
  isThere: boolean
  isSelected: boolean
}) {
  const t = useText()
  const before =
    old === undefined ? '' : t(freightText.wasBefore, { old: old === '' ? t(freightText.wasEmpty) : old })
  const classes = [
    isSelected && 'is-selected',
    !isThere && 'is-not-served',
    direction && `is-changed is-${direction}`,
  ].filter(Boolean)
  return (
    <td className={classes.join(' ')} title={before || undefined}>
      <CellInput
        {...input}
        label={before ? `${input.label}, ${before}` : input.label}
        placeholder={isThere ? '' : '–'}
      />
      {direction && (
        <span className="freight-arrow" aria-hidden>
          {arrows[direction]}
        </span>
      )}
    </td>
  )
})

type InputProps = {
  row: number
  column: number
  text: string
  label: string
  placeholder?: string
  isActive: boolean
  isWrong: boolean
  isReadOnly: boolean
  onType: OnType
}

/** A cell of the table. */
export const CellInput = memo(function CellInput({
  row,
  column,
  text,
  label,
  placeholder,
  isActive,
  isWrong,
  isReadOnly,
  onType,
}: InputProps) {
  return (
    <input
      className="freight-cell"
      data-row={row}
      data-column={column}
      value={text}
      placeholder={placeholder}
      aria-label={label}
      aria-invalid={isWrong}
      readOnly={isReadOnly}
      tabIndex={isActive ? 0 : -1}
      inputMode={row === HEAD_ROW ? 'text' : 'decimal'}
      autoComplete="off"
      spellCheck={false}
      onChange={({ target }) => onType(row, column, target.value)}
    />
  )
})
