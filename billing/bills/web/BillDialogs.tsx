import { Alert, Button, Checkbox, Flex } from 'antd'
import { useState } from 'react'
import { Dialog } from '../../../platform/forms/web/Dialog.tsx'
import { ReasonDialog } from '../../../platform/forms/web/ReasonDialog.tsx'
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

export function VoidDialog({
  count,
  ...rest
}: {
  count: number
  onSubmit: (reason: string) => void
  onClose: () => void
}) {
  const t = useText()
  return (
    <ReasonDialog
      title={t(billText.voidCount, { count })}
      warning={billText.voidWarning}
      submitText={billText.void}
      {...rest}
    />
  )
}
