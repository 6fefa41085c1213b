import { Drawer } from 'antd'
import type { ReactNode } from 'react'
import type { Answer } from '../../calls/web/call.ts'
import { useText } from '../../text/web/language.tsx'
import { webText } from '../../text/web/text.ts'
import { QueryBoundary } from './QueryBoundary.tsx'

/** A document's details beside its list. With an `answer` it shows loading and failure itself. */
export function DetailDrawer<T>({
  title,
  isOpen,
  onClose,
  answer,
  extra,
  footer,
  width = 640,
  children,
}: {
  title: ReactNode
  isOpen: boolean
  onClose: () => void
  answer?: Answer<T>
  extra?: ReactNode
  footer?: ReactNode
  width?: number
  children: ReactNode | ((data: T) => ReactNode)
}) {
  const t = useText()
  return (
    <Drawer
      title={title}
      open={isOpen}
      onClose={onClose}
      size={`min(100vw, ${width}px)`}
      closable={{ 'aria-label': t(webText.close) }}
      extra={extra}
      footer={footer}
      destroyOnHidden
    >
      {typeof children === 'function'
        ? answer && <QueryBoundary answer={answer}>{children}</QueryBoundary>
        : children}
    </Drawer>
  )
}
