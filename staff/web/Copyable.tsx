import { Typography } from 'antd'
import { useText } from '../../platform/text/web/language.tsx'
import { staffText } from '../text.ts'

/** Something to hand over, with a button that copies it. */
export function Copyable({ what, children }: { what: string; children: string }) {
  const t = useText()
  return (
    <Typography.Text
      className="copyable"
      copyable={{ text: children, tooltips: [t(staffText.copy, { what }), t(staffText.copied)] }}
    >
      {children}
    </Typography.Text>
  )
}
