import {
  MutationCache,
  QueryClient,
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { callText } from '../../text/common-text.ts'
import { t } from '../../text/web/language.tsx'
import { notice } from '../../ui/web/notices.ts'
import { useMay } from '../../ui/web/permission.tsx'
import type { BulkResult, Call, Command, OutputOf, Query, SentTo } from '../call.ts'
import type { Feature } from '../features.ts'
import { CallFailed, send } from './send.ts'

/** What was asked and what came back; `missing` names the right the person lacks, and then nothing was asked. */
export type Answer<T> = UseQueryResult<T, Error> & { call: Call; missing: string | undefined }

type AnswerOptions<T> = {
  enabled?: boolean
  /** How often to ask again, by what came back last. */
  every?: number | ((data: T | undefined) => number)
  /** Keeps the last answer on screen while another page or filter loads. */
  keep?: boolean
  staleTime?: number
}

export const keyOf = (call: Call, input?: unknown) => (input === undefined ? [call.path] : [call.path, input])

/** Asks the server and keeps the answer. A failure is shown where the answer would be. */
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

/** One reading, or all readings of another part of the product that a slice knows only by its name. */
export type Reading = Query | { feature: Feature }

type CommandOptions = {
  /** The readings this command makes old. */
  refreshes?: readonly Reading[]
  /** Says nothing on success: the caller shows it. */
  quiet?: boolean
  /** Shows a failure itself, as a form does beside its fields. */
  ownErrors?: boolean
}

/** Lets the operator do something. What went wrong is said by one handler on the query client. */
export function useCommand<C extends Command>(
  call: C,
  { refreshes = [], quiet = false, ownErrors = false }: CommandOptions = {},
): UseMutationResult<OutputOf<C>, Error, SentTo<C>> {
  const refresh = useRefresh()
  return useMutation<OutputOf<C>, Error, SentTo<C>>({
    mutationFn: (input) => send(call, input),
    meta: { quiet, ownErrors },
    // Also after a failure: the row may have moved on, or the answer may only have got lost.
    onSettled: () => refresh(refreshes),
  })
}

/** Makes readings old, so that what is on screen is asked for again. */
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
        // A refusal stays a refusal. The next try of a reading that got no answer is free of harm.
        retry: (failures, error) => failures < 1 && isUnanswered(error),
        retryDelay: 500,
        // A warehouse network may have no way to the internet, and the browser then believes it is offline.
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
        if (isPartly(data)) notice('warning', t(callText.partlyDone))
        else notice('success', t(callText.done))
      },
    }),
  })

/** Says why something failed, unless the way to the log-in page says it already. */
export function sayFailure(error: unknown): void {
  if (!(error instanceof CallFailed)) {
    notice('error', t(callText.serverError), { title: t(callText.actionFailed) })
  } else if (!error.isSignedOut) {
    const requestId = error.kind === 'fault' ? error.requestId : undefined
    notice('error', error.message, { title: error.title, link: error.url, requestId })
  }
}

const isUnanswered = (error: Error) => error instanceof CallFailed && error.kind === 'network'

const isPartly = (data: unknown) =>
  typeof data === 'object' && data !== null && 'failed' in data && (data as BulkResult).failed.length > 0
