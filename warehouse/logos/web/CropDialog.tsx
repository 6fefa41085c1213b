import { Flex, InputNumber, Modal } from 'antd'
import { type PointerEvent, useEffect, useRef, useState } from 'react'
import { useText } from '../../../platform/text/web/language.tsx'
import { webText } from '../../../platform/text/web/text.ts'
import { asLogo, type Crop, isWhole, withinPicture } from '../crop.ts'
import { logoText } from '../text.ts'

const figures = [
  { name: 'x', label: logoText.cropX },
  { name: 'y', label: logoText.cropY },
  { name: 'width', label: logoText.cropWidth },
  { name: 'height', label: logoText.cropHeight },
] as const

export type Picture = { file: File; width: number; height: number }

/** Selects the part of a picture that becomes the logo: dragged or typed. The whole picture by default. */
export function CropDialog({
  picture,
  onChosen,
  onClose,
}: {
  picture: Picture
  onChosen: (file: File) => void
  onClose: () => void
}) {
  const t = useText()
  const [crop, setCrop] = useState<Crop>({ x: 0, y: 0, width: picture.width, height: picture.height })
  const change = (next: Partial<Crop>) => setCrop((now) => withinPicture({ ...now, ...next }, picture))
  const use = () => void cut(picture, crop).then(onChosen)
  return (
    <Modal
      open
      title={t(logoText.crop)}
      okText={t(logoText.upload)}
      onOk={use}
      onCancel={onClose}
      closable={{ 'aria-label': t(webText.close) }}
      mask={{ closable: false }}
    >
      <Flex vertical gap={12}>
        <span className="hint">{t(logoText.cropHint)}</span>
        <CropPicture picture={picture} crop={crop} onChange={change} />
        <div className="crop-figures">
          {figures.map(({ name, label }) => (
            // biome-ignore lint/a11y/noLabelWithoutControl: the field inside is one
            <label key={name}>
              {t(label)}
              <InputNumber
                min={0}
                precision={0}
                value={crop[name]}
                onChange={(typed) => change({ [name]: typed ?? 0 })}
              />
            </label>
          ))}
        </div>
      </Flex>
    </Modal>
  )
}

type Point = { x: number; y: number }

/** The picture with its selection. Dragging selects another part. */
function CropPicture({
  picture: { file, width, height },
  crop,
  onChange,
}: {
  picture: Picture
  crop: Crop
  onChange: (crop: Crop) => void
}) {
  const t = useText()
  const [address, setAddress] = useState('')
  const start = useRef<Point>(undefined)
  useEffect(() => {
    const made = URL.createObjectURL(file)
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [file])

  const pointOf = (event: PointerEvent<SVGSVGElement>): Point => {
    const box = event.currentTarget.getBoundingClientRect()
    return {
      x: ((event.clientX - box.x) / box.width) * width,
      y: ((event.clientY - box.y) / box.height) * height,
    }
  }
  const begin = (event: PointerEvent<SVGSVGElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId)
    start.current = pointOf(event)
  }
  const drag = (event: PointerEvent<SVGSVGElement>) => {
    const from = start.current
    if (!from) return
    const to = pointOf(event)
    onChange({
      x: Math.min(from.x, to.x),
      y: Math.min(from.y, to.y),
      width: Math.abs(to.x - from.x),
      height: Math.abs(to.y - from.y),
    })
  }
  const end = () => {
    start.current = undefined
  }

  const { x, y } = crop
  const around = `M0 0H${width}V${height}H0Z M${x} ${y}v${crop.height}h${crop.width}v${-crop.height}Z`
  return (
    <svg
      className="crop-picture"
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={t(logoText.crop)}
      onPointerDown={begin}
      onPointerMove={drag}
      onPointerUp={end}
      onPointerCancel={end}
    >
      {address && <image href={address} width={width} height={height} />}
      <path d={around} fill="#000" fillOpacity="0.5" />
    </svg>
  )
}

/**
 * Crops the picture before upload, scaled to its stored size: at full size it could exceed the upload limit.
 */
async function cut(picture: Picture, crop: Crop): Promise<File> {
  if (isWhole(crop, picture)) return picture.file
  const whole = await createImageBitmap(picture.file)
  const canvas = document.createElement('canvas')
  const { width, height } = asLogo(crop)
  canvas.width = width
  canvas.height = height
  canvas.getContext('2d')?.drawImage(whole, crop.x, crop.y, crop.width, crop.height, 0, 0, width, height)
  whole.close()
  const blob = await new Promise<Blob | null>((drawn) => canvas.toBlob(drawn, 'image/png'))
  return blob ? new File([blob], 'logo.png', { type: 'image/png' }) : picture.file
}
