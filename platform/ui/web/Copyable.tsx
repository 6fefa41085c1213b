import { CopyOutlined } from '@ant-design/icons'
import { useText } from '../../text/web/language.tsx'
import { webText } from '../../text/web/text.ts'
import { copy } from './copy.ts'

/** A text with a copy button. `what` names it for screen readers. */
export function Copyable({ what, children }: { what: string; children: string }) {
  const t = useText()
  const label = t(webText.copy, { text: what })
  return (
    <span className="copyable">
      {children}
      <button
        type="button"
        className="text-button"
        title={label}
        aria-label={label}
        onClick={() => void copy(children)}
      >
        <CopyOutlined />
      </button>
    </span>
  )
}
