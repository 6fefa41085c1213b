import { Modal, type ModalProps } from 'antd'
import { useText } from '../../text/web/language.tsx'
import { webText } from '../../text/web/text.ts'

type Props = Pick<ModalProps, 'title' | 'width' | 'keyboard' | 'children'> & { onClose: () => void }

/** A dialog with input. Clicking outside does not close it: typed input would be lost. */
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
