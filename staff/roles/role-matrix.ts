import type { Permission } from '../../platform/calls/call.ts'
import type { RightGroup } from '../../platform/slices/rights.ts'
import { allRights, isRight, rightGroups } from './rights.ts'

/** How much of one line of the matrix somebody has. */
export type GroupState = 'full' | 'partly' | 'look' | 'none'

const codesOf = (group: RightGroup): Permission[] => [...group.looks, ...group.acts].map(({ code }) => code)

/** Rights as single ones: the owner's `*` stands for everything the product has. */
export const spelledOut = (held: readonly string[]): string[] =>
  held.includes('*') ? allRights.map(({ code }) => code) : held.filter(isRight)

const objectOf = (code: string) => code.slice(0, code.lastIndexOf(':'))

/** Looking at the orders stands in several lines: whoever prints needs it, and so does whoever ships. */
const isShared = (code: string) =>
  rightGroups.filter(({ looks }) => looks.some((look) => look.code === code)).length > 1

export function groupState(group: RightGroup, held: readonly string[]): GroupState {
  const has = ({ code }: { code: string }) => held.includes('*') || held.includes(code)
  if ([...group.looks, ...group.acts].every(has)) return 'full'
  if (group.acts.some(has)) return 'partly'
  // To see the orders is to look at shipping them, but not at printing: that is about waybills.
  const subjects = group.acts.map(({ code }) => objectOf(code))
  return group.looks.some((look) => has(look) && subjects.includes(objectOf(look.code))) ? 'look' : 'none'
}

/** Roles are shown beside the staff, so whoever keeps them must get there. */
const alsoNeeds: Partial<Record<string, readonly Permission[]>> = {
  'setting:role:edit': ['setting:account:view'],
}

/**
 * What one must see in order to do something.
 *
 * The object itself, wherever the matrix shows it, and the documents that all work of the line is about.
 */
export function neededBy(code: string): string[] {
  const group = rightGroups.find(({ acts }) => acts.some((act) => act.code === code))
  if (!group) return []
  const itself = rightGroups
    .flatMap(({ looks }) => looks)
    .filter((look) => objectOf(look.code) === objectOf(code))
  const documents = group.looks.filter((look) => isShared(look.code))
  return [...new Set([...[...itself, ...documents].map((look) => look.code), ...(alsoNeeds[code] ?? [])])]
}

/** Gives rights, each with what it needs to be of use; what is not the giver's is left out. */
export function ticked(
  held: readonly string[],
  codes: readonly string[],
  isMine: (code: string) => boolean,
): string[] {
  const wanted = codes.filter((code) => isMine(code) && neededBy(code).every(isMine))
  return [...new Set([...held, ...wanted, ...wanted.flatMap(neededBy)])]
}

/** Takes rights away, and with what somebody could see all they did with it. */
export const unticked = (held: readonly string[], codes: readonly string[]): string[] =>
  held.filter((code) => !codes.includes(code) && !neededBy(code).some((look) => codes.includes(look)))

/** A whole line on or off. What other lines look at too stays. */
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
