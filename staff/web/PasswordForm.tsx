import { Button, Form } from 'antd'
import { Field } from '../../platform/forms/web/Field.tsx'
import { useForm } from '../../platform/forms/web/form.ts'
import { toLogin } from '../../platform/forms/web/leave.ts'
import { useText } from '../../platform/text/web/language.tsx'
import { changePassword } from '../contract.ts'
import { NewPassword, repeatProblem } from '../login/web/NewPassword.tsx'
import { staffText } from '../text.ts'
import { PasswordInput } from './PasswordInput.tsx'

/** The user's own password. Every session ends with the old one, so the next page is the login. */
export function PasswordForm({ loginAccount }: { loginAccount: string }) {
  const t = useText()
  const { fields, onSubmit, isPending } = useForm(changePassword, {
    initial: { oldPassword: '', newPassword: '', repeat: '' },
    toInput: ({ oldPassword, newPassword }) => ({ oldPassword, newPassword }),
    also: (value) => repeatProblem(value, 'newPassword', 'repeat'),
    quiet: true,
    onDone: () => toLogin({ kind: 'success', text: t(staffText.passwordChanged) }),
  })
  return (
    <form ref={fields.box} noValidate onSubmit={onSubmit} aria-label={t(staffText.passwordTitle)}>
      <Form layout="vertical" component="div">
        {/* A password manager needs the account name. */}
        <input type="hidden" name="username" autoComplete="username" value={loginAccount} readOnly />
        <Field fields={fields} name="oldPassword" label={staffText.oldPassword} isRequired>
          {(answer) => (
            <PasswordInput {...fields.bind('oldPassword')} {...answer} autoComplete="current-password" />
          )}
        </Field>
        <NewPassword fields={fields} name="newPassword" repeat="repeat" />
        <p className="hint">{t(staffText.changeHint)}</p>
        <Button type="primary" htmlType="submit" loading={isPending}>
          {t(staffText.changePassword)}
        </Button>
      </Form>
    </form>
  )
}
