import type { labelFileText } from '../text.ts'

/** What one label file may cost, whatever it says about itself. */
export const labelLimits = {
  bytes: 10_000_000,
  pages: 20,
  /** Of a picture. Four by six inches at 600 dpi have nine million. */
  dots: 20_000_000,
  /** Of a drawn page. A4 at 203 dpi has four million. */
  drawnDots: 6_000_000,
  /** Of one unpacked stream of a PDF. A page of A4 at 600 dpi in colour has a hundred million. */
  streamBytes: 150_000_000,
  seconds: 20,
  megabytes: 256,
}

export class LabelRefused extends Error {
  readonly reason: keyof typeof labelFileText
  constructor(reason: keyof typeof labelFileText) {
    super(reason)
    this.reason = reason
  }
}
