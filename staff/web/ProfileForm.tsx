import { Button, Form, Input, Space } from 'antd'
import { useRef, useState } from 'react'
import type { OutputOf } from '../../lib/call.ts'
import { callText } from '../../lib/lib-text.ts'
import { sayFailure, useCommand } from '../../lib/web/call.ts'
import { useDraft } from '../../lib/web/drafts.ts'
import { useText } from '../../lib/web/language.tsx'
import { notice } from '../../lib/web/notices.ts'
import { CallFailed } from '../../lib/web/send.ts'
import { useShortcut } from '../../lib/web/shortcuts.ts'
import { myProfile, saveMyProfile } from '../contract.ts'
import {
  type ProfileField,
  problemsByField,
  profileFields,
  profileOf,
  profileProblems,
} from '../profile-form.ts'
import { staffText } from '../text.ts'

const autoComplete = { userName: 'name', phone: 'tel', email: 'email' }

/** The person's own profile. A field says what is wrong once it was left, and from then on while typing. */
export function ProfileForm({ profile }: { profile: OutputOf<typeof myProfile> }) {
  const t = useText()
  const box = useRef<HTMLFormElement>(null)
  const draft = useDraft('profile', {
    userName: profile.userName,
    phone: profile.phone ?? '',
    email: profile.email ?? '',
  })
  const [left, setLeft] = useState<readonly ProfileField[]>([])
  const [refused, setRefused] = useState<ReturnType<typeof problemsByField>>({})
  const problems = { ...refused, ...profileProblems(draft.value) }
  const save = useCommand(saveMyProfile, {
    refreshes: [myProfile],
    quiet: true,
    ownErrors: true,
  })

  const goTo = (wrong: object) => {
    const first = profileFields.find((field) => field in wrong)
    if (first) box.current?.querySelector<HTMLInputElement>(`input[name=${first}]`)?.focus()
  }

  const submit = () => {
    if (save.isPending) return
    setLeft(profileFields)
    const wrong = profileProblems(draft.value)
    if (Object.keys(wrong).length > 0) return goTo(wrong)
    save.mutate(profileOf(draft.value, profile.rowVersion), {
      onSuccess: () => {
        draft.clear()
        setRefused({})
        setLeft([])
        notice('success', t(callText.done))
      },
      onError: (error) => {
        const wrong = error instanceof CallFailed ? problemsByField(error.fields) : {}
        setRefused(wrong)
        if (Object.keys(wrong).length > 0) goTo(wrong)
        else sayFailure(error)
      },
    })
  }
  useShortcut('save', submit)

  const item = (field: ProfileField) => {
    const problem = left.includes(field) ? problems[field] : undefined
    return (
      <Form.Item
        key={field}
        label={t(staffText[field])}
        htmlFor={`profile-${field}`}
        required={field === 'userName'}
        {...(problem && {
          validateStatus: 'error',
          help: <span id={`profile-${field}-problem`}>{t(problem)}</span>,
        })}
      >
        <Input
          id={`profile-${field}`}
          name={field}
          value={draft.value[field]}
          autoComplete={autoComplete[field]}
          aria-invalid={problem !== undefined}
          aria-describedby={problem && `profile-${field}-problem`}
          onChange={(event) => {
            draft.change({ [field]: event.target.value })
            setRefused(({ [field]: _, ...others }) => others)
          }}
          onBlur={() => setLeft((before) => [...before, field])}
        />
      </Form.Item>
    )
  }

  return (
    <form
      ref={box}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <Form layout="vertical" component="div">
        <Form.Item label={t(staffText.loginAccount)}>{profile.loginAccount}</Form.Item>
        {profileFields.map(item)}
        <Space wrap>
          <Button type="primary" htmlType="submit" loading={save.isPending} disabled={!draft.isDirty}>
            {t(staffText.save)}
          </Button>
          {draft.isDirty && <Button onClick={draft.clear}>{t(staffText.discard)}</Button>}
          <span className="hint" role="status">
            {draft.isDirty && t(staffText.unsaved)}
          </span>
        </Space>
      </Form>
    </form>
  )
}
