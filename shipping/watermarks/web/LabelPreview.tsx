import { type PointerEvent, useId, useRef } from 'react'
import { rowHeight } from '../../../platform/printing/labels.ts'
import type { Language } from '../../../platform/text/text.ts'
import { useText } from '../../../platform/text/web/language.tsx'
import { sampleLabel, sampleParcel } from '../sample-label.ts'
import { watermarkText } from '../text.ts'
import {
  boxOf,
  labelArea,
  labelPapers,
  layOut,
  type Measure,
  problemWith,
  type StampItem,
  type StampLayout,
  unsafeArea,
} from '../watermark.ts'
import './paper.css'

const inMillimetres = (fontPt: number) => (fontPt * 25.4) / 72
/** The baseline of a row, from its top in fractions of the font size. */
const BASELINE = 1.16

let pen: CanvasRenderingContext2D | null | undefined
/** Measured with the screen's font; print differs slightly. */
const measure: Measure = (words, fontPt) => {
  pen ??= document.createElement('canvas').getContext('2d')
  if (!pen) return [...words].length * inMillimetres(fontPt) * 0.6
  pen.font = '100px sans-serif'
  return (pen.measureText(words).width / 100) * inMillimetres(fontPt)
}

type Layout = StampLayout & { items: readonly StampItem[]; lang: Language }

/** The owner of the label; a template has none. */
type As = { channelCode: string; carrier: string; serviceCode: string | null }

/**
 * A sample label with the stamp, with the same layout code as the print. Items can be dragged.
 *
 * As the label of a channel it is shown as printed: without frames and hatching.
 */
export function LabelPreview({
  layout,
  onMove,
  as,
}: {
  layout: Layout
  onMove?: (place: number, to: { xMm: number; yMm: number }) => void
  as?: As
}) {
  const t = useText()
  const hatch = useId()
  const { page } = labelPapers[layout.labelFormat]
  const label = labelArea(layout, page)
  const unsafe = unsafeArea(layout)
  return (
    <svg
      className="stamp-preview"
      viewBox={`0 0 ${page.width} ${page.height}`}
      role="img"
      aria-label={t(watermarkText.previewOf, { count: layout.items.length })}
      fontFamily="sans-serif"
    >
      <pattern id={hatch} width="4" height="4" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <rect width="0.7" height="4" fill="#b3261e" opacity="0.35" />
      </pattern>
      <g transform={`translate(${label.x} ${label.y}) scale(${label.width / page.width})`}>
        <SampleLabel layout={layout} as={as} />
      </g>
      {!as && <rect {...unsafe} fill={`url(#${hatch})`} />}
      {layout.items.map((item, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an item has no name of its own; its place is what it is called by
        <Stamped key={place} layout={layout} item={item} place={place} onMove={onMove} as={as} />
      ))}
    </svg>
  )
}

const headOf = ({ carrier, serviceCode }: As) =>
  [carrier.toUpperCase(), serviceCode].filter(Boolean).join(' · ')

function SampleLabel({ layout, as }: { layout: Layout; as: As | undefined }) {
  const { texts, rules, code } = sampleLabel(layout.labelFormat, as && headOf(as))
  const { area } = code
  // Enough bars to look like a barcode; the real ones are printed.
  const bars = Array.from({ length: 45 }, (_, i) => ({ at: i / 45, width: (1 + ((i * 7) % 3)) / 200 }))
  return (
    <>
      {texts.map(({ words, x, y, fontPt }) => (
        <text
          key={words}
          x={x}
          y={y + inMillimetres(fontPt) * BASELINE}
          fontSize={inMillimetres(fontPt)}
          fill="#444"
        >
          {words}
        </text>
      ))}
      {rules.map(({ x, y, width }) => (
        <rect key={y} x={x} y={y} width={width} height="0.3" fill="#444" />
      ))}
      {bars.map(({ at, width }) => (
        <rect
          key={at}
          x={area.x + 4 + at * (area.width - 8)}
          y={area.y}
          width={width * area.width}
          height={area.height}
          fill="#444"
        />
      ))}
    </>
  )
}

type Grip = { pointer: { x: number; y: number }; xMm: number; yMm: number; scale: number }

function Stamped({
  layout,
  item,
  place,
  onMove,
  as,
}: {
  layout: Layout
  item: StampItem
  place: number
  onMove: ((place: number, to: { xMm: number; yMm: number }) => void) | undefined
  as: As | undefined
}) {
  const grip = useRef<Grip>(undefined)
  const box = boxOf(item)
  const { rows } = layOut(
    [item],
    { ...sampleParcel, ...(as && { channelCode: as.channelCode }) },
    layout.lang,
    measure,
  )
  const { page } = labelPapers[layout.labelFormat]

  const take = (event: PointerEvent<SVGGElement>) => {
    const width = event.currentTarget.ownerSVGElement?.getScreenCTM()?.a
    if (!onMove || !width) return
    event.currentTarget.setPointerCapture(event.pointerId)
    grip.current = {
      pointer: { x: event.clientX, y: event.clientY },
      xMm: item.xMm,
      yMm: item.yMm,
      scale: 1 / width,
    }
  }
  const drag = (event: PointerEvent) => {
    if (!grip.current) return
    const { pointer, xMm, yMm, scale } = grip.current
    onMove?.(place, {
      xMm: onGrid(xMm + (event.clientX - pointer.x) * scale, page.width - box.width),
      yMm: onGrid(yMm + (event.clientY - pointer.y) * scale, page.height - box.height),
    })
  }
  const letGo = () => {
    grip.current = undefined
  }

  return (
    <g
      {...(problemWith(layout, place) && { className: 'is-wrong' })}
      {...(onMove && {
        onPointerDown: take,
        onPointerMove: drag,
        onPointerUp: letGo,
        onPointerCancel: letGo,
      })}
    >
      {!as && <rect className="stamp-handle" {...box} />}
      {rows.map(({ words, x, y, fontPt }) => (
        <text
          key={y}
          x={x}
          y={y + inMillimetres(fontPt) * BASELINE}
          fontSize={inMillimetres(fontPt)}
          fill="#000"
          pointerEvents="none"
        >
          {words}
        </text>
      ))}
      {!as && rows.length === 0 && (
        <text
          x={box.x + 0.5}
          y={box.y + rowHeight(item.fontPt) * 0.75}
          fontSize={inMillimetres(item.fontPt)}
          fill="#777"
          pointerEvents="none"
        >
          {place + 1}
        </text>
      )}
    </g>
  )
}

/** In steps of half a millimetre, within the page. */
const onGrid = (at: number, max: number) => Math.max(0, Math.min(Math.round(at * 2), Math.floor(max * 2))) / 2
