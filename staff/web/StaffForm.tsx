import { Alert, Button, Flex, Modal } from 'antd'
import { useState } from 'react'
import type { OutputOf } from '../../platform/calls/call.ts'
import { useAnswer } from '../../platform/calls/web/call.ts'
import { FormBody, TextField } from '../../platform/forms/web/FormParts.tsx'
import { useForm } from '../../platform/forms/web/form.ts'
import { useText } from '../../platform/text/web/language.tsx'
import { webText } from '../../platform/text/web/text.ts'
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
import { HandOver } from './HandOver.tsx'

type Member = OutputOf<typeof getStaffMember>

/** The queries that a staff change invalidates. */
const staffReadings = [listStaff, getStaffMember, listRoles]

export type Adding = 'invite' | 'create'

/** How a new user gets access: by mail, or with a password to pass on. */
export function AddStaff({ how, onClose }: { how: Adding | undefined; onClose: () => void }) {
  const t = useText()
  const [made, setMade] = useState<{ loginAccount: string; password: string }>()
  const close = () => {
    setMade(undefined)
    onClose()
  }
  return (
    <Modal
      open={how !== undefined}
      title={t(how === 'create' ? staffText.createAccount : staffText.inviteTitle)}
      onCancel={close}
      closable={{ 'aria-label': t(webText.close) }}
      // A stray click or key must not lose typed input, nor a password that is shown once.
      mask={{ closable: false }}
      keyboard={made === undefined}
      footer={null}
      destroyOnHidden
    >
      {how === 'invite' && <InviteForm onClose={close} />}
      {how === 'create' && !made && <CreateForm onClose={close} onMade={setMade} />}
      {made && <HandOver {...made} passwordText={staffText.firstPassword} onDone={close} />}
    </Modal>
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
  const { fields, onSubmit, isPending } = useForm(inviteStaff, {
    draft: 'invite-staff',
    initial,
    toInput: (value) => ({ ...value, phone: value.phone.trim() || null }),
    refreshes: staffReadings,
    onDone: ({ id, isMailed }) => (isMailed ? onClose() : setNotMailed(id)),
  })
  if (notMailed !== undefined) return <UnsentInvitation id={notMailed} onDone={onClose} />
  return (
    <FormBody
      fields={fields}
      onSubmit={onSubmit}
      isPending={isPending}
      submitText={staffText.sendInvitation}
      onCancel={onClose}
    >
      <p className="hint">{t(staffText.inviteHint)}</p>
      <TextField fields={fields} name="email" label={staffText.email} isRequired inputMode="email" />
      <TextField fields={fields} name="userName" label={staffText.userName} isRequired />
      <TextField fields={fields} name="phone" label={staffText.phone} inputMode="tel" />
      <RolesField
        fields={fields}
        name="roleIds"
        value={fields.value.roleIds}
        onChange={(roleIds) => fields.change({ roleIds })}
      />
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

function CreateForm({
  onClose,
  onMade,
}: {
  onClose: () => void
  onMade: (made: { loginAccount: string; password: string }) => void
}) {
  const t = useText()
  const noRoles: number[] = []
  const { fields, onSubmit, isPending } = useForm(createStaff, {
    initial: { loginAccount: '', userName: '', phone: '', email: '', roleIds: noRoles, password: '' },
    toInput: (value) => ({
      ...value,
      phone: value.phone.trim() || null,
      email: value.email.trim() || null,
    }),
    refreshes: staffReadings,
    onDone: (_, { loginAccount, password }) => onMade({ loginAccount: foldAccount(loginAccount), password }),
  })
  return (
    <FormBody
      fields={fields}
      onSubmit={onSubmit}
      isPending={isPending}
      submitText={staffText.createAccount}
      onCancel={onClose}
    >
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
      <RolesField
        fields={fields}
        name="roleIds"
        value={fields.value.roleIds}
        onChange={(roleIds) => fields.change({ roleIds })}
      />
      <MadePassword
        fields={fields}
        name="password"
        label={staffText.firstPassword}
        onMade={(password) => fields.change({ password })}
      />
    </FormBody>
  )
}

/** A user's profile and roles, edited beside the list. */
export function EditStaff({ person, onClose }: { person: Member; onClose: () => void }) {
  const { fields, onSubmit, isPending } = useForm(editStaff, {
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
    <FormBody
      fields={fields}
      onSubmit={onSubmit}
      isPending={isPending}
      submitText={staffText.save}
      onCancel={onClose}
    >
      <TextField fields={fields} name="userName" label={staffText.userName} isRequired />
      <TextField fields={fields} name="phone" label={staffText.phone} inputMode="tel" />
      <TextField fields={fields} name="email" label={staffText.email} inputMode="email" />
      <RolesField
        fields={fields}
        name="roleIds"
        value={fields.value.roleIds}
        onChange={(roleIds) => fields.change({ roleIds })}
        isLocked={person.isYou}
      />
    </FormBody>
  )
}

/** A temporary password, for a user who has lost theirs. */
export function ResetPassword({
  person,
  isOpen,
  onClose,
}: {
  person: Member
  isOpen: boolean
  onClose: () => void
}) {
  const t = useText()
  const [given, setGiven] = useState<string>()
  const close = () => {
    setGiven(undefined)
    onClose()
  }
  return (
    <Modal
      open={isOpen}
      title={t(staffText.resetPassword)}
      onCancel={close}
      closable={{ 'aria-label': t(webText.close) }}
      mask={{ closable: false }}
      keyboard={given === undefined}
      footer={null}
      destroyOnHidden
    >
      {given === undefined ? (
        <ResetForm person={person} onClose={close} onGiven={setGiven} />
      ) : (
        <HandOver
          loginAccount={person.loginAccount}
          password={given}
          passwordText={staffText.passwordForNow}
          onDone={close}
        />
      )}
    </Modal>
  )
}

function ResetForm({
  person,
  onClose,
  onGiven,
}: {
  person: Member
  onClose: () => void
  onGiven: (password: string) => void
}) {
  const t = useText()
  const { fields, onSubmit, isPending } = useForm(resetStaffPassword, {
    initial: { password: '' },
    toInput: ({ password }) => ({ id: person.id, password }),
    refreshes: staffReadings,
    onDone: (_, { password }) => onGiven(password),
  })
  return (
    <FormBody
      fields={fields}
      onSubmit={onSubmit}
      isPending={isPending}
      submitText={staffText.resetPassword}
      onCancel={onClose}
    >
      <p>{t(staffText.resetHint, { name: person.userName })}</p>
      <MadePassword
        fields={fields}
        name="password"
        label={staffText.passwordForNow}
        onMade={(password) => fields.change({ password })}
      />
    </FormBody>
  )
}
