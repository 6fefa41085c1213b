import { ThemeProvider } from '../../platform/ui/web/ThemeProvider.tsx'
import { GuidePage } from './GuidePage.tsx'

/** The guide opens in its own window, beside the work it explains, and needs nothing of the shell. */
export function GuideWindow() {
  return (
    <ThemeProvider>
      <GuidePage />
    </ThemeProvider>
  )
}
