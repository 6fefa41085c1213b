import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { prepareZXingModule } from 'zxing-wasm/reader'
import reader from 'zxing-wasm/reader/zxing_reader.wasm?url'
import { useText } from '../../text/web/language.tsx'
import { codeIn } from './camera-code.ts'
import { scanText } from './text.ts'

prepareZXingModule({ overrides: { locateFile: () => reader } })

const EVERY_MS = 150
/**
 * The part of the picture that is decoded: as wide as the frame on the screen, so that only one of two labels
 * is read.
 */
const FRAME = { width: 0.84, height: 0.4 }

/**
 * Camera scanning for a phone without a scanner.
 *
 * After each scan it pauses until tapped, so that one label is not read twice.
 */
export function Camera({ onCode }: { onCode: (text: string) => void }) {
  const t = useText()
  const video = useRef<HTMLVideoElement>(null)
  const [isDenied, setDenied] = useState(false)
  const [isResting, setResting] = useState(false)

  useEffect(() => {
    let stream: MediaStream | undefined
    let isOver = false
    const eye = { video: { facingMode: 'environment', width: { ideal: 1280 } } }
    navigator.mediaDevices.getUserMedia(eye).then(
      (opened) => {
        stream = opened
        if (isOver) return stop(opened)
        if (video.current) video.current.srcObject = opened
      },
      () => setDenied(true),
    )
    return () => {
      isOver = true
      if (stream) stop(stream)
    }
  }, [])

  const readFrame = useEffectEvent(async (canvas: HTMLCanvasElement) => {
    const picture = video.current && frameIn(video.current, canvas)
    const code = picture && (await codeIn(picture))
    if (!code) return
    setResting(true)
    onCode(code)
  })
  useEffect(() => {
    if (isResting || isDenied) return
    const canvas = document.createElement('canvas')
    let isOver = false
    const watch = async () => {
      while (!isOver) {
        await readFrame(canvas)
        await new Promise((next) => setTimeout(next, EVERY_MS))
      }
    }
    void watch()
    return () => {
      isOver = true
    }
  }, [isResting, isDenied])

  if (isDenied) return <p className="station-warning">{t(scanText.cameraDenied)}</p>
  return (
    <button type="button" className="station-camera" onClick={() => setResting(false)}>
      <video ref={video} autoPlay muted playsInline aria-hidden />
      <span className="station-frame" aria-hidden />
      <span className="station-camera-words">
        {t(isResting ? scanText.tapForNext : scanText.holdInFrame)}
      </span>
    </button>
  )
}

const stop = (stream: MediaStream) => {
  for (const track of stream.getTracks()) track.stop()
}

/** The framed part of the current camera picture; undefined before the first one. */
function frameIn(video: HTMLVideoElement, canvas: HTMLCanvasElement): ImageData | undefined {
  const { videoWidth, videoHeight } = video
  if (videoWidth === 0) return undefined
  const [width, height] = [Math.round(videoWidth * FRAME.width), Math.round(videoHeight * FRAME.height)]
  canvas.width = width
  canvas.height = height
  const paint = canvas.getContext('2d', { willReadFrequently: true })
  paint?.drawImage(
    video,
    (videoWidth - width) / 2,
    (videoHeight - height) / 2,
    width,
    height,
    0,
    0,
    width,
    height,
  )
  return paint?.getImageData(0, 0, width, height)
}
