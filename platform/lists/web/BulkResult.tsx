import { Button, Flex } from 'antd'
import { useEffect, useRef, useState } from 'react'
import {
  type Command,
  MAX_AT_ONCE,
  type OutputOf,
  type BulkResult as Result,
  type SentTo,
} from '../../calls/call.ts'
import { type Reading, useCommand, useRefresh } from '../../calls/web/call.ts'
import { download } from '../../files/web/download.ts'
import { myTasks } from '../../tasks/tasks.ts'
import { useTaskEnd } from '../../tasks/web/task-file.ts'
import { callText } from '../../text/common-text.ts'
import { csvOf } from '../../text/csv.ts'
import type { Text } from '../../text/text.ts'
import { useText } from '../../text/web/language.tsx'
import { webText } from '../../text/web/text.ts'
import { copy } from '../../ui/web/copy.ts'
import { notice } from '../../ui/web/notices.ts'
import { actOnAll, listText } from '../lists.ts'
import { FailedAlert } from './FailedAlert.tsx'
import { useOpenRow } from './filters.ts'
import type { Selection } from './row-selection.ts'
import type { Picks } from './selection.ts'

type Failed = Result['failed'][number]

/** A failed document opens beside its list. */
function OpenRow({ id, no }: Failed) {
  const { show } = useOpenRow()
  return (
    <button type="button" className="text-button" onClick={() => show(String(id))}>
      {no}
    </button>
  )
}

/** What a bulk action could not do, failures first, each with its reason. */
function BulkResult({
  result,
  isPicked,
  onRetry,
  anyway,
  onClose,
}: {
  result: Result
  /** Whether the failed rows are selected. */
  isPicked: boolean
  onRetry: (ids: number[]) => void
  /** Does it in spite of the reasons. */
  anyway: { label: Text; run: (ids: number[]) => void } | undefined
  onClose: () => void
}) {
  const t = useText()
  const { ok, failed } = result
  const top = useRef<HTMLDivElement>(null)

  // The button is at the end of a long list, so the result at its top must be scrolled into view.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new result is a new thing to see
  useEffect(() => {
    top.current?.scrollIntoView({ block: 'start' })
  }, [result])

  const rows = [[t(webText.documentNo), t(webText.reason)], ...failed.map(({ no, reason }) => [no, reason])]
  return (
    <div ref={top} className="bulk-result">
      <FailedAlert
        ok={ok}
        failed={failed.map((item) => ({ no: <OpenRow {...item} />, reason: item.reason }))}
      >
        <Flex gap={8} wrap align="center">
          <Button size="small" type="primary" onClick={() => onRetry(failed.map(({ id }) => id))}>
            {t(webText.retryFailed)}
          </Button>
          {anyway && (
            <Button size="small" danger onClick={() => anyway.run(failed.map(({ id }) => id))}>
              {t(anyway.label)}
            </Button>
          )}
          <Button size="small" onClick={() => download('failed.csv', csvOf(rows))}>
            {t(webText.download)}
          </Button>
          <Button size="small" onClick={() => void copy(failed.map(({ no }) => no).join('\n'))}>
            {t(webText.copyFailed)}
          </Button>
          <Button size="small" onClick={onClose}>
            {t(webText.close)}
          </Button>
          {isPicked && <span className="hint">{t(webText.stillPicked)}</span>}
        </Flex>
      </FailedAlert>
    </div>
  )
}

const idsIn = ({ failed }: Result) => failed.map(({ id }) => id)

/**
 * A command for the selected rows: a toast on success, otherwise a panel; failed rows stay selected.
 *
 * With all matching rows selected, it runs as a task and the panel appears when the task ends. So it does with more selected rows than
 * one call takes, if they have to be done in an order of the server's.
 */
export function useBulk<C extends Command>(
  call: C,
  {
    refreshes,
    picks,
    all = picks?.all,
    inTurn,
    anyway,
    onAnswer,
  }: {
    refreshes: readonly Reading[]
    picks?: Picks
    /** The matching rows of a list, where it is always for all of them. */
    all?: Picks['all']
    /** The list that has an order for its rows: many selected ones are sent together, so that the first of them all comes first. */
    inTurn?: string
    /** How to do it in spite of the reasons, where the user may decide that. */
    anyway?: { label: Text; input: (input: SentTo<C>) => SentTo<C> | undefined }
    /** What the call answers for each part of the selection; that of a task has the counts of the whole. */
    onAnswer?: (answer: OutputOf<C>) => void
  },
) {
  const t = useText()
  const refresh = useRefresh()
  const command = useCommand(call, { refreshes, quiet: true })
  const onAll = useCommand(actOnAll, { refreshes: [myTasks], quiet: true })
  const [last, setLast] = useState<{ result: Result; input: SentTo<C> }>()
  const [started, setStarted] = useState<{ input: SentTo<C>; acted: Selection | undefined }>()

  const show = (result: Result, input: SentTo<C>, acted: Selection | undefined) => {
    if (acted) picks?.leaveFailed(acted, idsIn(result))
    setLast(result.failed.length > 0 ? { result, input: input } : undefined)
    if (result.failed.length === 0) notice('success', t(callText.done))
  }
  const { wait, isWaiting } = useTaskEnd(({ status, message, done, failures, answers }) => {
    void refresh(refreshes)
    const failed = failures.map(({ id = 0, ...rest }) => ({ id, ...rest }))
    const whole: Result = { ok: done - failed.length, failed }
    for (const more of answers) onAnswer?.({ ...whole, ...more } as OutputOf<C>)
    if (status === 'failed') notice('error', message ?? '')
    else if (status === 'cancelled') notice('warning', message ?? t(listText.actCancelled))
    else if (started) show(whole, started.input, started.acted)
  })

  /** The selected rows in chunks: one call accepts a limited number. */
  async function onPicked(input: SentTo<C>) {
    const { ids, ...rest } = input as { ids: number[] }
    const acted = picks && { ...picks.selection, ids, total: undefined }
    if (inTurn && ids.length > MAX_AT_ONCE) return asTask(input, { list: inTurn, filters: {}, ids }, acted)
    const whole: Result = { ok: 0, failed: [] }
    for (let at = 0; at === 0 || at < ids.length; at += MAX_AT_ONCE) {
      const part = { ...rest, ids: ids.slice(at, at + MAX_AT_ONCE) } as SentTo<C>
      const answer = await command.mutateAsync(part)
      onAnswer?.(answer)
      const { ok, failed } = answer as Result
      whole.ok += ok
      whole.failed.push(...failed)
    }
    show(whole, input, acted)
  }
  async function asTask(
    input: SentTo<C>,
    rows: Pick<SentTo<typeof actOnAll>, 'list' | 'filters' | 'ids'>,
    acted: Selection | undefined,
  ) {
    const { ids: _, ...rest } = input as { ids: number[] }
    setStarted({ input, acted })
    const { taskId } = await onAll.mutateAsync({ ...rows, path: call.path, input: rest })
    notice('success', t(listText.actStarted))
    wait(taskId)
  }
  const send = (input: SentTo<C>) =>
    (all ? asTask(input, all, picks?.selection) : onPicked(input)).then(
      () => true,
      // Reported by the global handler for failed commands.
      () => false,
    )
  const again = (input: SentTo<C>) => void onPicked(input).catch(() => {})

  const forced = last && anyway?.input(last.input)
  return {
    run: (input: SentTo<C>) => void send(input),
    /** Resolves to false if the call failed: a dialog that asked for its input keeps it and stays open. */
    send,
    isPending: command.isPending || onAll.isPending || isWaiting,
    panel: last && (
      <BulkResult
        result={last.result}
        isPicked={idsIn(last.result).every((id) => picks?.ids.includes(id))}
        onRetry={(ids) => again({ ...(last.input as object), ids } as SentTo<C>)}
        anyway={
          anyway &&
          forced && { label: anyway.label, run: (ids) => again({ ...(forced as object), ids } as SentTo<C>) }
        }
        onClose={() => setLast(undefined)}
      />
    ),
  }
}
