import { useQuery } from '@tanstack/react-query'
import { useContext } from 'react'
import { holdersAmong, missingRight, rightHolders } from '../../calls/missing-right.ts'
import { useAnswer } from '../../calls/web/call.ts'
import { t } from '../../text/web/language.tsx'
import { AccessContext } from './permission.tsx'

/** The permission a user needs to continue, and who has it. Loaded only where something is missing. */
export function useMissing(isNeeded = true): (permission: string) => string {
  const { loadRightTitles } = useContext(AccessContext)
  const { data: holders = [] } = useAnswer(rightHolders, {}, { enabled: isNeeded, staleTime: 300_000 })
  const { data: titleOf } = useQuery({
    queryKey: ['right titles'],
    queryFn: loadRightTitles,
    enabled: isNeeded,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (permission) =>
    titleOf ? t(missingRight(titleOf(permission), holdersAmong(holders, permission))) : ''
}
