import { createContext, useContext } from 'react'

/** What a page can ask of the shell around it. The shell fills it. */
export type ShellActions = {
  openPalette: () => void
  openTasks: () => void
  openHelp: (path: string) => Promise<void>
  /** Whether the page at this path is open to the person who is logged in. */
  isOpen: (path: string) => boolean
}

export const ShellContext = createContext<ShellActions>({
  openPalette: () => {},
  openTasks: () => {},
  openHelp: async () => {},
  isOpen: () => false,
})

export const useShell = () => useContext(ShellContext)
