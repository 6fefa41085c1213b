import {
  MutationCache,
  QueryClient,
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useRef } from 'react'
import { callText } from '../../text/common-text.ts'
import type { Text } from '../../text/text.ts'
import { t } from '../../text/web/language.tsx'
import { notice } from '../../ui/web/notices.ts'
import { useMay } from '../../ui/web/permission.tsx'
import { useShown } from '../../ui/web/tab-context.ts'
import type { BulkResult, Call, Command, OutputOf, Query, SentTo } from '../call.ts'
import type { Feature } from '../features.ts'
import { CallFailed, send } from './send.ts'

/**
 * The query and its result; `missing` names the permission the user lacks, in which case no request is sent.
 */
export type Answer<T> = UseQueryResult<T, Error> & { call: Call; missing: string | undefined }

type AnswerOptions<T> = {
  enabled?: boolean
  /** The polling interval, depending on the last result. */
  every?: number | ((data: T | undefined) => number)
  /** Keeps the last result on screen while another page or filter loads. */
  keep?: boolean
  staleTime?: number
}

export const keyOf = (call: Call, input?: unknown) => (input === undefined ? [call.path] : [call.path, input])

/** Requests data from the server and caches it. A failure is shown where the data would be. */
export function useAnswer<C extends Query>(
  call: C,
  input: SentTo<C>,
  { enabled = true, every, keep = true, staleTime }: AnswerOptions<OutputOf<C>> = {},
): Answer<OutputOf<C>> {
  const may = useMay()
  const missing = may(call.permission) ? undefined : call.permission
  const result = useQuery<OutputOf<C>>({
    queryKey: keyOf(call, input),
    queryFn: ({ signal }) => send(call, input, { signal }),
    meta: { feature: call.feature },
    enabled: enabled && !missing,
    ...(keep && { placeholderData: (last: unknown) => last as never }),
    ...(staleTime !== undefined && { staleTime }),
    ...(every !== undefined && {
      refetchInterval: (query) => (typeof every === 'number' ? every : every(query.state.data)),
    }),
  })
  return { ...result, call, missing }
}

/** One query, or all queries of another slice that this one knows only by name. */
export type Reading = Query | { feature: Feature }

type CommandOptions = {
  /** The queries this command invalidates. */
  refreshes?: readonly Reading[]
  /** The success message; the caller's own would be lost if the refresh removes it from the screen. */
  successText?: Text
  /** Shows no success message: the caller does. */
  quiet?: boolean
  /** The caller shows a failure itself, as a form does beside its fields. */
  ownErrors?: boolean
}

type Callbacks<T> = { onSuccess?: (answer: T) => unknown; onError?: (error: Error) => unknown }

type SentCommand<C extends Command> = Omit<
  UseMutationResult<OutputOf<C>, Error, SentTo<C>>,
  'mutate' | 'mutateAsync'
> & {
  /** The callbacks run also while the tab is hidden, but not for an older call or after the caller was removed. */
  mutate: (input: SentTo<C>, callbacks?: Callbacks<OutputOf<C>>) => void
  mutateAsync: (input: SentTo<C>) => Promise<OutputOf<C>>
}

/** Sends a command. Failures are reported by one handler on the query client. */
export function useCommand<C extends Command>(
  call: C,
  { refreshes = [], successText, quiet = false, ownErrors = false }: CommandOptions = {},
): SentCommand<C> {
  const refresh = useRefresh()
  const { isRemoved } = useShown()
  const newest = useRef(0)
  const command = useMutation<OutputOf<C>, Error, SentTo<C>>({
    mutationFn: (input) => send(call, input),
    meta: { successText, quiet, ownErrors },
    // Also after a failure: the row may have changed, or only the response was lost.
    onSettled: () => refresh(refreshes),
  })
  // The library's own callbacks don't run in a hidden tab, whose effects are off.
  const mutate: SentCommand<C>['mutate'] = (input, { onSuccess, onError } = {}) => {
    newest.current += 1
    const number = newest.current
    const isWanted = () => number === newest.current && !isRemoved()
    void command.mutateAsync(input).then(
      (answer) => void (isWanted() && onSuccess?.(answer)),
      (error: Error) => void (isWanted() && onError?.(error)),
    )
  }
  return { ...command, mutate }
}

/** Invalidates queries, so that what is on screen is loaded again. */
export function useRefresh() {
  const client = useQueryClient()
  return (readings: readonly Reading[]) =>
    Promise.all(
      readings.map((reading) =>
        client.invalidateQueries(
          'path' in reading
            ? { queryKey: keyOf(reading) }
            : { predicate: ({ meta }) => meta?.feature === reading.feature },
        ),
      ),
    )
}

/** One query client for the application. */
export const newQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 5_000,
        // A page in a hidden tab doesn't watch its data; a form on it must be as it was when the user comes back.
        gcTime: 3_600_000,
        // A refusal is final. Retrying a query that got no response is harmless.
        retry: (failures, error) => failures < 1 && isUnanswered(error),
        retryDelay: 500,
        // A warehouse network may have no internet access, and the browser then reports that it is offline.
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
    mutationCache: new MutationCache({
      onError: (error, _input, _context, mutation) => {
        if (!mutation.meta?.ownErrors) sayFailure(error)
      },
      onSuccess: (data, _input, _context, mutation) => {
        if (mutation.meta?.quiet) return
        const failed = failedIn(data)
        if (failed) sayFailed(failed)
        else notice('success', t((mutation.meta?.successText as Text | undefined) ?? callText.done))
      },
    }),
  })

/** Shows why something failed, unless the redirect to the login page already does. */
export function sayFailure(error: unknown): void {
  if (!(error instanceof CallFailed)) {
    notice('error', t(callText.serverError), { title: t(callText.actionFailed) })
  } else if (!error.isSignedOut) {
    const requestId = error.kind === 'fault' ? error.requestId : undefined
    notice('error', error.message, { title: error.title, link: error.url, requestId })
  }
}

const isUnanswered = (error: Error) => error instanceof CallFailed && error.kind === 'network'

/** The result of a bulk action of which some or all failed. */
function failedIn(data: unknown): BulkResult | undefined {
  if (typeof data !== 'object' || data === null || !('failed' in data)) return undefined
  return (data as BulkResult).failed.length > 0 ? (data as BulkResult) : undefined
}

/** Whether a bulk action was refused for every row: like a refused call, it has changed nothing. */
export const isRefusedForAll = (data: unknown) => failedIn(data)?.ok === 0

const MAX_LISTED = 3

/** Names what a bulk action could not do, where no list shows it. */
export function sayFailed({ ok, failed }: BulkResult): void {
  const listed = failed.slice(0, MAX_LISTED).map(({ no, reason }) => `${no} ${reason}`)
  const text = listed.join(' · ') + (failed.length > MAX_LISTED ? ' …' : '')
  if (ok > 0) notice('warning', text, { title: t(callText.partlyDone) })
  else notice('error', text, { title: t(callText.actionFailed) })
}
