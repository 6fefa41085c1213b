import { Modal, QRCode } from 'antd'
import { useText } from '../../platform/text/web/language.tsx'
import { webText } from '../../platform/text/web/text.ts'
import { Copyable } from '../../platform/ui/web/Copyable.tsx'
import { shellText } from '../text.ts'
import type { Warehouse } from './startup.ts'

/** Whom to contact for a renewal. Empty contact fields are hidden. */
export function RenewalDialog({
  words,
  contacts,
  onClose,
}: {
  words: string
  contacts: Warehouse['contacts']
  onClose: () => void
}) {
  const t = useText()
  const { phone, email, chat } = contacts
  return (
    <Modal
      open
      width={500}
      title={t(shellText.renewal)}
      footer={null}
      onCancel={onClose}
      closable={{ 'aria-label': t(webText.close) }}
    >
      <p>{words}</p>
      <dl className="contacts">
        {phone && (
          <>
            <dt>{t(shellText.phone)}</dt>
            <dd>
              <Copyable what={t(shellText.phone)}>{phone}</Copyable>
            </dd>
          </>
        )}
        {email && (
          <>
            <dt>{t(shellText.email)}</dt>
            <dd>
              <Copyable what={t(shellText.email)}>{email}</Copyable>
            </dd>
          </>
        )}
        {chat && (
          <>
            <dt>{t(shellText.chat)}</dt>
            <dd>
              <QRCode aria-label={t(shellText.chat)} value={chat} size={150} color="#000" bgColor="#fff" />
            </dd>
          </>
        )}
      </dl>
    </Modal>
  )
}
