import type { ReactNode } from 'react'
import { Blank } from '../../lib/web/ListEmpty.tsx'
import { useText } from '../../lib/web/language.tsx'
import { useMissing } from '../../lib/web/missing-right.ts'
import { PlainPage } from '../../lib/web/PlainPage.tsx'
import { useMay } from '../../lib/web/permission.tsx'
import { webText } from '../../lib/web/text.ts'
import { closedBecause, type Place } from '../menu.ts'
import { useHouse } from './house.tsx'

/** Lets a person into a page, or says why not and what they would need. */
export function Door({ place, children }: { place: Place; children: ReactNode }) {
  const t = useText()
  const { warehouse } = useHouse()
  const reason = closedBecause(place, warehouse.systemVersion, useMay())
  const whatIsMissing = useMissing(reason === 'no_permission')
  if (reason === undefined) return children

  const isHidden = reason === 'hidden_here'
  return (
    <PlainPage title={t(place.title)}>
      <Blank
        mark="⊘"
        title={t(isHidden ? webText.hidden : webText.notAllowed)}
        hint={isHidden ? undefined : whatIsMissing(place.permission ?? '')}
      />
    </PlainPage>
  )
}
