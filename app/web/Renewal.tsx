import { Suspense, useState } from 'react'
import { say } from '../../platform/text/text.ts'
import { language, useText } from '../../platform/text/web/language.tsx'
import { momentIn } from '../../platform/text/web/local-time.ts'
import { lazyPage } from '../../platform/ui/web/lazy-page.tsx'
import { prefer, preference, zone } from '../../platform/ui/web/session.ts'
import { shellText } from '../text.ts'
import { hasContacts, showsBanner, showsDialog, wordsFor } from './renewal.ts'
import { useSignedIn } from './signed-in.tsx'

const RenewalDialog = lazyPage(() => import('./RenewalDialog.tsx'), 'RenewalDialog')

/** The end of the usage period, shown above the tabs, and in a dialog once it is near. */
export function Renewal() {
  const t = useText()
  const { warehouse } = useSignedIn()
  const today = momentIn(new Date(), zone() ?? warehouse.timeZone).slice(0, 10)
  const [isBannerShown, setBannerShown] = useState(() => showsBanner(warehouse, today, preference('banner')))
  const [isDialogShown, setDialogShown] = useState(() => showsDialog(warehouse, today, preference('dialog')))
  const words = [
    say(wordsFor(warehouse), language, { days: warehouse.expireDays ?? 0 }),
    ...(hasContacts(warehouse.contacts) ? [t(shellText.toContinue)] : []),
  ].join(language === 'zh_CN' ? '，' : ' ')

  const hideBanner = () => {
    prefer('banner', today)
    setBannerShown(false)
  }
  const hideDialog = () => {
    prefer('dialog', today)
    setDialogShown(false)
  }

  return (
    <>
      {isBannerShown && (
        <aside className="renewal" aria-label={t(shellText.renewal)}>
          <span>{words}</span>
          {hasContacts(warehouse.contacts) && (
            <button type="button" className="text-button" onClick={() => setDialogShown(true)}>
              {t(shellText.contactUs)}
            </button>
          )}
          <button type="button" className="text-button" onClick={hideBanner}>
            {t(shellText.hideToday)}
          </button>
        </aside>
      )}
      {isDialogShown && (
        <Suspense>
          <RenewalDialog words={words} contacts={warehouse.contacts} onClose={hideDialog} />
        </Suspense>
      )}
    </>
  )
}
