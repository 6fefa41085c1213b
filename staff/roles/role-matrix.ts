import type { Permission } from '../../platform/calls/call.ts'
import type { RightGroup } from '../../platform/slices/rights.ts'
import { allRights, isRight, rightGroups } from './rights.ts'

/** How much of one line of the matrix a user has. */
export type GroupState = 'full' | 'partly' | 'look' | 'none'

const codesOf = (group: RightGroup): Permission[] => [...group.views, ...group.acts].map(({ code }) => code)

/** Permissions one by one: the owner's `*` expands to everything the product has. */
export const spelledOut = (held: readonly string[]): string[] =>
  held.includes('*') ? allRights.map(({ code }) => code) : held.filter(isRight)

const objectOf = (code: string) => code.slice(0, code.lastIndexOf(':'))

/** Viewing orders belongs to several lines: both printing and shipping need it. */
const isShared = (code: string) =>
  rightGroups.filter(({ views }) => views.some((view) => view.code === code)).length > 1

export function groupState(group: RightGroup, held: readonly string[]): GroupState {
  const has = ({ code }: { code: string }) => held.includes('*') || held.includes(code)
  if ([...group.views, ...group.acts].every(has)) return 'full'
  if (group.acts.some(has)) return 'partly'
  // Viewing orders counts as viewing for shipping, but not for printing, which is about waybills.
  const subjects = group.acts.map(({ code }) => objectOf(code))
  return group.views.some((view) => has(view) && subjects.includes(objectOf(view.code))) ? 'look' : 'none'
}

/** Roles are shown beside the staff, so users who manage them need access there. */
const alsoNeeds: Partial<Record<string, readonly Permission[]>> = {
  'setting:role:edit': ['setting:account:view'],
}

/**
 * The view permissions an action needs.
 *
 * The object itself, wherever the matrix shows it, and the documents that the line works on.
 */
export function neededBy(code: string): string[] {
  const group = rightGroups.find(({ acts }) => acts.some((act) => act.code === code))
  if (!group) return []
  const itself = rightGroups
    .flatMap(({ views }) => views)
    .filter((view) => objectOf(view.code) === objectOf(code))
  const documents = group.views.filter((view) => isShared(view.code))
  return [...new Set([...[...itself, ...documents].map((view) => view.code), ...(alsoNeeds[code] ?? [])])]
}

/** Grants permissions, each with those it depends on; what the granting user lacks is left out. */
export function ticked(
  held: readonly string[],
  codes: readonly string[],
  isMine: (code: string) => boolean,
): string[] {
  const wanted = codes.filter((code) => isMine(code) && neededBy(code).every(isMine))
  return [...new Set([...held, ...wanted, ...wanted.flatMap(neededBy)])]
}

/** Revokes permissions; with a view permission also the actions that depend on it. */
export const unticked = (held: readonly string[], codes: readonly string[]): string[] =>
  held.filter((code) => !codes.includes(code) && !neededBy(code).some((view) => codes.includes(view)))

/** Switches a whole line. View permissions that other lines need stay. */
export function tickedGroup(
  held: readonly string[],
  group: RightGroup,
  isOn: boolean,
  isMine: (code: string) => boolean,
): string[] {
  if (isOn) return ticked(held, codesOf(group), isMine)
  return unticked(
    held,
    codesOf(group).filter((code) => !isShared(code)),
  )
}
