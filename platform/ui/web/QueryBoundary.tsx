import type { ReactNode } from 'react'
import type { Answer } from '../../calls/web/call.ts'
import { SkeletonRows } from '../../lists/web/SkeletonRows.tsx'
import { ErrorPanel } from './ErrorPanel.tsx'

/** Shows an answer once it is there: a skeleton before, the reason when it does not come. */
export function QueryBoundary<T>({
  answer,
  children,
}: {
  answer: Answer<T>
  children: (data: T) => ReactNode
}) {
  if (answer.data !== undefined) return children(answer.data)
  if (answer.error) return <ErrorPanel error={answer.error} retry={() => answer.refetch()} />
  return <SkeletonRows rows={6} />
}
