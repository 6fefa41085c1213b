import { Suspense, useEffect } from 'react'
import { useNavigate } from 'react-router'
import { SkeletonRows } from '../../platform/lists/web/SkeletonRows.tsx'
import type { HomeCard } from '../../platform/slices/web/web-slice.ts'
import { useText } from '../../platform/text/web/language.tsx'
import { PlainPage } from '../../platform/ui/web/PlainPage.tsx'
import { useMay } from '../../platform/ui/web/permission.tsx'
import { preferenceKey, recall, remember } from '../../platform/ui/web/session.ts'
import { SET_UP } from '../../setup/state-contract.ts'
import { SetUpCard } from '../../setup/web/SetUpCard.tsx'
import { LAST_STEP } from '../../warehouse/steps.ts'
import { homeText } from '../page-text.ts'
import { useSignedIn } from './signed-in.tsx'
import { ScanButton, WorkQueues } from './WorkQueues.tsx'
import './home.css'

/** The home page, one card per topic. Each card loads and fails on its own. */
export function HomePage({ cards }: { cards: readonly HomeCard[] }) {
  const t = useText()
  const may = useMay()
  useLeadToSetUp()
  return (
    <PlainPage title={t(homeText.title)} more={<ScanButton />}>
      <WorkQueues />
      <div className="cards">
        <SetUpCard />
        {cards
          .filter(({ permission }) => permission === undefined || may(permission))
          .map(({ name, title, isWide, Inside }) => (
            <section key={name} className={isWide ? 'card is-wide' : 'card'} aria-labelledby={`card-${name}`}>
              <h2 id={`card-${name}`}>{t(title)}</h2>
              <Suspense fallback={<SkeletonRows rows={6} />}>
                <Inside />
              </Suspense>
            </section>
          ))}
      </div>
    </PlainPage>
  )
}

/** A user who can do the setup is redirected there once after login; postponing it stays here. */
function useLeadToSetUp() {
  const navigate = useNavigate()
  const mayEdit = useMay()(SET_UP)
  const { warehouse } = useSignedIn()
  const isWanted = mayEdit && warehouse.initStep < LAST_STEP
  useEffect(() => {
    const key = preferenceKey('led-to-setup')
    // A user who has moved on to another page meanwhile is not redirected.
    if (!isWanted || recall(key) || location.pathname !== '/') return
    remember(key, 'yes')
    navigate('/setup')
  }, [isWanted, navigate])
}
