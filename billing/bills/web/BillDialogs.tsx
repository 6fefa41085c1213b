import { Alert, Button, Checkbox, Flex, Form, Input } from 'antd'
import { useId, useState } from 'react'
import { Dialog } from '../../../platform/forms/web/Dialog.tsx'
import { useText } from '../../../platform/text/web/language.tsx'
import { webText } from '../../../platform/text/web/text.ts'
import { billText } from '../text.ts'

/** Issuing can't be undone but by voiding, so it is asked; and whether events without a price may be left out. */
export function IssueDialog({
  count,
  onConfirm,
  onClose,
}: {
  count: number
  onConfirm: (withUnpriced: boolean) => void
  onClose: () => void
}) {
  const t = useText()
  const [withUnpriced, setWithUnpriced] = useState(false)
  return (
    <Dialog title={t(billText.issueCount, { count })} onClose={onClose}>
      <Flex vertical gap={12}>
        <Alert type="info" showIcon title={t(billText.issueWarning)} />
        <Checkbox checked={withUnpriced} onChange={({ target }) => setWithUnpriced(target.checked)}>
          {t(billText.withUnpriced)}
        </Checkbox>
        <Flex gap={8} justify="end">
          <Button onClick={onClose}>{t(webText.cancel)}</Button>
          <Button
            type="primary"
            onClick={() => {
              onConfirm(withUnpriced)
              onClose()
            }}
          >
            {t(billText.issue)}
          </Button>
        </Flex>
      </Flex>
    </Dialog>
  )
}

/** Asks why. */
export function ReasonDialog({
  title,
  warning,
  label,
  onConfirm,
  onClose,
}: {
  title: string
  warning: string
  label: string
  onConfirm: (reason: string) => void
  onClose: () => void
}) {
  const t = useText()
  const field = useId()
  const [reason, setReason] = useState('')
  return (
    <Dialog title={title} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (reason.trim() === '') return
          onConfirm(reason.trim())
          onClose()
        }}
      >
        <Flex vertical gap={12}>
          <Alert type="warning" showIcon title={warning} />
          <Form.Item label={t(billText.reason)} htmlFor={field} required layout="vertical">
            <Input
              id={field}
              maxLength={500}
              value={reason}
              onChange={({ target }) => setReason(target.value)}
              autoComplete="off"
            />
          </Form.Item>
          <Flex gap={8} justify="end">
            <Button onClick={onClose}>{t(webText.cancel)}</Button>
            <Button type="primary" danger htmlType="submit" disabled={reason.trim() === ''}>
              {label}
            </Button>
          </Flex>
        </Flex>
      </form>
    </Dialog>
  )
}

export function VoidDialog({
  count,
  ...rest
}: {
  count: number
  onConfirm: (reason: string) => void
  onClose: () => void
}) {
  const t = useText()
  return (
    <ReasonDialog
      title={t(billText.voidCount, { count })}
      warning={t(billText.voidWarning)}
      label={t(billText.void)}
      {...rest}
    />
  )
}
