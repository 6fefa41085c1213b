import { PictureOutlined } from '@ant-design/icons'
import { useState } from 'react'
import './products.css'

/** A picture by its signed link; where there is none, or the link is over, a quiet sign stands in its place. */
export function Picture({
  url,
  alt,
  size = 'small',
}: {
  url: string | null
  alt: string
  size?: 'small' | 'large'
}) {
  const [failed, setFailed] = useState<string>()
  if (!url || failed === url)
    return (
      <span className={`picture is-empty is-${size}`} aria-hidden>
        <PictureOutlined />
      </span>
    )
  return (
    <img className={`picture is-${size}`} src={url} alt={alt} loading="lazy" onError={() => setFailed(url)} />
  )
}
