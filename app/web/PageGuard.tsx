import type { ReactNode } from 'react'
import { Blank } from '../../platform/lists/web/ListEmpty.tsx'
import type { Place } from '../../platform/slices/slice.ts'
import { useText } from '../../platform/text/web/language.tsx'
import { webText } from '../../platform/text/web/text.ts'
import { useMissing } from '../../platform/ui/web/missing-right.ts'
import { PlainPage } from '../../platform/ui/web/PlainPage.tsx'
import { useMay } from '../../platform/ui/web/permission.tsx'
import { closedBecause } from '../menu.ts'
import { useSignedIn } from './signed-in.tsx'

/** Opens a page to a user, or says why not and what they would need. */
export function PageGuard({ place, children }: { place: Place; children: ReactNode }) {
  const t = useText()
  const { warehouse } = useSignedIn()
  const reason = closedBecause(place, warehouse.systemVersion, useMay())
  const whatIsMissing = useMissing(reason === 'no_permission')
  if (reason === undefined) return children

  const isHidden = reason === 'hidden_here'
  return (
    <PlainPage title={t(place.title)}>
      <Blank
        kind="closed"
        title={t(isHidden ? webText.hidden : webText.notAllowed)}
        hint={isHidden ? undefined : whatIsMissing(place.permission ?? '')}
      />
    </PlainPage>
  )
}
