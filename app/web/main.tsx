import './strict.ts'
import '../../platform/ui/web/base.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { warnBeforeUnload } from '../../platform/forms/web/drafts.ts'
import { followSystemTheme } from '../../platform/ui/web/theme.ts'
import { Root } from './Root.tsx'
import {
  followLinks,
  followOtherTabs,
  noteLanguage,
  noteVersion,
  signOnWith,
  takeCode,
  takeLink,
} from './startup.ts'

const code = takeCode()
takeLink()
noteVersion(__APP_VERSION__)
noteLanguage()
followSystemTheme()
followOtherTabs()
followLinks()
warnBeforeUnload()

const place = document.getElementById('root')
if (place) {
  createRoot(place).render(
    <StrictMode>
      <Root signOn={code === undefined ? undefined : signOnWith(code)} />
    </StrictMode>,
  )
}
