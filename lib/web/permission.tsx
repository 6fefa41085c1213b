import { createContext, useContext } from 'react'
import type { Feature, FeatureAccess } from '../feature.ts'
import { holds } from '../who.ts'

/** What the person at the screen may do, and what is open in their version. The shell fills it. */
export type Access = { permissions: readonly string[]; accessTo: (feature: Feature) => FeatureAccess }

export const AccessContext = createContext<Access>({ permissions: [], accessTo: () => 'full' })

/** Whether the person holds a right. The server asks again; this only keeps dead buttons off the screen. */
export function useMay(): (permission: string) => boolean {
  const { permissions } = useContext(AccessContext)
  return (permission) =>
    permission === 'public' || permission === 'signed_in' || holds(permissions, permission)
}

export const useFeature = (feature: Feature): FeatureAccess => useContext(AccessContext).accessTo(feature)
