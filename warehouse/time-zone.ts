import { z } from 'zod'
import { rule } from '../platform/calls/problems.ts'
import type { Text } from '../platform/text/text.ts'
import { zoneOf } from '../platform/text/time-zones.ts'

const timeZoneText = {
  unknownZone: { zh_CN: '时区不在可选范围内', en_US: 'Not a supported time zone' },
} as const satisfies Record<string, Text>

/** A time zone of the list, or an older client's name for it. */
export const timeZone = z.string().transform((value, context) => {
  const zone = zoneOf(value)
  if (zone) return zone
  context.addIssue({ code: 'custom', message: rule(timeZoneText.unknownZone) })
  return z.NEVER
})
