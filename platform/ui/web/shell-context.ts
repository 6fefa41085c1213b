import { createContext, useContext } from 'react'

/** What a page can request from the shell around it. Provided by the shell. */
type ShellActions = {
  openPalette: () => void
  openTasks: () => void
  openHelp: (path: string) => Promise<void>
  /** Whether the logged-in user may open the page at this path. */
  isOpen: (path: string) => boolean
}

export const ShellContext = createContext<ShellActions>({
  openPalette: () => {},
  openTasks: () => {},
  openHelp: async () => {},
  isOpen: () => false,
})

export const useShell = () => useContext(ShellContext)
