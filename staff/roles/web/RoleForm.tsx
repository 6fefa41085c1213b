import { Alert, Button, Flex, Form, Popconfirm, Space, Tag } from 'antd'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useCommand } from '../../../platform/calls/web/call.ts'
import { Field } from '../../../platform/forms/web/Field.tsx'
import { ChangedNotice, TextField } from '../../../platform/forms/web/FormParts.tsx'
import type { Fields } from '../../../platform/forms/web/fields.ts'
import { useForm } from '../../../platform/forms/web/form.ts'
import { listed } from '../../../platform/text/text.ts'
import { language, useText } from '../../../platform/text/web/language.tsx'
import { useMay } from '../../../platform/ui/web/permission.tsx'
import { useShortcut } from '../../../platform/ui/web/shortcuts.ts'
import {
  createRole,
  deleteRole,
  editRole,
  getStaffMember,
  limitRole,
  listRoles,
  listStaff,
  type RoleRow,
} from '../../contract.ts'
import { staffText } from '../../text.ts'
import { titleOfRight } from '../rights.ts'
import { spelledOut } from '../role-matrix.ts'
import { FIRST_LIMIT, roleTitle } from '../roles.ts'
import { roleText } from '../text.ts'
import { RightsMatrix } from './RightsMatrix.tsx'

type RoleFields = { roleName: string; permissions: string[]; secondPersonAbove: string }

const refreshes = [listRoles, listStaff, getStaffMember]

const toInput = ({ roleName, permissions, secondPersonAbove }: RoleFields) => ({
  roleName,
  permissions,
  secondPersonAbove: secondPersonAbove.trim() || null,
})

/** A new role, empty or as a copy of another. */
export function NewRole({
  draft,
  copied,
  onCancel,
  onMade,
}: {
  draft: string
  copied: RoleRow | undefined
  onCancel: () => void
  onMade: (id: number) => void
}) {
  const t = useText()
  const may = useMay()
  const initial: RoleFields = copied
    ? {
        roleName: t(roleText.copyOf, { name: t(roleTitle(copied)) }),
        permissions: spelledOut(copied.permissions).filter(may),
        secondPersonAbove: copied.secondPersonAbove ?? '',
      }
    : { roleName: '', permissions: [], secondPersonAbove: FIRST_LIMIT }
  const form = useForm(createRole, {
    draft: `role:${draft}`,
    initial,
    toInput,
    refreshes,
    onDone: ({ id }) => onMade(id),
  })
  const cancel = () => {
    form.fields.clear()
    onCancel()
  }
  return (
    <RoleBody title={t(roleText.newRole)} form={form}>
      <Button type="primary" htmlType="submit" loading={form.isPending}>
        {t(roleText.create)}
      </Button>
      <Button onClick={cancel}>{t(staffText.cancel)}</Button>
    </RoleBody>
  )
}

/** One role: editable if it is custom and within the reader's own permissions, otherwise read-only. */
export function OpenRole({
  role,
  mayEdit,
  onCopy,
  onGone,
}: {
  role: RoleRow
  mayEdit: boolean
  onCopy: () => void
  onGone: () => void
}) {
  const t = useText()
  const may = useMay()
  const beyond = role.permissions.filter((code) => !may(code))
  const isReached = mayEdit && beyond.length === 0
  const copy = mayEdit && <Button onClick={onCopy}>{t(roleText.copyAsOwn)}</Button>
  const facts = <RoleFacts role={role} />
  if (isReached && !role.isSystem) {
    return (
      <EditRole role={role} facts={facts} onGone={onGone}>
        {copy}
      </EditRole>
    )
  }

  const rights = listed(
    beyond.map((code) => t(titleOfRight(code))),
    language,
  )
  return (
    <Flex vertical gap={12}>
      <h2 className="page-title">{t(roleTitle(role))}</h2>
      {facts}
      {role.isSystem && (
        <Alert
          type="info"
          showIcon
          title={t(role.permissions.includes('*') ? roleText.everything : roleText.fixed)}
        />
      )}
      {mayEdit && beyond.length > 0 && (
        <Alert type="warning" showIcon title={t(roleText.beyond, { rights })} />
      )}
      {copy && <div>{copy}</div>}
      {isReached ? <LimitForm role={role} /> : <Limit role={role} />}
      <RightsMatrix held={role.permissions} />
    </Flex>
  )
}

function RoleFacts({ role }: { role: RoleRow }) {
  const t = useText()
  return (
    <Space wrap>
      <Tag>{t(role.isSystem ? roleText.isDefault : roleText.isOwn)}</Tag>
      {role.holders > 0 ? (
        <Link to={`/setting/account?roleId=${role.id}`}>
          {t(roleText.showHolders, { count: role.holders })}
        </Link>
      ) : (
        <span className="hint">{t(roleText.noHolders)}</span>
      )}
    </Space>
  )
}

function EditRole({
  role,
  facts,
  onGone,
  children,
}: {
  role: RoleRow
  facts: ReactNode
  onGone: () => void
  children: ReactNode
}) {
  const t = useText()
  const form = useForm(editRole, {
    draft: `role:${role.id}`,
    initial: {
      roleName: role.roleName,
      permissions: spelledOut(role.permissions),
      secondPersonAbove: role.secondPersonAbove ?? '',
    },
    toInput: (value) => ({ id: role.id, rowVersion: role.rowVersion, ...toInput(value) }),
    refreshes,
  })
  const remove = useCommand(deleteRole, { refreshes: [listRoles] })
  const gone = () => {
    form.fields.clear()
    onGone()
  }
  const { isDirty } = form.fields
  return (
    <RoleBody title={role.roleName} form={form} facts={facts}>
      <Button type="primary" htmlType="submit" loading={form.isPending} disabled={!isDirty}>
        {t(roleText.save)}
      </Button>
      {isDirty && <Button onClick={form.fields.clear}>{t(staffText.discard)}</Button>}
      {children}
      <Popconfirm
        title={t(roleText.removeAsk, { name: role.roleName })}
        description={t(roleText.removeHint)}
        okText={t(roleText.remove)}
        okButtonProps={{ danger: true }}
        onConfirm={() => remove.mutate({ id: role.id }, { onSuccess: gone })}
      >
        <Button danger loading={remove.isPending}>
          {t(roleText.remove)}
        </Button>
      </Popconfirm>
      <span className="hint" role="status">
        {isDirty && t(staffText.unsaved)}
      </span>
    </RoleBody>
  )
}

/** The name, limit and permissions of a role, with the actions at the end. */
function RoleBody({
  title,
  form: { fields, submit, onSubmit, isPending },
  facts,
  children,
}: {
  title: string
  form: {
    fields: Fields<RoleFields>
    submit: () => void
    onSubmit: (event: React.FormEvent) => void
    isPending: boolean
  }
  facts?: ReactNode
  children: ReactNode
}) {
  const t = useText()
  useShortcut('save', submit)
  return (
    <form ref={fields.box} noValidate onSubmit={onSubmit}>
      <Form layout="vertical" component="div">
        <h2 className="page-title">{title}</h2>
        {facts}
        <ChangedNotice fields={fields} isPending={isPending} />
        <div className="role-fields">
          <TextField fields={fields} name="roleName" label={roleText.roleName} isRequired />
          <LimitField fields={fields} />
        </div>
        <Field fields={fields} name="permissions" label={roleText.rights} hint={t(roleText.tickHint)}>
          {(answer) => (
            <fieldset
              className="bare"
              id={fields.idOf('permissions')}
              aria-label={t(roleText.rights)}
              aria-describedby={answer['aria-describedby']}
              tabIndex={-1}
            >
              <RightsMatrix
                held={fields.value.permissions}
                onChange={(permissions) => fields.change({ permissions })}
              />
            </fieldset>
          )}
        </Field>
        <div className="role-foot">
          {children}
          <span className="hint role-effect">{t(roleText.effect)}</span>
        </div>
      </Form>
    </form>
  )
}

function LimitField<V extends { secondPersonAbove: string }>({ fields }: { fields: Fields<V> }) {
  const t = useText()
  return (
    <TextField
      fields={fields}
      name="secondPersonAbove"
      label={roleText.secondPersonAbove}
      hint={t(roleText.secondPersonHint)}
      inputMode="decimal"
      placeholder={t(roleText.noLimit)}
    />
  )
}

/** The only setting of a default role that a company can change. */
function LimitForm({ role }: { role: RoleRow }) {
  const t = useText()
  const { fields, submit, onSubmit, isPending } = useForm(limitRole, {
    draft: `role-limit:${role.id}`,
    initial: { secondPersonAbove: role.secondPersonAbove ?? '' },
    toInput: ({ secondPersonAbove }) => ({
      id: role.id,
      rowVersion: role.rowVersion,
      secondPersonAbove: secondPersonAbove.trim() || null,
    }),
    refreshes: [listRoles],
  })
  useShortcut('save', submit)
  return (
    <form ref={fields.box} noValidate onSubmit={onSubmit} className="role-limit">
      <Form layout="vertical" component="div">
        <ChangedNotice fields={fields} isPending={isPending} />
        <LimitField fields={fields} />
        <Space wrap>
          <Button type="primary" htmlType="submit" loading={isPending} disabled={!fields.isDirty}>
            {t(roleText.saveLimit)}
          </Button>
          {fields.isDirty && <Button onClick={fields.clear}>{t(staffText.discard)}</Button>}
        </Space>
      </Form>
    </form>
  )
}

function Limit({ role }: { role: RoleRow }) {
  const t = useText()
  return (
    <p>
      {t(roleText.secondPersonAbove)}: <b>{role.secondPersonAbove ?? t(roleText.noLimit)}</b>
    </p>
  )
}
