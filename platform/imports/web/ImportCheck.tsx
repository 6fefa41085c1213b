import { Alert, Button, Flex, Input, Radio, Tag } from 'antd'
import { useState } from 'react'
import { useAnswer, useCommand } from '../../calls/web/call.ts'
import { useLastPage } from '../../lists/web/use-last-page.ts'
import { myTasks } from '../../tasks/tasks.ts'
import { listed } from '../../text/text.ts'
import { language, useText } from '../../text/web/language.tsx'
import { QueryBoundary } from '../../ui/web/QueryBoundary.tsx'
import { WideTable } from '../../ui/web/WideTable.tsx'
import {
  correctImportRow,
  importModes,
  importRows,
  importState,
  lastImports,
  runImport,
} from '../contract.ts'
import { type ProblemKind, problemKinds, type Verdict, wrongFirst } from '../imports.ts'
import { importText } from '../text.ts'
import { Ignored, missingIn } from './ImportMap.tsx'
import type { Form, State } from './import-step.ts'
import { dialogText } from './import-text.ts'
import './import.css'

const SIZE = 20

const verdictColor: Record<Verdict, string> = {
  unchecked: 'default',
  new: 'success',
  update: 'processing',
  skip: 'default',
  error: 'error',
  done: 'success',
  failed: 'error',
}

export function CheckStep({ form, state, onMap }: { form: Form; state: State; onMap: () => void }) {
  const t = useText()
  const bad = state.counts.error ?? 0
  const good = (state.counts.new ?? 0) + (state.counts.update ?? 0)
  const [verdict, setVerdict] = useState<Verdict | 'warning' | undefined>(bad > 0 ? 'error' : undefined)
  const [chosenKind, setKind] = useState<ProblemKind>()
  // Once the last problem of a kind is corrected, the others are shown again.
  const kind = chosenKind && state.kinds[chosenKind] ? chosenKind : undefined
  const [page, setPage] = useState(1)
  const [mode, setMode] = useState<(typeof importModes)[number]>(
    form.isWhole ? 'all_or_nothing' : 'good_rows',
  )
  const rows = useAnswer(importRows, {
    id: state.id,
    page,
    size: SIZE,
    ...(verdict && { verdict }),
    ...(verdict === 'error' && kind && { kind }),
  })
  useLastPage(rows, { page, size: SIZE }, setPage)
  const correct = useCommand(correctImportRow, { refreshes: [importState, importRows], quiet: true })
  const run = useCommand(runImport, { refreshes: [importState, lastImports, myTasks], quiet: true })
  const used = form.columns.filter(({ key }) => state.mapping[key] !== undefined)
  const missing = missingIn(form, state)
  const kinds = problemKinds.filter((problemKind) => state.kinds[problemKind])

  return (
    <Flex vertical gap={12}>
      {state.isCancelled && <Alert type="info" showIcon title={t(dialogText.cancelled)} />}
      {state.sameFile && (
        <Alert type="warning" showIcon title={t(dialogText.sameFile, { no: state.sameFile.importNo })} />
      )}
      {missing.length > 0 && (
        <Alert
          type="error"
          showIcon
          title={t(importText.columnMissing, {
            columns: listed(
              missing.map(({ title }) => t(title)),
              language,
            ),
          })}
        />
      )}
      <Ignored heads={state.heads} mapping={state.mapping} />
      <Flex gap={8} wrap role="group" aria-label={t(dialogText.verdictsOf)}>
        {([undefined, 'new', 'update', 'skip', 'warning', 'error'] as const).map((item) => (
          <Choice
            key={item ?? 'all'}
            isChosen={verdict === item}
            count={!item ? state.total : item === 'warning' ? state.warnings : (state.counts[item] ?? 0)}
            onChoose={() => {
              setVerdict(item)
              setPage(1)
            }}
          >
            {t(!item ? dialogText.all : item === 'warning' ? dialogText.warnings : dialogText.verdicts[item])}
          </Choice>
        ))}
        <Button size="small" onClick={onMap}>
          {t(dialogText.map)}
        </Button>
      </Flex>
      {verdict === 'error' && kinds.length > 1 && (
        <Flex gap={8} wrap role="group" aria-label={t(dialogText.kindsOf)}>
          {[undefined, ...kinds].map((item) => (
            <Choice
              key={item ?? 'all'}
              isChosen={kind === item}
              count={item ? (state.kinds[item] ?? 0) : bad}
              onChoose={() => {
                setKind(item)
                setPage(1)
              }}
            >
              {t(item ? importText.kinds[item] : dialogText.allKinds)}
            </Choice>
          ))}
        </Flex>
      )}
      <QueryBoundary answer={rows}>
        {(list) => (
          <WideTable
            size="small"
            rowKey="rowNo"
            dataSource={list.rows}
            scroll={{ y: 320 }}
            pagination={{
              current: page,
              pageSize: SIZE,
              total: list.total,
              onChange: setPage,
              showSizeChanger: false,
            }}
            columns={[
              { title: t(dialogText.row), dataIndex: 'rowNo', fixed: 'left' },
              {
                title: t(dialogText.verdict),
                render: (_, row) => (
                  <Tag color={verdictColor[row.verdict]}>{t(dialogText.verdicts[row.verdict])}</Tag>
                ),
              },
              ...wrongFirst(used, list.rows).map(({ key, title }) => ({
                title: t(title),
                render: (_: unknown, row: (typeof list.rows)[number]) => (
                  <Cell
                    label={`${t(title)} ${row.rowNo}`}
                    text={row.cells[state.mapping[key] ?? -1] ?? ''}
                    problem={row.problems.find(({ column }) => column === key)}
                    isWrong={row.verdict === 'error'}
                    onCorrect={(text) =>
                      correct.mutate({ id: state.id, rowNo: row.rowNo, column: key, text })
                    }
                  />
                ),
              })),
              {
                title: t(importText.reason),
                render: (_, row) =>
                  row.problems
                    .filter(({ column }) => column === null || state.mapping[column] === undefined)
                    .map(({ message, remedy }) => (
                      <div key={message}>
                        {message}
                        <div className="hint">{remedy}</div>
                      </div>
                    )),
              },
            ]}
          />
        )}
      </QueryBoundary>
      <Flex gap={16} justify="space-between" align="center" wrap>
        <Radio.Group
          aria-label={t(dialogText.mode)}
          value={mode}
          onChange={(event) => setMode(event.target.value)}
          options={importModes
            .filter((value) => !form.isWhole || value === 'all_or_nothing')
            .map((value) => ({ value, label: t(dialogText.modes[value]) }))}
        />
        <Button
          type="primary"
          loading={run.isPending}
          disabled={good === 0 || (mode === 'all_or_nothing' && bad > 0)}
          onClick={() => run.mutate({ id: state.id, mode })}
        >
          {t(dialogText.start, { count: good })}
        </Button>
      </Flex>
    </Flex>
  )
}

function Choice(props: { isChosen: boolean; count: number; onChoose: () => void; children: string }) {
  return (
    <Button
      size="small"
      type={props.isChosen ? 'primary' : 'default'}
      aria-pressed={props.isChosen}
      onClick={props.onChoose}
    >
      {props.children} {props.count}
    </Button>
  )
}

/** A cell that shows its problem and what to do, and can be corrected in place. */
function Cell({
  label,
  text,
  problem,
  isWrong,
  onCorrect,
}: {
  label: string
  text: string
  problem: { message: string; remedy: string } | undefined
  /** Without it the problem is only a warning. */
  isWrong: boolean
  onCorrect: (text: string) => void
}) {
  const [typed, setTyped] = useState<string>()
  if (!problem) return text
  const correct = () => {
    if (typed !== undefined && typed !== text) onCorrect(typed)
    setTyped(undefined)
  }
  return (
    <div className="import-cell">
      <Input
        size="small"
        status={isWrong ? 'error' : 'warning'}
        aria-label={label}
        aria-invalid={isWrong}
        value={typed ?? text}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={correct}
        onPressEnter={correct}
      />
      <span className={isWrong ? 'import-problem' : 'hint'}>{problem.message}</span>
      <span className="hint">{problem.remedy}</span>
    </div>
  )
}
