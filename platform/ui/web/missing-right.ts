import { useContext } from 'react'
import { holdersAmong, missingRight, rightHolders } from '../../calls/missing-right.ts'
import { useAnswer } from '../../calls/web/call.ts'
import { t } from '../../text/web/language.tsx'
import { AccessContext } from './permission.tsx'

/** What a person would need to come further, and who has it. Asked for only where something is missing. */
export function useMissing(isNeeded = true): (permission: string) => string {
  const { titleOf } = useContext(AccessContext)
  const { data = [] } = useAnswer(rightHolders, {}, { enabled: isNeeded, staleTime: 300_000 })
  return (permission) => t(missingRight(titleOf(permission), holdersAmong(data, permission)))
}
