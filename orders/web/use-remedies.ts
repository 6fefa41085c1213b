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
  const actionOf = (remedy: Remedy): ListAction | false | undefined => {
    if (!isPlace(remedy)) return acts[remedy]
    const { label, permission, feature, to }: Place = remedyPlaces[remedy]
    return may(permission) && accessTo(feature) === 'full' && { label: t(label), to: to(about) }
  }
  return wanted.flatMap((remedy) => {
    const action = actionOf(remedy)
    return action ? [{ remedy, action }] : []
  })
}
