import { Button, Popconfirm, Tag } from 'antd'
import type { ReactNode } from 'react'
import type { Text } from '../../text/text.ts'
import { useText } from '../../text/web/language.tsx'
import { webText } from '../../text/web/text.ts'
import { columnText } from '../column-text.ts'
import type { Picks } from './selection.ts'

/** Master data is disabled, not deleted: shows its state as text. */
const enabledText = (isEnabled: boolean): Text => (isEnabled ? columnText.enabled : columnText.disabled)

export function EnabledTag({ isEnabled }: { isEnabled: boolean }) {
  const t = useText()
  return <Tag color={isEnabled ? 'success' : 'default'}>{t(enabledText(isEnabled))}</Tag>
}

/** A filter for enabled rows, disabled rows, or both. */
export const enabledFilter = (t: (text: Text) => string) => ({
  kind: 'choice' as const,
  name: 'isEnabled' as const,
  label: t(columnText.status),
  options: [
    { value: '1', label: t(columnText.enabled) },
    { value: '0', label: t(columnText.disabled) },
  ],
})

/** Enables or disables the selected rows; disabling asks first and explains the effect. */
export function SwitchButtons({
  picks: { ids },
  bulk: { run, isPending },
  ask,
  warning,
}: {
  picks: Picks
  bulk: { run: (input: { ids: number[]; isEnabled: boolean }) => void; isPending: boolean }
  ask: string
  warning: ReactNode
}) {
  const t = useText()
  return (
    <>
      <Button loading={isPending} onClick={() => run({ ids, isEnabled: true })}>
        {t(webText.enable)}
      </Button>
      <Popconfirm
        title={ask}
        description={warning}
        okText={t(webText.disable)}
        okButtonProps={{ danger: true }}
        onConfirm={() => run({ ids, isEnabled: false })}
      >
        <Button danger loading={isPending}>
          {t(webText.disable)}
        </Button>
      </Popconfirm>
    </>
  )
}
