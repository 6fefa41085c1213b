import { Flex, Tag } from 'antd'
import { EnabledTag } from '../../platform/lists/web/Enabled.tsx'
import { useText } from '../../platform/text/web/language.tsx'
import { momentIn } from '../../platform/text/web/local-time.ts'
import { zone } from '../../platform/ui/web/session.ts'
import type { StaffRow } from '../contract.ts'
import { staffText } from '../text.ts'

type Standing = Pick<StaffRow, 'isEnabled' | 'isInvited' | 'isSupport' | 'endsAt'>

/** The status of an account as a coloured tag. */
export function StaffTags({ isEnabled, isInvited, isSupport, endsAt }: Standing) {
  const t = useText()
  const time = endsAt && momentIn(endsAt, zone() ?? 'UTC')
  return (
    <Flex gap={4} wrap>
      <EnabledTag isEnabled={isEnabled} />
      {isInvited && <Tag color="warning">{t(staffText.invited)}</Tag>}
      {isSupport && (
        <Tag color="warning">{time ? t(staffText.supportUntil, { time }) : t(staffText.support)}</Tag>
      )}
      {!isSupport && time && <Tag>{t(staffText.until, { time })}</Tag>}
    </Flex>
  )
}
