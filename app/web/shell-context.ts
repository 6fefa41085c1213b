import { createContext, useContext } from 'react'

/** What a page can ask of the shell around it. The shell fills it. */
export type ShellDoors = { openPalette: () => void; openTasks: () => void }

export const ShellContext = createContext<ShellDoors>({ openPalette: () => {}, openTasks: () => {} })

export const useShell = () => useContext(ShellContext)
