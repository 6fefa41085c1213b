import { createContext, useCallback, useContext } from 'react'
import type { Feature, FeatureAccess, WhenExpired } from '../../calls/features.ts'
import { hasPermission } from '../../calls/who.ts'
import type { Text } from '../../text/text.ts'
import { webText } from '../../text/web/text.ts'

/** What the user may do, and what their version includes. Provided by the shell. */
type Access = {
  /** The user's name. */
  userName: string
  permissions: readonly string[]
  /** What works after the usage period is as open as before. */
  accessTo: (feature: Feature, whenExpired?: WhenExpired) => FeatureAccess
  /** Why the page is read-only. */
  readOnlyBecause: Text
  /**
   * Loads the titles of permissions. Only users who lack one need them, so they are not part of the first
   * load.
   */
  loadRightTitles: () => Promise<(permission: string) => Text>
}

export const AccessContext = createContext<Access>({
  userName: '',
  permissions: [],
  accessTo: () => 'full',
  readOnlyBecause: webText.readOnly,
  loadRightTitles: async () => (permission) => ({ zh_CN: permission, en_US: permission }),
})

/** Whether the user has a permission. The server checks again; this only hides unusable buttons. */
export function useMay(): (permission: string) => boolean {
  const { permissions } = useContext(AccessContext)
  return useCallback(
    (permission) =>
      permission === 'public' || permission === 'signed_in' || hasPermission(permissions, permission),
    [permissions],
  )
}

export const useUserName = (): string => useContext(AccessContext).userName

/** How far a feature is open for a call; without `whenExpired` for one that is refused after the usage period, as most are. */
export const useFeature = (feature: Feature, whenExpired?: WhenExpired): FeatureAccess =>
  useContext(AccessContext).accessTo(feature, whenExpired)

/** How far any feature is open, where what is asked about depends on data. */
export const useAccess = () => useContext(AccessContext).accessTo

export const useReadOnlyBecause = (): Text => useContext(AccessContext).readOnlyBecause
