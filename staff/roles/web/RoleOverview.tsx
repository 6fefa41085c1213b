import { useText } from '../../../platform/text/web/language.tsx'
import type { RoleRow } from '../../contract.ts'
import { rightGroups } from '../rights.ts'
import { type GroupState, groupState } from '../role-matrix.ts'
import { roleTitle } from '../roles.ts'
import { groupStateMark, groupStateText, roleText } from '../text.ts'

const states = ['full', 'partly', 'look', 'none'] as const satisfies readonly GroupState[]

/** All roles side by side: how much each may do in every line. */
export function RoleOverview({ roles, onOpen }: { roles: readonly RoleRow[]; onOpen: (id: number) => void }) {
  const t = useText()
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a table that scrolls must be reachable by keyboard */}
      <section className="role-table" tabIndex={0} aria-label={t(roleText.glance)}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t(roleText.area)}</th>
              {roles.map((role) => (
                <th key={role.id} scope="col">
                  <button type="button" className="text-button" onClick={() => onOpen(role.id)}>
                    {t(roleTitle(role))}
                  </button>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rightGroups.map((group) => (
              <tr key={group.name}>
                <th scope="row">{t(group.title)}</th>
                {roles.map((role) => (
                  <td key={role.id}>
                    <Mark state={groupState(group, role.permissions)} />
                  </td>
                ))}
              </tr>
            ))}
            <tr>
              <th scope="row">{t(roleText.secondPersonAbove)}</th>
              {roles.map((role) => (
                <td key={role.id} className="figures">
                  {role.secondPersonAbove ?? <span className="hint">{t(roleText.noLimit)}</span>}
                </td>
              ))}
            </tr>
            <tr>
              <th scope="row">{t(roleText.holders)}</th>
              {roles.map((role) => (
                <td key={role.id} className="figures">
                  {role.holders}
                </td>
              ))}
            </tr>
          </tbody>
        </table>
      </section>
      <p className="hint" aria-hidden>
        {states
          .filter((state) => groupStateMark[state])
          .map((state) => `${groupStateMark[state]} ${t(groupStateText[state])}`)
          .join('　')}
      </p>
    </>
  )
}

function Mark({ state }: { state: GroupState }) {
  const t = useText()
  return (
    <>
      <span aria-hidden>{groupStateMark[state]}</span>
      <span className="only-read-aloud">{t(groupStateText[state])}</span>
    </>
  )
}
