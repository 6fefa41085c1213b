import { Button, Popconfirm, Select, Tag } from 'antd'
import type { ReactNode } from 'react'
import type { Text } from '../../text/text.ts'
import { useText } from '../../text/web/language.tsx'
import { webText } from '../../text/web/text.ts'
import { columnText } from '../column-text.ts'
import type { Picks } from './selection.ts'

/** Master data is switched off, not deleted: whether it is on, in words. */
export const enabledText = (isEnabled: boolean): Text =>
  isEnabled ? columnText.enabled : columnText.disabled

export function EnabledTag({ isEnabled }: { isEnabled: boolean }) {
  const t = useText()
  return <Tag color={isEnabled ? 'success' : 'default'}>{t(enabledText(isEnabled))}</Tag>
}

/** What the address says of a list that shows the switched-on ones, the switched-off ones, or both. */
type Switched = { isEnabled?: '0' | '1' | undefined }

export function EnabledFilter({
  filters,
}: {
  filters: { value: Switched; change: (next: Switched) => void }
}) {
  const t = useText()
  return (
    <Select
      className="filter"
      aria-label={t(columnText.status)}
      placeholder={t(columnText.status)}
      value={filters.value.isEnabled}
      onChange={(isEnabled) => filters.change({ isEnabled })}
      options={[
        { value: '1' as const, label: t(columnText.enabled) },
        { value: '0' as const, label: t(columnText.disabled) },
      ]}
      allowClear
    />
  )
}

/** The words of the filter's chip. */
export function useEnabledChip(): (isEnabled: '0' | '1') => string {
  const t = useText()
  return (isEnabled) => `${t(columnText.status)}: ${t(enabledText(isEnabled === '1'))}`
}

/** Switches the picked rows on or off; switching off asks first and says what it means. */
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
