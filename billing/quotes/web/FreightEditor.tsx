import { Button, Flex } from 'antd'
import { type ReactNode, useMemo, useRef, useState } from 'react'
import { useText } from '../../../platform/text/web/language.tsx'
import { useSettled } from '../../../platform/ui/web/settled.ts'
import type { ContentOf } from '../contract.ts'
import { checkFreight, type GridPlace } from '../freight-checks.ts'
import { blankGrid, type CellValue, type Grid, rowFinder, valuesUsed } from '../freight-grid.ts'
import { type Pasted, type PasteOffer, pasteInto, readPaste } from '../freight-paste.ts'
import {
  areaOf,
  FIRST_ZONE,
  HEAD_ROW,
  inside,
  pastePlace,
  type Spot,
  selectOnly,
  startSpot,
} from '../freight-selection.ts'
import { freightText } from '../freight-text.ts'
import { FreightFields } from './FreightFields.tsx'
import { FreightPaste } from './FreightPaste.tsx'
import { FreightProblems } from './FreightProblems.tsx'
import { FreightTable, focusSpot } from './FreightTable.tsx'
import { FreightTools } from './FreightTools.tsx'
import { FreightUpload, saveFreightFile } from './FreightUpload.tsx'
import { SurchargeRows } from './SurchargeRows.tsx'
import { useFreightGrid } from './use-freight-grid.ts'
import './quotes.css'

/** Checking thousands of cells at every key would make typing slow. */
const SETTLED_MS = 250

const spotAt = (place: GridPlace): Spot => {
  if (place.kind === 'zone') return { row: HEAD_ROW, column: place.zone + FIRST_ZONE }
  if (place.kind === 'bound') return { row: place.tier, column: place.bound === 'from' ? 0 : 1 }
  return { row: place.tier, column: place.zone + FIRST_ZONE }
}

/**
 * The prices of a freight version: the table of zones and weights with its checks, the version's own weighing, and surcharges.
 *
 * What is typed is passed on as it is, also where it is no number: the contract refuses it when it is saved, and nothing is lost.
 */
export function FreightEditor({
  value,
  zones,
  inForce,
  onChange,
  fileName,
  isReadOnly = false,
}: {
  value: ContentOf<'freight'>
  /** The zones of the channel's zone schema; null where it has none. */
  zones: string[] | null
  /** The version in force, which changes are shown against. */
  inForce: ContentOf<'freight'> | null
  onChange: (content: ContentOf<'freight'>) => void
  /** Of a download, without its ending. */
  fileName: string
  isReadOnly?: boolean
}) {
  const t = useText()
  const box = useRef<HTMLTableElement>(null)
  const { grid, change, replace, undo, redo, canUndo, canRedo } = useFreightGrid(value, onChange)
  const [selection, select] = useState(() => selectOnly(startSpot))
  const [wanted, show] = useState<CellValue>('price')
  const [paste, setPaste] = useState<{ offer: PasteOffer | null }>()
  const shown = valuesUsed(grid).includes(wanted) ? wanted : 'price'
  const area = areaOf(selection, grid)
  const findOld = useMemo(() => inForce && rowFinder(inForce.rows), [inForce])

  const checked = useSettled(grid, SETTLED_MS)
  const { flatPrice, surcharges } = value
  const check = useMemo(
    () => checkFreight(checked, { flatPrice, surcharges }, zones),
    [checked, flatPrice, surcharges, zones],
  )
  const wrongTiers = useMemo(
    () => new Set(check.grid.flatMap(({ place }) => (place.kind === 'bound' ? [place.tier] : []))),
    [check],
  )
  const wrongZones = useMemo(
    () => new Set(check.grid.flatMap(({ place }) => (place.kind === 'zone' ? [place.zone] : []))),
    [check],
  )

  const knownZones = [...new Set([...(zones ?? []), ...grid.zones])]
  const go = (spot: Spot) => setTimeout(() => focusSpot(box, spot))
  const edit = (next: Grid, goTo?: Spot) => {
    change(next)
    if (goTo) go(goTo)
  }
  const applyPaste = (pasted: Pasted, isReplacing: boolean) => {
    const at = inside(selection.anchor, grid)
    change(pasteInto(grid, pasted, { at: pastePlace(at), value: shown, isReplacing }))
    setPaste(undefined)
    go(pasted.kind === 'cells' ? at : startSpot)
  }
  const upload = !isReadOnly && (
    <FreightUpload
      onApply={({ grid: next, surcharges: added = value.surcharges, weighing }) => {
        replace(next, { ...weighing, surcharges: added })
        go(startSpot)
      }}
    />
  )
  const isEmpty = grid.zones.length === 0 && grid.tiers.length === 0
  return (
    <div className="freight">
      {isEmpty ? (
        <NoRows
          isReadOnly={isReadOnly}
          upload={upload}
          onBlank={() => edit(blankGrid(zones ?? []), startSpot)}
          onPaste={(text) => setPaste({ offer: readPaste(text, knownZones) ?? null })}
          onUndo={canUndo ? undo : undefined}
        />
      ) : (
        <>
          <FreightTools
            grid={grid}
            area={area}
            value={shown}
            isReadOnly={isReadOnly}
            canUndo={canUndo}
            canRedo={canRedo}
            onShow={show}
            onChange={edit}
            onUndo={undo}
            onRedo={redo}
            onPaste={() => setPaste({ offer: null })}
            onDownload={() => saveFreightFile(fileName, grid, value)}
            upload={upload}
          />
          {!isReadOnly && <p className="hint">{t(freightText.keysHint)}</p>}
          <div className="freight-body">
            <FreightTable
              grid={grid}
              value={shown}
              selection={selection}
              findOld={findOld}
              wrongTiers={wrongTiers}
              wrongZones={wrongZones}
              isReadOnly={isReadOnly}
              box={box}
              onSelect={select}
              onChange={change}
              onUndo={isReadOnly ? () => {} : undo}
              onRedo={isReadOnly ? () => {} : redo}
              onPaste={(offer) => setPaste({ offer })}
              knownZones={knownZones}
            />
            <FreightProblems
              problems={check.grid}
              onGo={(place) => {
                if (place.kind === 'cell') show(place.value)
                go(spotAt(place))
              }}
            />
          </div>
        </>
      )}
      {paste && (
        <FreightPaste
          grid={grid}
          value={shown}
          offer={paste.offer}
          knownZones={knownZones}
          onApply={applyPaste}
          onClose={() => setPaste(undefined)}
        />
      )}
      <FreightFields value={value} isReadOnly={isReadOnly} onChange={onChange} />
      <SurchargeRows
        surcharges={surcharges}
        problems={check.surcharges}
        isReadOnly={isReadOnly}
        onChange={(next) => onChange({ ...value, surcharges: next })}
      />
    </div>
  )
}

/** No table yet: from a spreadsheet or blank. */
function NoRows({
  isReadOnly,
  upload,
  onBlank,
  onPaste,
  onUndo,
}: {
  isReadOnly: boolean
  upload: ReactNode
  onBlank: () => void
  onPaste: (text: string) => void
  onUndo: (() => void) | undefined
}) {
  const t = useText()
  if (isReadOnly) return <p className="hint">{t(freightText.noRowsShort)}</p>
  return (
    <section
      className="freight-none"
      aria-label={t(freightText.table)}
      onPaste={(event) => {
        event.preventDefault()
        onPaste(event.clipboardData.getData('text'))
      }}
    >
      <p>{t(freightText.noRows)}</p>
      <Flex gap={8} wrap>
        <Button type="primary" onClick={() => onPaste('')}>
          {t(freightText.paste)}
        </Button>
        {upload}
        <Button onClick={onBlank}>{t(freightText.blank)}</Button>
        {onUndo && <Button onClick={onUndo}>{t(freightText.undo)}</Button>}
      </Flex>
    </section>
  )
}
