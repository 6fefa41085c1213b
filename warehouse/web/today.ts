import { useAnswer } from '../../platform/calls/web/call.ts'
import { dayIn } from '../../platform/text/web/local-time.ts'
import { topInfo } from '../top-contract.ts'

/** Today at the warehouse, wherever the user is: the server compares days with this one. */
export function useToday(): string {
  const info = useAnswer(topInfo, {}, { staleTime: 60_000 })
  return dayIn(new Date(), info.data?.timeZone)
}
