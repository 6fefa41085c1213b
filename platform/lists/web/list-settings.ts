import type { OutputOf } from '../../calls/call.ts'
import { useAnswer, useCommand } from '../../calls/web/call.ts'
import { type ListSettings, myListSettings, saveListSettings } from '../lists.ts'

const nothing: OutputOf<typeof myListSettings> = { views: [], shared: [] }

/** The user's settings of one list, what colleagues share, and how to change the settings. */
export function useListSettings(list: string) {
  const settings = useAnswer(myListSettings, { list }, { staleTime: 60_000 })
  const save = useCommand(saveListSettings, { refreshes: [myListSettings], quiet: true })
  const { shared, ...own } = settings.data ?? nothing
  return {
    own,
    shared,
    /** Before they are loaded, a change would overwrite them. */
    isKnown: settings.data !== undefined,
    save: (next: ListSettings, onSuccess: () => void) => save.mutate({ list, settings: next }, { onSuccess }),
    isPending: save.isPending,
  }
}
