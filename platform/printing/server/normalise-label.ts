import { refuseAs } from '../../calls/refusal.ts'
import type { LabelSpace } from '../label-space.ts'
import { labelFileText } from '../text.ts'
import { LabelRefused, labelLimits } from './label-limits.ts'
import { type LabelJob, readInThread } from './label-thread.ts'

/** Why a label file is refused; `detail.kind` of the refusal, its `text` says why in both languages. */
const LABEL_FILE = 'label_file'

/**
 * A label of any source on pages of the channel's size: a PDF, PNG, JPEG or GIF, upright, without the white
 * around it, true to size where it fits. A PDF's content stays as it is; nothing is drawn again as a picture.
 *
 * What cannot be used is refused with the kind `label_file`.
 */
export async function normaliseLabel(
  bytes: Uint8Array,
  { widthMm, heightMm }: { widthMm: number; heightMm: number },
  /** Tests only. */
  seconds?: number,
): Promise<{ pdf: Uint8Array; pages: number }> {
  return readLabel({ work: 'normalise', bytes, paper: { width: widthMm, height: heightMm } }, seconds)
}

/** Finds the barcodes and the free space of a normalised label. */
export const analyseLabel = (pdf: Uint8Array): Promise<LabelSpace> =>
  readLabel({ work: 'analyse', bytes: pdf })

async function readLabel<J extends LabelJob>(job: J, seconds?: number) {
  try {
    if (job.bytes.length === 0) throw new LabelRefused('empty')
    if (job.bytes.length > labelLimits.bytes) throw new LabelRefused('tooLarge')
    return await readInThread(job, seconds)
  } catch (fault) {
    if (!(fault instanceof LabelRefused)) throw fault
    return refuseFile(fault.reason)
  }
}

function refuseFile(reason: keyof typeof labelFileText): never {
  const detail = { kind: LABEL_FILE }
  switch (reason) {
    case 'tooLarge':
      return refuseAs(detail, labelFileText.tooLarge, { max: labelLimits.bytes / 1_000_000 })
    case 'tooManyPages':
      return refuseAs(detail, labelFileText.tooManyPages, { max: labelLimits.pages })
    case 'tooManyDots':
      return refuseAs(detail, labelFileText.tooManyDots, { max: labelLimits.dots / 1_000_000 })
    default:
      return refuseAs(detail, labelFileText[reason])
  }
}
