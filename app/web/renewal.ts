import { shellText } from '../text.ts'

type Usage = { showRenewalWarning: boolean; expireDays: number | null; isExpired: boolean }

/** From this many days on, a banner is not enough. */
const DIALOG_FROM = 3

export const showsBanner = (usage: Usage, today: string, hiddenOn: string | undefined) =>
  (usage.showRenewalWarning || usage.isExpired) && hiddenOn !== today

/** Once a day, from three days before the end; afterwards too, since work is then blocked. */
export const showsDialog = (usage: Usage, today: string, shownOn: string | undefined) =>
  shownOn !== today &&
  (usage.isExpired ||
    (usage.showRenewalWarning && usage.expireDays !== null && usage.expireDays <= DIALOG_FROM))

/** Without contact details, no contact is offered. */
export const hasContacts = (contacts: Record<'phone' | 'email' | 'chat', string | null>) =>
  Boolean(contacts.phone || contacts.email || contacts.chat)

export function wordsFor({ expireDays, isExpired }: Usage) {
  if (isExpired) return shellText.usageOver
  return expireDays !== null && expireDays <= 0 ? shellText.lastDay : shellText.daysLeft
}
