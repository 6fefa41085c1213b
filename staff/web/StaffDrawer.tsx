import { Alert, Button, Flex, Popconfirm } from 'antd'
import { useState } from 'react'
import type { OutputOf } from '../../platform/calls/call.ts'
import { useAnswer, useCommand } from '../../platform/calls/web/call.ts'
import { useBulk } from '../../platform/lists/web/BulkResult.tsx'
import { listed } from '../../platform/text/text.ts'
import { LocalTime } from '../../platform/text/web/LocalTime.tsx'
import { language, useText } from '../../platform/text/web/language.tsx'
import { Copyable } from '../../platform/ui/web/Copyable.tsx'
import { DetailDrawer } from '../../platform/ui/web/DetailDrawer.tsx'
import { FactList } from '../../platform/ui/web/FactList.tsx'
import { useFeature, useMay } from '../../platform/ui/web/permission.tsx'
import {
  editStaff,
  endStaffSessions,
  getStaffMember,
  inviteAgain,
  listStaff,
  switchStaff,
} from '../contract.ts'
import { roleTitle } from '../roles/roles.ts'
import { staffText } from '../text.ts'
import { SessionList } from './SessionList.tsx'
import { EditStaff, ResetPassword } from './StaffForm.tsx'
import { StaffTags } from './StaffTags.tsx'
import './staff.css'

type Member = OutputOf<typeof getStaffMember>

const refreshes = [listStaff, getStaffMember]

/** One user: permissions, sessions, and actions. */
export function StaffDrawer({ id, onClose }: { id: string | undefined; onClose: () => void }) {
  const t = useText()
  const member = useAnswer(getStaffMember, { id }, { enabled: id !== undefined, keep: false })
  const [edited, setEdited] = useState<string>()

  return (
    <DetailDrawer
      title={member.data?.userName ?? t(staffText.details)}
      isOpen={id !== undefined}
      onClose={onClose}
      answer={member}
    >
      {(person) =>
        edited !== undefined && edited === id ? (
          <EditStaff key={person.id} person={person} onClose={() => setEdited(undefined)} />
        ) : (
          <Person key={person.id} person={person} onEdit={() => setEdited(id)} />
        )
      }
    </DetailDrawer>
  )
}

function Person({ person, onEdit }: { person: Member; onEdit: () => void }) {
  const t = useText()
  const may = useMay()
  const isOpen = useFeature('account') === 'full'
  const isReached = isOpen && person.isWithinReach
  const mayEdit = isReached && may(editStaff.permission)
  const mayInvite = isReached && may(inviteAgain.permission)
  const reason = person.isSupport
    ? staffText.notSupport
    : !person.isWithinReach
      ? staffText.aboveYou
      : person.isYou
        ? staffText.yourself
        : undefined

  return (
    <Flex vertical gap={16}>
      {reason && <Alert type="info" showIcon title={t(reason)} />}
      {(mayEdit || mayInvite) && (
        <Actions person={person} mayEdit={mayEdit} mayInvite={mayInvite} onEdit={onEdit} />
      )}
      {person.isInvited && mayInvite && <Invitation link={person.welcomeLink} />}
      <Facts person={person} />
      <Sessions person={person} mayEnd={mayEdit} />
    </Flex>
  )
}

function Facts({ person }: { person: Member }) {
  const t = useText()
  return (
    <FactList
      facts={[
        [staffText.loginAccount, person.loginAccount],
        [staffText.userName, person.userName],
        [staffText.status, <StaffTags key="status" {...person} />],
        [
          staffText.roles,
          listed(
            person.roles.map((role) => t(roleTitle(role))),
            language,
          ),
        ],
        [staffText.phone, person.phone],
        [staffText.email, person.email],
        [
          staffText.lastLoginAt,
          person.lastLoginAt ? <LocalTime key="lastLoginAt" at={person.lastLoginAt} /> : t(staffText.never),
        ],
        [staffText.createdAt, <LocalTime key="createdAt" at={person.createdAt} />],
      ]}
    />
  )
}

function Actions({
  person,
  mayEdit,
  mayInvite,
  onEdit,
}: {
  person: Member
  mayEdit: boolean
  mayInvite: boolean
  onEdit: () => void
}) {
  const t = useText()
  const [isResetting, setResetting] = useState(false)
  const invite = useCommand(inviteAgain, { refreshes })
  const { run, isPending, panel } = useBulk(switchStaff, { refreshes })
  const mayTouch = mayEdit && !person.isYou
  // Only a user who has not logged in yet and has an email address.
  const mayCall = mayInvite && !person.lastLoginAt && person.email && person.isEnabled
  const name = person.userName

  return (
    <>
      <Flex gap={8} wrap>
        {mayEdit && (
          <Button type="primary" onClick={onEdit}>
            {t(staffText.edit)}
          </Button>
        )}
        {mayTouch && <Button onClick={() => setResetting(true)}>{t(staffText.resetPassword)}</Button>}
        {mayCall && (
          <Popconfirm
            title={t(staffText.inviteAgainAsk, { name })}
            description={t(staffText.inviteAgainHint)}
            okText={t(staffText.inviteAgain)}
            onConfirm={() => invite.mutate({ id: person.id })}
          >
            <Button loading={invite.isPending}>{t(staffText.inviteAgain)}</Button>
          </Popconfirm>
        )}
        {mayTouch && !person.isEnabled && (
          <Button loading={isPending} onClick={() => run({ ids: [person.id], isEnabled: true })}>
            {t(staffText.enable)}
          </Button>
        )}
        {mayTouch && person.isEnabled && (
          <Popconfirm
            title={t(staffText.disableOneAsk, { name })}
            description={t(staffText.disableWarning)}
            okText={t(staffText.disable)}
            okButtonProps={{ danger: true }}
            onConfirm={() => run({ ids: [person.id], isEnabled: false })}
          >
            <Button danger loading={isPending}>
              {t(staffText.disable)}
            </Button>
          </Popconfirm>
        )}
      </Flex>
      {panel}
      {isResetting && <ResetPassword person={person} onClose={() => setResetting(false)} />}
    </>
  )
}

function Invitation({ link }: { link: string | null }) {
  const t = useText()
  if (!link) return <Alert type="warning" showIcon title={t(staffText.linkRanOut)} />
  return (
    <Alert
      type="info"
      showIcon
      title={t(staffText.pendingInvitation)}
      description={
        <>
          <p className="hint">{t(staffText.pendingHint)}</p>
          <Copyable what={t(staffText.pendingInvitation)}>{location.origin + link}</Copyable>
        </>
      }
    />
  )
}

function Sessions({ person, mayEnd }: { person: Member; mayEnd: boolean }) {
  const t = useText()
  const end = useCommand(endStaffSessions, { refreshes })
  const hasOthers = person.sessions.some(({ isThis }) => !isThis)
  return (
    <section>
      <div className="section-head">
        <h2 className="page-title">{t(staffText.sessions)}</h2>
        {mayEnd && hasOthers && (
          <Popconfirm
            title={
              person.isYou ? t(staffText.endOthersAsk) : t(staffText.endAllAsk, { name: person.userName })
            }
            {...(!person.isYou && { description: t(staffText.endAllHint) })}
            okText={t(person.isYou ? staffText.endOthers : staffText.endAll)}
            okButtonProps={{ danger: true }}
            onConfirm={() => end.mutate({ id: person.id })}
          >
            <Button size="small" loading={end.isPending}>
              {t(person.isYou ? staffText.endOthers : staffText.endAll)}
            </Button>
          </Popconfirm>
        )}
      </div>
      <SessionList
        sessions={person.sessions}
        isEnding={end.isPending}
        onEnd={mayEnd ? (sessionId) => end.mutate({ id: person.id, sessionId }) : undefined}
      />
    </section>
  )
}
