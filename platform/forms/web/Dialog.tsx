import { Modal, type ModalProps } from 'antd'
import { useText } from '../../text/web/language.tsx'
import { webText } from '../../text/web/text.ts'

type Props = Pick<ModalProps, 'title' | 'width' | 'keyboard' | 'children'> & { onClose: () => void }

/** A window that asks for something. A press beside it closes nothing: what was typed would be gone. */
export function Dialog({ onClose, ...rest }: Props) {
  const t = useText()
  return (
    <Modal
      open
      footer={null}
      onCancel={onClose}
      closable={{ 'aria-label': t(webText.close) }}
      mask={{ closable: false }}
      {...rest}
    />
  )
}
