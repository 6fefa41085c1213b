import type { ReactNode } from 'react'
import type { Answer } from '../../calls/web/call.ts'
import { SkeletonRows } from '../../lists/web/SkeletonRows.tsx'
import { ErrorPanel } from './ErrorPanel.tsx'

/** Shows a query result once it is loaded: a skeleton before, the reason if it fails. */
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
