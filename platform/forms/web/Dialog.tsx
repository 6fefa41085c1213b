import { Modal, type ModalProps } from 'antd'
import { useText } from '../../text/web/language.tsx'
import { webText } from '../../text/web/text.ts'
import { FormsInside, useClosing } from './closing.ts'

type Props = Pick<ModalProps, 'title' | 'width' | 'keyboard' | 'children'> & { onClose: () => void }

/** A dialog with input. Clicking outside does not close it, and Escape and X ask before typed input is lost. */
export function Dialog({ onClose, children, ...rest }: Props) {
  const t = useText()
  const { forms, close } = useClosing(onClose)
  return (
    <Modal
      open
      footer={null}
      onCancel={close}
      closable={{ 'aria-label': t(webText.close) }}
      mask={{ closable: false }}
      {...rest}
    >
      <FormsInside value={forms}>{children}</FormsInside>
    </Modal>
  )
}
