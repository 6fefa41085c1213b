import type { ListAction } from '../../platform/lists/web/ListActions.tsx'
import { useText } from '../../platform/text/web/language.tsx'
import { useAccess, useMay } from '../../platform/ui/web/permission.tsx'
import {
  type About,
  type Place,
  type Remedy,
  type RemedyAct,
  type RemedyPlace,
  remedyPlaces,
} from '../remedies.ts'

export type RemedyActs = Partial<Record<RemedyAct, ListAction | false>>

const isPlace = (remedy: Remedy): remedy is RemedyPlace => Object.hasOwn(remedyPlaces, remedy)

/** What the user may do of these remedies: actions that the page offers, and pages where the user may act. */
export function useRemedies(
  wanted: readonly Remedy[],
  acts: RemedyActs,
  about: About,
): { remedy: Remedy; action: ListAction }[] {
  const t = useText()
  const may = useMay()
  const accessTo = useAccess()
  return wanted.flatMap((remedy) => {
    if (isPlace(remedy)) {
      const { label, permission, feature, to }: Place = remedyPlaces[remedy]
      const isOpen = may(permission) && accessTo(feature) === 'full'
      return isOpen ? [{ remedy, action: { label: t(label), to: to(about) } }] : []
    }
    const action = acts[remedy]
    return action ? [{ remedy, action }] : []
  })
}
