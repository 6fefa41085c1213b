import { createContext, useCallback, useContext } from 'react'
import type { Feature, FeatureAccess } from '../../calls/features.ts'
import { hasPermission } from '../../calls/who.ts'
import type { Text } from '../../text/text.ts'
import { webText } from '../../text/web/text.ts'

/** What the person at the screen may do, and what is open in their version. The shell fills it. */
export type Access = {
  /** Who sits at the screen, by name. */
  userName: string
  permissions: readonly string[]
  accessTo: (feature: Feature) => FeatureAccess
  /** Why nothing can be changed where it could be read only. */
  readOnlyBecause: Text
  /** Loads what rights are called. Only people who lack one read that, so the first load goes without it. */
  loadRightTitles: () => Promise<(permission: string) => Text>
}

export const AccessContext = createContext<Access>({
  userName: '',
  permissions: [],
  accessTo: () => 'full',
  readOnlyBecause: webText.readOnly,
  loadRightTitles: async () => (permission) => ({ zh_CN: permission, en_US: permission }),
})

/** Whether the person holds a right. The server asks again; this only keeps dead buttons off the screen. */
export function useMay(): (permission: string) => boolean {
  const { permissions } = useContext(AccessContext)
  return useCallback(
    (permission) =>
      permission === 'public' || permission === 'signed_in' || hasPermission(permissions, permission),
    [permissions],
  )
}

export const useUserName = (): string => useContext(AccessContext).userName

export const useFeature = (feature: Feature): FeatureAccess => useContext(AccessContext).accessTo(feature)

export const useReadOnlyBecause = (): Text => useContext(AccessContext).readOnlyBecause
