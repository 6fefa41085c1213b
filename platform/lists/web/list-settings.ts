import type { OutputOf } from '../../calls/call.ts'
import { useAnswer, useCommand } from '../../calls/web/call.ts'
import { type ListSettings, myListSettings, saveListSettings } from '../lists.ts'

const nothing: OutputOf<typeof myListSettings> = { views: [], shared: [] }

/** How the person likes one list, what colleagues share of it, and the way to change the former. */
export function useListSettings(list: string) {
  const settings = useAnswer(myListSettings, { list }, { staleTime: 60_000 })
  const save = useCommand(saveListSettings, { refreshes: [myListSettings], quiet: true })
  const { shared, ...own } = settings.data ?? nothing
  return {
    own,
    shared,
    /** Before that, a change would forget what is not known yet. */
    isKnown: settings.data !== undefined,
    save: (next: ListSettings, onSuccess: () => void) => save.mutate({ list, settings: next }, { onSuccess }),
    isPending: save.isPending,
  }
}
