import { QRCode } from 'antd'
import { useEffect, useRef } from 'react'
import { useText } from '../../../platform/text/web/language.tsx'
import { photoText } from '../text.ts'

/** The link for the phone, as a QR code. */
export function PhoneCode({ address }: { address: string }) {
  const t = useText()
  const code = useRef<HTMLAnchorElement>(null)
  // On a small screen it would be below the fold, and the user has no hand free to scroll.
  useEffect(() => {
    code.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <a
      ref={code}
      className="phone-code"
      href={address}
      target="_blank"
      rel="noreferrer"
      aria-label={t(photoText.byPhone)}
    >
      <QRCode type="svg" value={address} size={200} color="#000" bgColor="#fff" bordered={false} />
    </a>
  )
}
