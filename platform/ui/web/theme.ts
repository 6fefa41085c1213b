import { useSyncExternalStore } from 'react'
import { prefer, preference } from './session.ts'

export const themeChoices = ['system', 'light', 'dark'] as const
type ThemeChoice = (typeof themeChoices)[number]

const listeners = new Set<() => void>()
const systemIsDark = () => window.matchMedia('(prefers-color-scheme: dark)')

const themeChoice = (): ThemeChoice =>
  themeChoices.find((choice) => choice === preference('theme')) ?? 'system'

const shownTheme = (): 'light' | 'dark' => {
  const choice = themeChoice()
  if (choice !== 'system') return choice
  return systemIsDark().matches ? 'dark' : 'light'
}

export function chooseTheme(choice: ThemeChoice): void {
  prefer('theme', choice === 'system' ? undefined : choice)
  applyTheme()
}

/** Marks the document for our own style sheets; antd gets it through `useTheme`. */
function applyTheme(): void {
  document.documentElement.dataset.theme = shownTheme()
  for (const listener of listeners) listener()
}

export function followSystemTheme(): void {
  applyTheme()
  systemIsDark().addEventListener('change', applyTheme)
}

const listen = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useTheme = () => useSyncExternalStore(listen, shownTheme)
export const useThemeChoice = () => useSyncExternalStore(listen, themeChoice)
