import type { LabelLook } from '../../channels/web/label-look.ts'
import { Answered } from '../../lib/web/Answered.tsx'
import { useAnswer } from '../../lib/web/call.ts'
import { language } from '../../lib/web/language.tsx'
import { channelStamp } from '../watermark-contract.ts'
import { LabelPreview } from './LabelPreview.tsx'

/** A channel's label as it leaves the printer: a sample of its format, with its watermark. */
export function ChannelLabel({ labelFormat, watermarkTemplateId, ...as }: LabelLook) {
  const id = watermarkTemplateId ?? undefined
  const stamp = useAnswer(channelStamp, { id: String(id) }, { enabled: id !== undefined, keep: false })
  const bare = { labelFormat, stampMode: 'overlay', scalePercent: 100, lang: language, items: [] } as const
  if (id === undefined) return <LabelPreview layout={bare} as={as} />
  return <Answered answer={stamp}>{(layout) => <LabelPreview layout={layout} as={as} />}</Answered>
}
