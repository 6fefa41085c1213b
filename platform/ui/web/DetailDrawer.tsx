import { Drawer } from 'antd'
import type { ReactNode } from 'react'
import type { Answer } from '../../calls/web/call.ts'
import { FormsInside, useClosing } from '../../forms/web/closing.ts'
import { useText } from '../../text/web/language.tsx'
import { webText } from '../../text/web/text.ts'
import type { Fact } from './FactList.tsx'
import { QueryBoundary } from './QueryBoundary.tsx'

/** All drawers are as wide as the widest of them needs; a narrower screen is filled. */
const DRAWER_WIDTH = 960

/** A document's details beside its list. With an `answer` it shows loading and failure itself. */
export function DetailDrawer<T>({
  title,
  isOpen,
  onClose,
  answer,
  extra,
  owner,
  totals,
  isForm = false,
  children,
}: {
  title: ReactNode
  isOpen: boolean
  onClose: () => void
  answer?: Answer<T>
  extra?: ReactNode
  /** Its owner, under the title. */
  owner?: ReactNode
  /** Its totals, above everything else. */
  totals?: readonly Fact[] | undefined
  /** Clicking outside a form does not close it: typed input would be lost. */
  isForm?: boolean
  children: ReactNode | ((data: T) => ReactNode)
}) {
  const t = useText()
  const { forms, close } = useClosing(onClose)
  return (
    <Drawer
      title={
        <>
          {title}
          {owner && <div className="drawer-owner">{owner}</div>}
        </>
      }
      open={isOpen}
      onClose={close}
      size={`min(100vw, ${DRAWER_WIDTH}px)`}
      closable={{ 'aria-label': t(webText.close) }}
      extra={extra}
      mask={{ closable: !isForm }}
      destroyOnHidden
    >
      {totals && (
        <dl className="drawer-totals">
          {totals.map(([label, value]) => (
            <div key={t(label)}>
              <dt>{t(label)}</dt>
              <dd className="figures">{value ?? '–'}</dd>
            </div>
          ))}
        </dl>
      )}
      <FormsInside value={forms}>
        {typeof children === 'function'
          ? answer && <QueryBoundary answer={answer}>{children}</QueryBoundary>
          : children}
      </FormsInside>
    </Drawer>
  )
}
