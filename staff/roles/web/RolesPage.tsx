import { Alert, Button, Tag } from 'antd'
import type { ReactNode } from 'react'
import { useAnswer } from '../../../platform/calls/web/call.ts'
import { useOpenRow } from '../../../platform/lists/web/filters.ts'
import { Blank } from '../../../platform/lists/web/ListEmpty.tsx'
import type { View } from '../../../platform/lists/web/Views.tsx'
import { useText } from '../../../platform/text/web/language.tsx'
import { useMissing } from '../../../platform/ui/web/missing-right.ts'
import { PlainPage } from '../../../platform/ui/web/PlainPage.tsx'
import { useFeature, useMay, useReadOnlyBecause } from '../../../platform/ui/web/permission.tsx'
import { QueryBoundary } from '../../../platform/ui/web/QueryBoundary.tsx'
import { useShortcut } from '../../../platform/ui/web/shortcuts.ts'
import { editRole, listRoles, type RoleRow } from '../../contract.ts'
import { staffText } from '../../text.ts'
import { roleTitle } from '../roles.ts'
import { roleText } from '../text.ts'
import { NewRole, OpenRole } from './RoleForm.tsx'
import { RoleOverview } from './RoleOverview.tsx'
import './roles.css'

const NEW = 'new'
const COPY = 'copy-'

/** The roles of the warehouse: an overview, and one at a time with all permissions. */
export function RolesPage({ views }: { views: View[] }) {
  const t = useText()
  const may = useMay()
  const whatIsMissing = useMissing(!may(editRole.permission))
  const access = useFeature('account')
  const readOnlyBecause = useReadOnlyBecause()
  const roles = useAnswer(listRoles, {})
  const { open, show, close } = useOpenRow()
  const mayEdit = may(editRole.permission) && access === 'full'
  useShortcut('new', () => show(NEW), mayEdit && open !== NEW)

  const shown = (all: RoleRow[]): ReactNode => {
    if (open === undefined) return <RoleOverview roles={all} onOpen={show} />
    const copied = all.find(({ id }) => open === COPY + id)
    if (mayEdit && (open === NEW || copied)) {
      return <NewRole key={open} draft={open} copied={copied} onCancel={close} onMade={show} />
    }
    const role = all.find(({ id }) => open === String(id))
    if (!role) return <Blank kind="not_found" title={t(staffText.roleNotFound)} />
    return (
      <OpenRole
        key={role.id}
        role={role}
        mayEdit={mayEdit}
        onCopy={() => show(COPY + role.id)}
        onGone={close}
      />
    )
  }

  return (
    <PlainPage title={t(staffText.staffTitle)} views={views}>
      {access === 'readonly' && <Alert type="info" showIcon title={t(readOnlyBecause)} />}
      {!may(editRole.permission) && (
        <Alert
          type="info"
          showIcon
          title={t(roleText.lookOnly, { why: whatIsMissing(editRole.permission) })}
        />
      )}
      <QueryBoundary answer={roles}>
        {(all) => (
          <div className="roles">
            <nav className="role-list" aria-label={t(roleText.list)}>
              {mayEdit && (
                <Button type={open === NEW ? 'default' : 'primary'} block onClick={() => show(NEW)}>
                  {t(roleText.newRole)}
                </Button>
              )}
              <Line isCurrent={open === undefined} onSelect={close}>
                {t(roleText.glance)}
              </Line>
              {all.map((role) => (
                <Line
                  key={role.id}
                  isCurrent={open === String(role.id)}
                  onSelect={() => show(role.id)}
                  end={
                    <>
                      {!role.isSystem && <Tag>{t(roleText.isOwn)}</Tag>}
                      <span className="hint figures">{t(roleText.people, { count: role.holders })}</span>
                    </>
                  }
                >
                  {t(roleTitle(role))}
                </Line>
              ))}
            </nav>
            <div className="role-shown">{shown(all)}</div>
          </div>
        )}
      </QueryBoundary>
    </PlainPage>
  )
}

function Line({
  isCurrent,
  onSelect,
  end,
  children,
}: {
  isCurrent: boolean
  onSelect: () => void
  end?: ReactNode
  children: ReactNode
}) {
  return (
    <button
      type="button"
      className="role-line"
      {...(isCurrent && { 'aria-current': 'true' })}
      onClick={onSelect}
    >
      <span className="role-line-name">{children}</span> {end}
    </button>
  )
}
