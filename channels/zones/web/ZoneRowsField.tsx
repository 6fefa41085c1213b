import { Button, Flex, Form, Input, Pagination, Select } from 'antd'
import { type ClipboardEvent, useState } from 'react'
import type { Fields } from '../../../platform/forms/web/fields.ts'
import { columnText } from '../../../platform/lists/column-text.ts'
import { type Language, say, type Text } from '../../../platform/text/text.ts'
import { useDictionary } from '../../../platform/text/web/dictionary.tsx'
import { useText } from '../../../platform/text/web/language.tsx'
import { RemoveButton } from '../../../platform/ui/web/RemoveButton.tsx'
import type { RowProblem } from '../contract.ts'
import { blockIn, emptyRow, type RowColumn, rowColumns, type TypedRow, withBlock } from '../paste.ts'
import { zoneText } from '../text.ts'
import './zones.css'

const titles: Record<RowColumn, Text> = {
  zoneCode: zoneText.zone,
  countryCode: columnText.country,
  stateCode: zoneText.state,
  city: zoneText.city,
  zipFrom: zoneText.zipFrom,
  zipTo: zoneText.zipTo,
  remoteLevel: zoneText.remote,
}

/** An invalid row, with its number and the column title. */
export function problemText({ rowNo, column, message }: RowProblem): Text {
  const cell = rowColumns.find((key) => key === column)
  if (!cell) return message
  const inWords = (language: Language) =>
    say(zoneText.cellWrong, language, {
      row: rowNo,
      column: titles[cell][language],
      what: message[language],
    })
  return { zh_CN: inWords('zh_CN'), en_US: inWords('en_US') }
}

const SHOWN = 50
const MAX_LISTED = 5

/** The rows of a zone table: typed, or pasted as a block from a spreadsheet. */
export function ZoneRowsField<V extends { rows: TypedRow[] }>({
  fields,
  problems,
}: {
  fields: Fields<V>
  problems: RowProblem[]
}) {
  const t = useText()
  const { rows } = fields.value
  const [input, setPage] = useState(1)
  const page = Math.max(1, Math.min(input, Math.ceil(rows.length / SHOWN)))
  const set = (next: TypedRow[]) => fields.change({ rows: next } as Partial<V>)
  const isRefused = fields.problemOf('rows') !== undefined
  const first = (page - 1) * SHOWN
  const idOfRow = (rowNo: number) => `${fields.idOf('rows')}-${rowNo}`
  const go = (rowNo: number) => {
    setPage(Math.ceil(rowNo / SHOWN))
    setTimeout(() => document.getElementById(idOfRow(rowNo))?.focus())
  }
  return (
    <Form.Item label={t(zoneText.rows)}>
      <fieldset
        id={fields.idOf('rows')}
        className="zone-rows"
        aria-label={t(zoneText.rows)}
        tabIndex={-1}
        onBlur={({ currentTarget, relatedTarget }) => {
          if (!currentTarget.contains(relatedTarget)) fields.leave('rows')
        }}
      >
        <p className="hint">{t(zoneText.rowsHint)}</p>
        <div role="alert">{isRefused && <Problems problems={problems} onGo={go} />}</div>
        <div className="zone-row zone-row-heads" aria-hidden>
          <span />
          {rowColumns.map((column) => (
            <span key={column}>{t(titles[column])}</span>
          ))}
          <span />
        </div>
        {rows.slice(first, first + SHOWN).map((row, i) => {
          const place = first + i
          return (
            <Row
              key={place}
              id={idOfRow(place + 1)}
              rowNo={place + 1}
              row={row}
              wrong={isRefused ? problems.filter(({ rowNo }) => rowNo === place + 1) : []}
              onEdit={(part) => set(rows.map((row, k) => (k === place ? { ...row, ...part } : row)))}
              onBlock={(column, block) => {
                set(withBlock(rows, { place, column }, block))
                fields.leave('rows')
              }}
              onRemove={() => set(rows.filter((_, k) => k !== place))}
            />
          )
        })}
        <Flex gap={16} wrap align="center">
          <Button
            onClick={() => {
              set([...rows, { ...emptyRow, countryCode: rows.at(-1)?.countryCode ?? '' }])
              setPage(Math.floor(rows.length / SHOWN) + 1)
            }}
          >
            {t(zoneText.addRow)}
          </Button>
          {rows.length > SHOWN && (
            <Pagination
              size="small"
              current={page}
              pageSize={SHOWN}
              total={rows.length}
              onChange={setPage}
              showSizeChanger={false}
            />
          )}
        </Flex>
      </fieldset>
    </Form.Item>
  )
}

function Row({
  id,
  rowNo,
  row,
  wrong,
  onEdit,
  onBlock,
  onRemove,
}: {
  id: string
  rowNo: number
  row: TypedRow
  wrong: RowProblem[]
  onEdit: (part: Partial<TypedRow>) => void
  onBlock: (column: RowColumn, block: string[][]) => void
  onRemove: () => void
}) {
  const t = useText()
  const remote = useDictionary('remoteLevel')
  const problemOf = (column: RowColumn) => {
    // A conflict of two rows is resolved by changing the zone of one.
    const isWrong = wrong.some((item) => (item.column ?? 'zoneCode') === column)
    return {
      'aria-label': t(zoneText.cell, { column: t(titles[column]), row: rowNo }),
      'aria-invalid': isWrong,
      ...(isWrong && { status: 'error' as const }),
    }
  }
  const paste = (event: ClipboardEvent, column: RowColumn) => {
    const block = blockIn(event.clipboardData.getData('text'))
    if (!block) return
    event.preventDefault()
    onBlock(column, block)
  }
  return (
    <div className="zone-row">
      <span className="zone-row-no">{rowNo}</span>
      {rowColumns.map((column) =>
        column === 'remoteLevel' ? (
          <Select
            key={column}
            {...problemOf(column)}
            value={row.remoteLevel}
            onChange={(remoteLevel: string) => onEdit({ remoteLevel })}
            options={remote.options}
          />
        ) : (
          <Input
            key={column}
            id={column === 'zoneCode' ? id : undefined}
            {...problemOf(column)}
            placeholder={t(titles[column])}
            value={row[column]}
            autoComplete="off"
            onChange={({ target }) => onEdit({ [column]: target.value })}
            onPaste={(event) => paste(event, column)}
          />
        ),
      )}
      <RemoveButton label={t(zoneText.removeRow, { row: rowNo })} onRemove={onRemove} />
    </div>
  )
}

function Problems({ problems, onGo }: { problems: RowProblem[]; onGo: (rowNo: number) => void }) {
  const t = useText()
  return (
    <ul className="zone-problems">
      {problems.slice(0, MAX_LISTED).map((problem) => (
        <li key={`${problem.rowNo} ${problem.column} ${problem.message.en_US}`}>
          <button type="button" className="text-button" onClick={() => onGo(problem.rowNo)}>
            {t(problemText(problem))}
          </button>
        </li>
      ))}
      {problems.length > MAX_LISTED && (
        <li>{t(zoneText.moreWrong, { count: problems.length - MAX_LISTED })}</li>
      )}
    </ul>
  )
}
