import { Alert, Button, Flex } from 'antd'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { Command, OutputOf, Query, BulkResult as Result, SentTo } from '../call.ts'
import { csvOf } from '../csv.ts'
import { callText } from '../lib-text.ts'
import { useCommand } from './call.ts'
import { download } from './download.ts'
import { useText } from './language.tsx'
import { notice } from './notices.ts'
import { webText } from './text.ts'

type Failed = Result['failed'][number]

/** What a bulk action could not do, failures first, each with its reason. */
export function BulkResult({
  result,
  onRetry,
  onClose,
  linkTo,
}: {
  result: Result
  onRetry: (ids: number[]) => void
  onClose: () => void
  linkTo?: ((failed: Failed) => ReactNode) | undefined
}) {
  const t = useText()
  const { ok, failed } = result
  const top = useRef<HTMLDivElement>(null)

  // The button was at the foot of a long list; what could not be done must not wait unseen at its head.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new result is a new thing to see
  useEffect(() => {
    top.current?.scrollIntoView({ block: 'start' })
  }, [result])

  const rows = [[t(webText.documentNo), t(webText.reason)], ...failed.map(({ no, reason }) => [no, reason])]
  return (
    <div ref={top} className="bulk-result">
      <Alert
        type={ok > 0 ? 'warning' : 'error'}
        showIcon
        role="alert"
        title={`${t(ok > 0 ? callText.partlyDone : callText.actionFailed)} · ${t(webText.bulkCounts, { ok, failed: failed.length })}`}
        description={
          <>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reachable by keyboard */}
            <ul className="bulk-failures" tabIndex={0} aria-label={t(webText.reason)}>
              {failed.map((one) => (
                <li key={one.id}>
                  <b>{linkTo?.(one) ?? one.no}</b> {one.reason}
                </li>
              ))}
            </ul>
            <Flex gap={8} wrap align="center">
              <Button size="small" type="primary" onClick={() => onRetry(failed.map(({ id }) => id))}>
                {t(webText.retryFailed)}
              </Button>
              <Button size="small" onClick={() => download('failed.csv', csvOf(rows))}>
                {t(webText.download)}
              </Button>
              <Button size="small" onClick={onClose}>
                {t(webText.close)}
              </Button>
              <span className="hint">{t(webText.stillPicked)}</span>
            </Flex>
          </>
        }
      />
    </div>
  )
}

/** A command over a selection: a toast when all went well, else a panel; what failed stays selected. */
export function useBulk<C extends Command>(
  call: C,
  {
    refreshes,
    setPicked,
    linkTo,
  }: {
    refreshes: readonly Query[]
    setPicked: (ids: number[]) => void
    linkTo?: (failed: Failed) => ReactNode
  },
) {
  const t = useText()
  const command = useCommand(call, { refreshes, quiet: true })
  const [last, setLast] = useState<{ result: Result; input: SentTo<C> }>()

  const run = (input: SentTo<C>) =>
    command.mutate(input, {
      onSuccess: (data: OutputOf<C>) => {
        const result = data as Result
        setPicked(result.failed.map(({ id }) => id))
        setLast(result.failed.length > 0 ? { result, input } : undefined)
        if (result.failed.length === 0) notice('success', t(callText.done))
      },
    })

  return {
    run,
    isPending: command.isPending,
    panel: last && (
      <BulkResult
        result={last.result}
        onRetry={(ids) => run({ ...(last.input as object), ids } as SentTo<C>)}
        onClose={() => setLast(undefined)}
        linkTo={linkTo}
      />
    ),
  }
}
