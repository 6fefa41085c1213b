import { sayFailure } from '../../platform/calls/web/call.ts'
import { send } from '../../platform/calls/web/send.ts'
import { confirmLeaving } from '../../platform/forms/web/drafts.ts'
import { leaveForLogin, reload } from '../../platform/forms/web/leave.ts'
import { callText } from '../../platform/text/common-text.ts'
import { t } from '../../platform/text/web/language.tsx'
import { carryNotice } from '../../platform/ui/web/notices.ts'
import { keys, write, zone } from '../../platform/ui/web/session.ts'
import { logout } from '../../staff/login/contract.ts'
import { switchTime } from '../../warehouse/top-contract.ts'
import { helpUrl } from '../contract.ts'

/** Actions shared by the top bar and the palette. */

export async function logOut(): Promise<void> {
  if (!confirmLeaving()) return
  // Whatever the server responds, this browser forgets the user.
  await send(logout, {}).catch(() => {})
  leaveForLogin()
}

export async function changeZone(next: string): Promise<void> {
  if (next === zone() || !confirmLeaving()) return
  try {
    const { zoneCode } = await send(switchTime, { timeZone: next })
    write(keys.zone, zoneCode)
    // The reload would remove a toast before it is read.
    carryNotice('success', t(callText.done))
    reload()
  } catch (reason) {
    sayFailure(reason)
  }
}

export async function openHelp(path: string): Promise<void> {
  try {
    const address = new URL(await send(helpUrl, { path: path.slice(0, 100) }), location.href)
    if (/^https?:$/.test(address.protocol)) window.open(address, '_blank', 'noopener,noreferrer')
  } catch (reason) {
    sayFailure(reason)
  }
}
