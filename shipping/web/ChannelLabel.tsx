import type { LabelSample } from '../../channels/web/label-drawer.ts'
import { useAnswer } from '../../platform/calls/web/call.ts'
import { language } from '../../platform/text/web/language.tsx'
import { QueryBoundary } from '../../platform/ui/web/QueryBoundary.tsx'
import { channelStamp } from '../watermarks/contract.ts'
import { LabelPreview } from '../watermarks/web/LabelPreview.tsx'

/** A channel's label as printed: a sample of its format, with its watermark. */
export function ChannelLabel({ labelFormat, watermarkTemplateId, ...as }: LabelSample) {
  const id = watermarkTemplateId ?? undefined
  const stamp = useAnswer(channelStamp, { id: String(id) }, { enabled: id !== undefined, keep: false })
  const bare = { labelFormat, stampMode: 'overlay', scalePercent: 100, lang: language, items: [] } as const
  if (id === undefined) return <LabelPreview layout={bare} as={as} />
  return <QueryBoundary answer={stamp}>{(layout) => <LabelPreview layout={layout} as={as} />}</QueryBoundary>
}
