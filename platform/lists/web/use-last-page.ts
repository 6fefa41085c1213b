import { useEffect, useEffectEvent } from 'react'
import type { Page } from '../../calls/call.ts'
import type { Answer } from '../../calls/web/call.ts'
import { pageInstead } from './last-page.ts'

/** Goes to the last page when the current one is behind it: the page numbers below cannot lead there. */
export function useLastPage(
  answer: Answer<Page<unknown>> | undefined,
  input: { page: number; size: number },
  go: (page: number) => void,
): void {
  // Rows of another page or of an earlier visit say nothing about this one.
  const isCurrent = answer && !answer.isPlaceholderData && !answer.isFetching && !answer.error
  const page = isCurrent && answer.data ? pageInstead(input, answer.data) : undefined
  const leave = useEffectEvent(go)
  useEffect(() => {
    if (page !== undefined) leave(page)
  }, [page])
}
