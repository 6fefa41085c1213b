import { Button, Form, Input, Space } from 'antd'
import type { OutputOf } from '../../platform/calls/call.ts'
import { Field } from '../../platform/forms/web/Field.tsx'
import { ChangedNotice } from '../../platform/forms/web/FormParts.tsx'
import { useForm } from '../../platform/forms/web/form.ts'
import { useText } from '../../platform/text/web/language.tsx'
import { useShortcut } from '../../platform/ui/web/shortcuts.ts'
import { myProfile, saveMyProfile } from '../contract.ts'
import { staffText } from '../text.ts'

const autoComplete = { userName: 'name', phone: 'tel', email: 'email' } as const

/** The user's own profile. */
export function ProfileForm({ profile }: { profile: OutputOf<typeof myProfile> }) {
  const t = useText()
  const hasOtherEmail = (email: string) => email.trim() !== (profile.email ?? '')
  const { fields, submit, onSubmit, isPending } = useForm(saveMyProfile, {
    draft: 'profile',
    secrets: ['password'],
    initial: {
      userName: profile.userName,
      phone: profile.phone ?? '',
      email: profile.email ?? '',
      password: '',
    },
    toInput: ({ userName, phone, email, password }) => ({
      userName,
      phone: phone.trim() || null,
      email: email.trim() || null,
      rowVersion: profile.rowVersion,
      ...(password && { password }),
    }),
    also: (value) =>
      hasOtherEmail(value.email) && value.password === '' ? { password: staffText.passwordForEmail } : {},
    refreshes: [myProfile],
  })
  useShortcut('save', submit)

  return (
    <form ref={fields.box} noValidate onSubmit={onSubmit}>
      <Form layout="vertical" component="div">
        <ChangedNotice fields={fields} isPending={isPending} />
        <Form.Item label={t(staffText.loginAccount)}>{profile.loginAccount}</Form.Item>
        {(['userName', 'phone', 'email'] as const).map((name) => (
          <Field
            key={name}
            fields={fields}
            name={name}
            label={staffText[name]}
            isRequired={name === 'userName'}
          >
            {(answer) => <Input {...fields.bind(name)} {...answer} autoComplete={autoComplete[name]} />}
          </Field>
        ))}
        {hasOtherEmail(fields.value.email) && (
          <Field
            fields={fields}
            name="password"
            label={staffText.currentPassword}
            hint={t(staffText.passwordForEmail)}
            isRequired
          >
            {(answer) => (
              <Input
                {...fields.bind('password')}
                {...answer}
                type="password"
                autoComplete="current-password"
                maxLength={200}
              />
            )}
          </Field>
        )}
        <Space wrap>
          <Button type="primary" htmlType="submit" loading={isPending} disabled={!fields.isDirty}>
            {t(staffText.save)}
          </Button>
          {fields.isDirty && <Button onClick={fields.clear}>{t(staffText.discard)}</Button>}
          <span className="hint" role="status">
            {fields.isDirty && t(staffText.unsaved)}
          </span>
        </Space>
      </Form>
    </form>
  )
}
