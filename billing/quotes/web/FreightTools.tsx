import { Button, Flex, Input, Radio, Select, Tooltip } from 'antd'
import { type ReactNode, useId, useState } from 'react'
import { useDictionary } from '../../../platform/text/web/dictionary.tsx'
import { language, useText } from '../../../platform/text/web/language.tsx'
import { copy } from '../../../platform/ui/web/copy.ts'
import type { FreightBillingCode } from '../../pricing/price-types.ts'
import {
  type Area,
  addTier,
  addZone,
  type CellValue,
  canSplit,
  changeByPercent,
  codeIn,
  copyZone,
  deleteTiers,
  deleteZones,
  dropCells,
  fillDown,
  fillRight,
  type Grid,
  type Rounding,
  roundCells,
  roundings,
  setCode,
  splitTier,
  valuesUsed,
  wholeArea,
} from '../freight-grid.ts'
import { listText, tableText } from '../freight-paste.ts'
import { countOf, FIRST_ZONE, HEAD_ROW, type Spot } from '../freight-selection.ts'
import { freightText, valueTexts } from '../freight-text.ts'
import { numberIn } from '../typed-number.ts'

type Props = {
  grid: Grid
  area: Area | undefined
  value: CellValue
  isReadOnly: boolean
  canUndo: boolean
  canRedo: boolean
  onShow: (value: CellValue) => void
  /** With a place, the focus moves there. */
  onChange: (grid: Grid, goTo?: Spot) => void
  onUndo: () => void
  onRedo: () => void
  onPaste: () => void
  onDownload: () => void
  upload: ReactNode
}

/** What can be done with the table and with the selected cells. */
export function FreightTools(props: Props) {
  const { grid, value, isReadOnly, canUndo, canRedo, onShow, onUndo, onRedo, onPaste, onDownload, upload } =
    props
  const t = useText()
  return (
    <Flex vertical gap={8}>
      <Flex gap={8} wrap align="center">
        <Radio.Group
          optionType="button"
          aria-label={t(freightText.shown)}
          value={value}
          options={valuesUsed(grid).map((each) => ({ value: each, label: t(valueTexts[each]) }))}
          onChange={({ target }) => onShow(target.value)}
        />
        {!isReadOnly && <FormSelect {...props} />}
        {!isReadOnly && (
          <>
            <Button disabled={!canUndo} onClick={onUndo}>
              {t(freightText.undo)}
            </Button>
            <Button disabled={!canRedo} onClick={onRedo}>
              {t(freightText.redo)}
            </Button>
            <Button onClick={onPaste}>{t(freightText.paste)}</Button>
          </>
        )}
        <Tooltip title={t(freightText.copyAllHint)}>
          <Button onClick={() => copy(listText(grid, language))}>{t(freightText.copyAll)}</Button>
        </Tooltip>
        <Button onClick={() => copy(tableText(grid, value, language))}>{t(freightText.copyTable)}</Button>
        <Button onClick={onDownload}>{t(freightText.download)}</Button>
        {upload}
      </Flex>
      {!isReadOnly && <SelectionTools {...props} />}
      {!isReadOnly && <ShapeTools {...props} />}
    </Flex>
  )
}

const codes: readonly FreightBillingCode[] = ['flat', 'first_next', 'unit', 'volume', 'piece']

/** The price form of several selected cells, or else of the whole table. */
function FormSelect({ grid, area, onChange }: Props) {
  const t = useText()
  const forms = useDictionary('freightBillingCode')
  const count = area ? countOf(area) : 0
  const target = area && count > 1 ? area : wholeArea(grid)
  return (
    <Select<FreightBillingCode>
      className="freight-form"
      aria-label={t(count > 1 ? freightText.formOfSelected : freightText.formOfAll, { count })}
      placeholder={t(freightText.mixedForms)}
      value={codeIn(grid, target)}
      options={codes.map((code) => ({ value: code, label: forms.textOf(code) }))}
      onChange={(code) => onChange(setCode(grid, target, code))}
    />
  )
}

function SelectionTools({ grid, area, value, onChange }: Props) {
  const t = useText()
  const id = useId()
  const [typed, setTyped] = useState('')
  const [rounding, setRounding] = useState<Rounding | 'none'>('0.01')
  const percent = numberIn(typed.replace(/[%+]/g, ''))
  const change = (next: (area: Area) => Grid) => () => {
    if (area) onChange(next(area))
  }
  const isOff = area === undefined
  return (
    <Flex gap={8} wrap align="center">
      <span className="hint" role="status">
        {t(freightText.selected, { count: area ? countOf(area) : 0 })}
      </span>
      <label htmlFor={`${id}-percent`}>{t(freightText.percent)}</label>
      <Input
        id={`${id}-percent`}
        className="freight-percent"
        value={typed}
        placeholder="5"
        inputMode="text"
        autoComplete="off"
        onChange={({ target }) => setTyped(target.value)}
        onPressEnter={(event) => event.preventDefault()}
      />
      <Select<Rounding | 'none'>
        aria-label={t(freightText.rounding)}
        className="freight-rounding"
        value={rounding}
        options={[
          ...roundings.map((each) => ({ value: each, label: each })),
          { value: 'none' as const, label: t(freightText.noRounding) },
        ]}
        onChange={setRounding}
      />
      <Button
        disabled={isOff || percent === undefined}
        onClick={change((area) =>
          changeByPercent(grid, area, value, percent ?? '0', rounding === 'none' ? null : rounding),
        )}
      >
        {t(freightText.change)}
      </Button>
      <Button
        disabled={isOff || rounding === 'none'}
        onClick={change((area) => (rounding === 'none' ? grid : roundCells(grid, area, value, rounding)))}
      >
        {t(freightText.round)}
      </Button>
      <Button disabled={isOff} onClick={change((area) => fillDown(grid, area, value))}>
        {t(freightText.fillDown)}
      </Button>
      <Button disabled={isOff} onClick={change((area) => fillRight(grid, area, value))}>
        {t(freightText.fillRight)}
      </Button>
      <Tooltip title={t(freightText.notServedHint)}>
        <Button disabled={isOff} onClick={change((area) => dropCells(grid, area))}>
          {t(freightText.notServed)}
        </Button>
      </Tooltip>
    </Flex>
  )
}

const headOf = (zone: number): Spot => ({ row: HEAD_ROW, column: zone + FIRST_ZONE })

function ShapeTools({ grid, area, onChange }: Props) {
  const t = useText()
  const change = (next: (area: Area) => Grid, goTo?: (area: Area) => Spot) => () => {
    if (area) onChange(next(area), goTo?.(area))
  }
  const isOff = area === undefined
  return (
    <Flex gap={8} wrap>
      <Button onClick={() => onChange(addZone(grid, ''), headOf(grid.zones.length))}>
        {t(freightText.addZone)}
      </Button>
      <Button
        disabled={isOff}
        onClick={change(
          ({ left }) => copyZone(grid, left),
          ({ left }) => headOf(left + 1),
        )}
      >
        {t(freightText.copyZone)}
      </Button>
      <Button disabled={isOff} onClick={change(({ left, right }) => deleteZones(grid, left, right))}>
        {t(freightText.deleteZones)}
      </Button>
      <Button
        onClick={() => onChange(addTier(grid), { row: grid.tiers.length, column: 1 })}
        disabled={grid.zones.length === 0}
      >
        {t(freightText.addTier)}
      </Button>
      <Button
        disabled={isOff || !canSplit(grid, area.top)}
        onClick={change(
          ({ top }) => splitTier(grid, top),
          ({ top }) => ({ row: top, column: 1 }),
        )}
      >
        {t(freightText.splitTier)}
      </Button>
      <Button disabled={isOff} onClick={change(({ top, bottom }) => deleteTiers(grid, top, bottom))}>
        {t(freightText.deleteTiers)}
      </Button>
    </Flex>
  )
}
