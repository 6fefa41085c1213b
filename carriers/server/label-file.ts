import { labelKindOf } from '../../platform/printing/label-kind.ts'
import { CarrierFault, type Label } from '../carrier.ts'
import { answerText } from '../text.ts'

/** A carrier's label with its kind. It was paid for, so an unknown kind is not a plain refusal. */
export function fileOf(bytes: Buffer): Pick<Label, 'file' | 'format'> {
  const format = labelKindOf(bytes)
  if (!format) throw new CarrierFault('service', answerText.notALabel, true)
  return { file: bytes, format }
}
