import { CarrierFault, type Label } from '../carrier.ts'
import { answerText } from '../text.ts'

const PDF = Buffer.from('%PDF-')
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47])

/**
 * A label's file type by its first bytes, not by its name. It was paid for, so an unknown type is not a plain
 * refusal.
 */
export function fileOf(bytes: Buffer): Pick<Label, 'file' | 'format'> {
  if (bytes.subarray(0, PDF.length).equals(PDF)) return { file: bytes, format: 'pdf' }
  if (bytes.subarray(0, PNG.length).equals(PNG)) return { file: bytes, format: 'png' }
  throw new CarrierFault('service', answerText.notALabel, true)
}
