import { PictureOutlined } from '@ant-design/icons'
import { useState } from 'react'
import type { Query } from '../../platform/calls/call.ts'
import { useLinkAge } from '../../platform/files/web/FileLink.tsx'
import './products.css'

/** A picture by its signed link, which comes from this query; a placeholder where there is none. */
export function Picture({
  url,
  reading,
  alt,
  size = 'small',
}: {
  url: string | null
  reading: Query
  alt: string
  size?: 'small' | 'large'
}) {
  const [failed, setFailed] = useState<string>()
  const { isOver, askAgain } = useLinkAge(url, reading)
  if (!url || failed === url)
    return (
      <span className={`picture is-empty is-${size}`} aria-hidden>
        <PictureOutlined />
      </span>
    )
  // A picture scrolled to late has an expired link. A fresh link that fails as well is not renewed again.
  const onError = () => {
    setFailed(url)
    if (isOver()) askAgain().catch(() => {})
  }
  return <img className={`picture is-${size}`} src={url} alt={alt} loading="lazy" onError={onError} />
}
