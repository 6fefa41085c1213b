import { Alert, Button, Flex, Input, Progress, Radio, Select, Steps, Table, Tag } from 'antd'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import type { OutputOf, Query } from '../call.ts'
import {
  type ImportForm,
  importModes,
  importRows,
  importState,
  importTemplate,
  importText,
  lastImports,
  mapImport,
  mendImportRow,
  type ProblemKind,
  problemKinds,
  runImport,
  startImport,
  type Verdict,
} from '../imports.ts'
import { myTasks, retryTask } from '../tasks.ts'
import { Answered } from './Answered.tsx'
import { sayFailure, useAnswer, useCommand, useRefresh } from './call.ts'
import { Dialog } from './Dialog.tsx'
import { downloadBytes } from './download.ts'
import { useFollow } from './FileLink.tsx'
import { dialogText } from './import-text.ts'
import { LocalTime } from './LocalTime.tsx'
import { useText } from './language.tsx'
import { notice } from './notices.ts'
import { send } from './send.ts'
import { webText } from './text.ts'
import { UploadFailed, upload } from './upload.ts'
import './import.css'

type State = OutputOf<typeof importState>
/** What the dialog needs to know of a form; the rule for a line is the server's to apply. */
type Form = Pick<ImportForm, 'kind' | 'title' | 'columns' | 'takesZip' | 'isWhole' | 'foundAt'>

/**
 * Reads a sheet in: file, columns, check, import.
 *
 * The import lives on the server, so that whoever closes the tab finds it again among the last ones.
 */
export function ImportDialog({
  form,
  refreshes,
  onClose,
}: {
  form: Form
  refreshes: readonly Query[]
  onClose: () => void
}) {
  const t = useText()
  const [id, setId] = useState<number>()
  const state = useAnswer(
    importState,
    { id },
    { enabled: id !== undefined, keep: false, every: (now) => (now && isUnderWay(now) ? 1000 : 0) },
  )
  const [isAsked, setMapping] = useState<boolean>()
  const refresh = useRefresh()
  const isOver = state.data !== undefined && !['checking', 'running'].includes(state.data.status)
  // The list behind the dialog shows what came in once it is in, and not while it is still being written.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it is over
  useEffect(() => {
    if (isOver) void refresh([...refreshes, myTasks])
  }, [isOver])
  // A sheet without a head for what is needed is mapped first.
  const isMapping = isAsked ?? (state.data !== undefined && missingIn(form, state.data).length > 0)
  const step = !id || !state.data ? 0 : state.data.status === 'checking' ? (isMapping ? 1 : 2) : 3

  return (
    <Dialog
      width="min(960px, calc(100vw - 16px))"
      title={t(dialogText.title, { what: t(form.title) })}
      onClose={onClose}
    >
      <Steps
        size="small"
        current={step}
        items={[dialogText.file, dialogText.map, dialogText.check, dialogText.run].map((title) => ({
          title: t(title),
        }))}
      />
      <div className="import-step">
        {id === undefined ? (
          <FileStep form={form} onOpen={setId} />
        ) : (
          <Answered answer={state}>
            {(now) => {
              if (now.status !== 'checking') return <ResultStep form={form} state={now} onClose={onClose} />
              return isMapping ? (
                <MapStep form={form} state={now} onDone={() => setMapping(false)} />
              ) : (
                <CheckStep form={form} state={now} onMap={() => setMapping(true)} />
              )
            }}
          </Answered>
        )}
      </div>
    </Dialog>
  )
}

/** The import is over a moment before its task is, and only then the task says what it left out. */
const isUnderWay = ({ status, task }: State) =>
  status === 'running' || (status !== 'checking' && task?.finishedAt === null)

/** The columns of the file that stand for none of ours. */
function Ignored({ heads, mapping }: Pick<State, 'heads' | 'mapping'>) {
  const t = useText()
  const ignored = heads.filter((head, place) => head && !Object.values(mapping).includes(place))
  if (ignored.length === 0) return null
  return <p className="hint">{t(dialogText.ignored, { columns: ignored.join(', ') })}</p>
}

const missingIn = ({ columns }: Form, { mapping }: State) =>
  columns.filter(({ key, isRequired }) => isRequired && mapping[key] === undefined)

const inMegabytes = (bytes: number) => bytes / 1024 / 1024

function FileStep({ form, onOpen }: { form: Form; onOpen: (id: number) => void }) {
  const t = useText()
  const [share, setShare] = useState<number>()
  const [zip, setZip] = useState<File>()
  const start = useCommand(startImport, { quiet: true, ownErrors: true })
  const last = useAnswer(lastImports, { kind: form.kind })
  const { limits, imports = [] } = last.data ?? {}

  const take = async (sheet: File | string | undefined) => {
    if (!sheet || share !== undefined) return
    setShare(0)
    // The pictures go first; both files together are the whole way.
    const before = zip?.size ?? 0
    const whole = before + (typeof sheet === 'string' ? 0 : sheet.size)
    try {
      const pictures = zip && (await upload(zip, 'zip', (share) => setShare((share * before) / whole)))
      const source =
        typeof sheet === 'string'
          ? { pasted: sheet }
          : {
              fileId: (
                await upload(sheet, 'sheet', (share) => setShare((before + share * sheet.size) / whole))
              ).fileId,
            }
      const { id } = await start.mutateAsync({
        kind: form.kind,
        ...source,
        ...(pictures && { zipFileId: pictures.fileId }),
      })
      onOpen(id)
    } catch (error) {
      if (error instanceof UploadFailed) notice('error', error.message)
      else sayFailure(error)
    } finally {
      setShare(undefined)
    }
  }

  // Wherever the focus is: a dialog has nothing else to paste into on this step.
  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => {
      // Beside its cells Excel puts a picture of them on the clipboard, which is no sheet.
      const file = [...(event.clipboardData?.files ?? [])].find(({ name }) => /\.xlsx?$/i.test(name))
      const sheet = file ?? event.clipboardData?.getData('text/plain')
      if (!sheet) return
      event.preventDefault()
      void take(sheet)
    }
    document.addEventListener('paste', onPaste)
    return () => document.removeEventListener('paste', onPaste)
  })

  return (
    <Flex vertical gap={16}>
      <p>
        {limits && t(dialogText.limits, { rows: limits.rows, most: inMegabytes(limits.sheet) })}{' '}
        <Button
          type="link"
          onClick={() =>
            void send(importTemplate, { kind: form.kind })
              .then(({ fileName, base64 }) => downloadBytes(fileName, base64))
              .catch(sayFailure)
          }
        >
          {t(dialogText.template)}
        </Button>
      </p>
      {form.takesZip && (
        <label className="import-file">
          {t(dialogText.zip)} {limits && t(dialogText.zipMost, { most: inMegabytes(limits.zip) })}
          <span className="hint">{t(form.takesZip)}</span>
          <input type="file" accept=".zip" onChange={(event) => setZip(event.target.files?.[0])} />
        </label>
      )}
      <label
        className="import-file import-drop"
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault()
          void take(event.dataTransfer.files[0])
        }}
      >
        {t(dialogText.choose)}
        <input
          type="file"
          accept=".xls,.xlsx"
          disabled={share !== undefined}
          onChange={(event) => {
            void take(event.target.files?.[0])
            event.target.value = ''
          }}
        />
      </label>
      <p className="hint">{t(dialogText.paste)}</p>
      {share !== undefined && (
        <Progress percent={Math.round(share * 100)} aria-label={t(dialogText.uploading)} />
      )}
      {imports.length > 0 && (
        <>
          <h3>{t(dialogText.last)}</h3>
          <ul className="import-last">
            {imports.map(({ id, importNo, fileName, status, createdAt, ok, failed, userName, isOwn }) => (
              <li key={id}>
                {isOwn ? (
                  <Button type="link" onClick={() => onOpen(id)}>
                    {importNo}
                  </Button>
                ) : (
                  <span className="import-theirs">
                    {importNo} · {userName} ·
                  </span>
                )}{' '}
                {fileName} · {t(dialogText.states[status])} · {t(importText.result, { ok, failed })} ·{' '}
                <LocalTime at={createdAt} />
              </li>
            ))}
          </ul>
        </>
      )}
    </Flex>
  )
}

function MapStep({ form, state, onDone }: { form: Form; state: State; onDone: () => void }) {
  const t = useText()
  const [mapping, setMapping] = useState(state.mapping)
  const save = useCommand(mapImport, { refreshes: [importState, importRows], quiet: true })
  return (
    <Flex vertical gap={12}>
      <Table
        size="small"
        rowKey="key"
        pagination={false}
        dataSource={[...form.columns]}
        scroll={{ x: 'max-content' }}
        columns={[
          {
            title: t(dialogText.ours),
            render: (_, { title, isRequired }) => `${t(title)}${isRequired ? ' *' : ''}`,
          },
          {
            title: t(dialogText.theirs),
            render: (_, { key, title }) => (
              <Select
                className="import-select"
                aria-label={t(title)}
                allowClear
                value={mapping[key]}
                onChange={(place: number | undefined) => {
                  const { [key]: _gone, ...others } = mapping
                  setMapping(place === undefined ? others : { ...others, [key]: place })
                }}
                options={state.heads.map((head, value) => ({ value, label: head || String(value + 1) }))}
              />
            ),
          },
          { title: t(dialogText.note), render: (_, { note }) => t(note) },
        ]}
      />
      <Ignored heads={state.heads} mapping={mapping} />
      <Flex gap={8} justify="end">
        <Button onClick={onDone}>{t(dialogText.back)}</Button>
        <Button
          type="primary"
          loading={save.isPending}
          onClick={() => save.mutate({ id: state.id, mapping }, { onSuccess: onDone })}
        >
          {t(dialogText.checkAgain)}
        </Button>
      </Flex>
    </Flex>
  )
}

const verdictColor: Record<Verdict, string> = {
  unchecked: 'default',
  new: 'success',
  update: 'processing',
  skip: 'default',
  error: 'error',
  done: 'success',
  failed: 'error',
}

function CheckStep({ form, state, onMap }: { form: Form; state: State; onMap: () => void }) {
  const t = useText()
  const bad = state.counts.error ?? 0
  const good = (state.counts.new ?? 0) + (state.counts.update ?? 0)
  const [verdict, setVerdict] = useState<Verdict | 'warning' | undefined>(bad > 0 ? 'error' : undefined)
  const [kindAsked, setKind] = useState<ProblemKind>()
  // Once the last problem of a kind is mended, the others are shown again.
  const kind = kindAsked && state.kinds[kindAsked] ? kindAsked : undefined
  const [page, setPage] = useState(1)
  const [mode, setMode] = useState<(typeof importModes)[number]>(
    form.isWhole ? 'all_or_nothing' : 'good_rows',
  )
  const rows = useAnswer(importRows, {
    id: state.id,
    page,
    size: 20,
    ...(verdict && { verdict }),
    ...(verdict === 'error' && kind && { kind }),
  })
  const mend = useCommand(mendImportRow, { refreshes: [importState, importRows], quiet: true })
  const run = useCommand(runImport, { refreshes: [importState, myTasks], quiet: true })
  const used = form.columns.filter(({ key }) => state.mapping[key] !== undefined)
  const missing = missingIn(form, state)
  const kinds = problemKinds.filter((one) => state.kinds[one])

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
          title={t(importText.columnMissing, { columns: missing.map(({ title }) => t(title)).join(', ') })}
        />
      )}
      <Ignored heads={state.heads} mapping={state.mapping} />
      <Flex gap={8} wrap role="group" aria-label={t(dialogText.verdictsOf)}>
        {([undefined, 'new', 'update', 'skip', 'warning', 'error'] as const).map((one) => (
          <Choice
            key={one ?? 'all'}
            isChosen={verdict === one}
            count={!one ? state.total : one === 'warning' ? state.warnings : (state.counts[one] ?? 0)}
            onChoose={() => {
              setVerdict(one)
              setPage(1)
            }}
          >
            {t(!one ? dialogText.all : one === 'warning' ? dialogText.warnings : dialogText.verdicts[one])}
          </Choice>
        ))}
        <Button size="small" onClick={onMap}>
          {t(dialogText.map)}
        </Button>
      </Flex>
      {verdict === 'error' && kinds.length > 1 && (
        <Flex gap={8} wrap role="group" aria-label={t(dialogText.kindsOf)}>
          {[undefined, ...kinds].map((one) => (
            <Choice
              key={one ?? 'all'}
              isChosen={kind === one}
              count={one ? (state.kinds[one] ?? 0) : bad}
              onChoose={() => {
                setKind(one)
                setPage(1)
              }}
            >
              {t(one ? importText.kinds[one] : dialogText.allKinds)}
            </Choice>
          ))}
        </Flex>
      )}
      <Answered answer={rows}>
        {(list) => (
          <Table
            size="small"
            rowKey="rowNo"
            dataSource={list.rows}
            scroll={{ x: 'max-content', y: 320 }}
            pagination={{
              current: page,
              pageSize: 20,
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
              ...used.map(({ key, title }) => ({
                title: t(title),
                render: (_: unknown, row: (typeof list.rows)[number]) => (
                  <Cell
                    label={`${t(title)} ${row.rowNo}`}
                    text={row.cells[state.mapping[key] ?? -1] ?? ''}
                    problem={row.problems.find(({ column }) => column === key)}
                    isWrong={row.verdict === 'error'}
                    onMend={(text) => mend.mutate({ id: state.id, rowNo: row.rowNo, column: key, text })}
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
      </Answered>
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

/** A cell that says what is wrong with it and what to do, and can be mended on the spot. */
function Cell({
  label,
  text,
  problem,
  isWrong,
  onMend,
}: {
  label: string
  text: string
  problem: { message: string; remedy: string } | undefined
  /** Without it the problem is only something to know. */
  isWrong: boolean
  onMend: (text: string) => void
}) {
  const [typed, setTyped] = useState<string>()
  if (!problem) return text
  const mend = () => {
    if (typed !== undefined && typed !== text) onMend(typed)
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
        onBlur={mend}
        onPressEnter={mend}
      />
      <span className={isWrong ? 'import-problem' : 'hint'}>{problem.message}</span>
      <span className="hint">{problem.remedy}</span>
    </div>
  )
}

function ResultStep({ form, state, onClose }: { form: Form; state: State; onClose: () => void }) {
  const t = useText()
  const { task } = state
  const again = useCommand(retryTask, { refreshes: [importState, myTasks], quiet: true })
  return (
    <Flex vertical gap={16}>
      {state.status === 'running' && task?.status === 'failed' ? (
        <Alert
          type="error"
          showIcon
          title={task.message}
          action={
            <Button size="small" loading={again.isPending} onClick={() => again.mutate({ id: task.id })}>
              {t(webText.retry)}
            </Button>
          }
        />
      ) : state.status === 'running' ? (
        <Progress
          percent={task?.total ? Math.round((task.done / task.total) * 100) : 0}
          status="active"
          aria-label={t(dialogText.run)}
        />
      ) : (
        <Alert
          type={state.status === 'done' ? 'success' : state.status === 'partial' ? 'warning' : 'error'}
          showIcon
          title={t(importText.result, { ok: state.ok, failed: state.failed })}
        />
      )}
      {state.numbers.length > 0 && (
        <>
          <h3>{t(dialogText.numbers)}</h3>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reachable by keyboard */}
          <ul className="import-left" tabIndex={0} aria-label={t(dialogText.numbers)}>
            {state.numbers.map((no) => (
              <li key={no}>
                {form.foundAt ? (
                  <Link to={`${form.foundAt}?${new URLSearchParams({ search: no })}`} onClick={onClose}>
                    {no}
                  </Link>
                ) : (
                  no
                )}
              </li>
            ))}
          </ul>
        </>
      )}
      {task && task.failures.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reachable by keyboard
        <ul className="import-left" tabIndex={0} aria-label={t(dialogText.left)}>
          {task.failures.map(({ no, reason }) => (
            <li key={no}>
              <b>{no}</b> {reason}
            </li>
          ))}
        </ul>
      )}
      <Flex gap={8} justify="end">
        {task?.fileUrl && <FailedRows url={task.fileUrl} />}
        <Button type="primary" onClick={onClose}>
          {t(dialogText.close)}
        </Button>
      </Flex>
    </Flex>
  )
}

function FailedRows({ url }: { url: string }) {
  const t = useText()
  const follow = useFollow(url, importState)
  return (
    <Button href={url} download onClick={follow}>
      {t(dialogText.failedRows)}
    </Button>
  )
}
