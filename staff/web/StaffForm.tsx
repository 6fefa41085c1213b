import { Alert, Button, Flex } from 'antd'
import { useState } from 'react'
import type { OutputOf } from '../../platform/calls/call.ts'
import { useAnswer } from '../../platform/calls/web/call.ts'
import { FormBody, TextField } from '../../platform/forms/web/FormParts.tsx'
import { useForm } from '../../platform/forms/web/form.ts'
import { useText } from '../../platform/text/web/language.tsx'
import { Copyable } from '../../platform/ui/web/Copyable.tsx'
import { QueryBoundary } from '../../platform/ui/web/QueryBoundary.tsx'
import {
  createStaff,
  editStaff,
  getStaffMember,
  inviteStaff,
  listRoles,
  listStaff,
  resetStaffPassword,
} from '../contract.ts'
import { foldAccount } from '../rules.ts'
import { staffText } from '../text.ts'
import { MadePassword, RolesField } from './FormParts.tsx'
import { type OnGiven, ResetForm, SetPassword } from './SetPassword.tsx'

type Member = OutputOf<typeof getStaffMember>

/** The queries that a staff change invalidates. */
const staffReadings = [listStaff, getStaffMember, listRoles]

export type Adding = 'invite' | 'create'

/** How a new user gets access: by mail, or with a password to pass on. */
export function AddStaff({ how, onClose }: { how: Adding; onClose: () => void }) {
  const t = useText()
  const title = t(how === 'create' ? staffText.createAccount : staffText.inviteTitle)
  return (
    <SetPassword title={title} passwordText={staffText.firstPassword} onClose={onClose}>
      {(onGiven) =>
        how === 'invite' ? (
          <InviteForm onClose={onClose} />
        ) : (
          <CreateForm onClose={onClose} onGiven={onGiven} />
        )
      }
    </SetPassword>
  )
}

function InviteForm({ onClose }: { onClose: () => void }) {
  const t = useText()
  const [notMailed, setNotMailed] = useState<number>()
  const initial: { email: string; userName: string; phone: string; roleIds: number[] } = {
    email: '',
    userName: '',
    phone: '',
    roleIds: [],
  }
  const { fields, ...form } = useForm(inviteStaff, {
    draft: 'invite-staff',
    initial,
    toInput: (value) => ({ ...value, phone: value.phone.trim() || null }),
    refreshes: staffReadings,
    onDone: ({ id, isMailed }) => (isMailed ? onClose() : setNotMailed(id)),
  })
  if (notMailed !== undefined) return <UnsentInvitation id={notMailed} onDone={onClose} />
  return (
    <FormBody fields={fields} {...form} submitText={staffText.sendInvitation} onCancel={onClose}>
      <p className="hint">{t(staffText.inviteHint)}</p>
      <TextField fields={fields} name="email" label={staffText.email} isRequired inputMode="email" />
      <TextField fields={fields} name="userName" label={staffText.userName} isRequired />
      <TextField fields={fields} name="phone" label={staffText.phone} inputMode="tel" />
      <RolesField fields={fields} />
    </FormBody>
  )
}

/** No mail was sent: the link is shown, to be passed on. */
function UnsentInvitation({ id, onDone }: { id: number; onDone: () => void }) {
  const t = useText()
  const person = useAnswer(getStaffMember, { id })
  return (
    <>
      <Alert type="warning" showIcon title={t(staffText.notMailed)} style={{ marginBottom: 16 }} />
      <QueryBoundary answer={person}>
        {({ welcomeLink }) =>
          welcomeLink && (
            <Copyable what={t(staffText.pendingInvitation)}>{location.origin + welcomeLink}</Copyable>
          )
        }
      </QueryBoundary>
      <Flex justify="end">
        <Button type="primary" onClick={onDone}>
          {t(staffText.handedOver)}
        </Button>
      </Flex>
    </>
  )
}

function CreateForm({ onClose, onGiven }: { onClose: () => void; onGiven: OnGiven }) {
  const t = useText()
  const noRoles: number[] = []
  const { fields, ...form } = useForm(createStaff, {
    draft: 'new-staff',
    secrets: ['password'],
    initial: { loginAccount: '', userName: '', phone: '', email: '', roleIds: noRoles, password: '' },
    toInput: (value) => ({
      ...value,
      phone: value.phone.trim() || null,
      email: value.email.trim() || null,
    }),
    refreshes: staffReadings,
    onDone: (_, { loginAccount, password }) => onGiven({ loginAccount: foldAccount(loginAccount), password }),
  })
  return (
    <FormBody fields={fields} {...form} submitText={staffText.createAccount} onCancel={onClose}>
      <p className="hint">{t(staffText.createHint)}</p>
      <TextField
        fields={fields}
        name="loginAccount"
        label={staffText.loginAccount}
        isRequired
        hint={t(staffText.accountForm)}
        autoCapitalize="none"
        spellCheck={false}
      />
      <TextField fields={fields} name="userName" label={staffText.userName} isRequired />
      <TextField fields={fields} name="phone" label={staffText.phone} inputMode="tel" />
      <TextField fields={fields} name="email" label={staffText.email} inputMode="email" />
      <RolesField fields={fields} />
      <MadePassword fields={fields} name="password" label={staffText.firstPassword} />
    </FormBody>
  )
}

/** A user's profile and roles, edited beside the list. */
export function EditStaff({ person, onClose }: { person: Member; onClose: () => void }) {
  const { fields, ...form } = useForm(editStaff, {
    draft: `staff-${person.id}`,
    initial: {
      userName: person.userName,
      phone: person.phone ?? '',
      email: person.email ?? '',
      roleIds: person.roles.map(({ id }) => id),
    },
    toInput: (value) => ({
      ...value,
      id: person.id,
      rowVersion: person.rowVersion,
      phone: value.phone.trim() || null,
      email: value.email.trim() || null,
    }),
    refreshes: staffReadings,
    onDone: onClose,
  })
  return (
    <FormBody fields={fields} {...form} submitText={staffText.save} onCancel={onClose}>
      <TextField fields={fields} name="userName" label={staffText.userName} isRequired />
      <TextField fields={fields} name="phone" label={staffText.phone} inputMode="tel" />
      <TextField fields={fields} name="email" label={staffText.email} inputMode="email" />
      <RolesField fields={fields} isLocked={person.isYou} />
    </FormBody>
  )
}

export function ResetPassword({ person, onClose }: { person: Member; onClose: () => void }) {
  const t = useText()
  const words = { passwordText: staffText.passwordForNow, onClose }
  return (
    <SetPassword title={t(staffText.resetPassword)} {...words}>
      {(onGiven) => (
        <ResetForm
          call={resetStaffPassword}
          of={person}
          hint={t(staffText.resetHint, { name: person.userName })}
          submitText={staffText.resetPassword}
          refreshes={staffReadings}
          onGiven={onGiven}
          {...words}
        />
      )}
    </SetPassword>
  )
}
