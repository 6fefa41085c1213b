import { z } from 'zod'
import { rule } from '../calls/problems.ts'
import { callText } from '../text/common-text.ts'
import { fill, type Text } from '../text/text.ts'

/** The longest code that is looked up: no document, product or bin has a longer one, and a 2D code that is longer is something else. */
export const MAX_SCANNED = 200

const scannedText = {
  tooLong: {
    zh_CN: '扫描内容不能超过 {max} 个字符',
    en_US: 'A scanned code can have up to {max} characters',
  },
} as const satisfies Record<string, Text>

export const scanTooLong = fill(scannedText.tooLong, { max: MAX_SCANNED })

/** A code as it was scanned or typed. */
export const scanned = z.string().trim().min(1, rule(callText.required)).max(MAX_SCANNED, rule(scanTooLong))
