import { z } from 'zod'
import { command, id, nothing, query } from '../calls/call.ts'
import { maybe, words } from '../calls/rules.ts'
import type { Text } from '../text/text.ts'

export const stationText = {
  receive: { zh_CN: '收货', en_US: 'Receiving' },
  move: { zh_CN: '移库', en_US: 'Moving' },
  count: { zh_CN: '盘点', en_US: 'Counting' },
} as const satisfies Record<string, Text>
export type StationName = keyof typeof stationText

export const callReasonText = {
  missing: { zh_CN: '少货或找不到', en_US: 'Missing or not found' },
  damaged: { zh_CN: '货物损坏', en_US: 'Damaged goods' },
  wrong: { zh_CN: '货不对', en_US: 'Wrong goods' },
  machine: { zh_CN: '设备故障', en_US: 'Equipment failure' },
  other: { zh_CN: '其他', en_US: 'Other' },
} as const satisfies Record<string, Text>
export type CallReason = keyof typeof callReasonText

export const leadText = {
  call: { zh_CN: '呼叫主管', en_US: 'Call supervisor' },
  why: { zh_CN: '为什么呼叫主管？', en_US: 'Why are you calling a supervisor?' },
  called: { zh_CN: '已呼叫主管', en_US: 'Supervisor called' },
  coming: { zh_CN: '{name} 正在过来', en_US: '{name} is on the way' },
  title: { zh_CN: '现场呼叫', en_US: 'Supervisor calls' },
  count: { zh_CN: '{count} 个现场呼叫', en_US: '{count} supervisor {count|call|calls}' },
  take: { zh_CN: '我去处理', en_US: 'I’m on my way' },
  told: { zh_CN: '已告知对方您正在过去', en_US: 'They have been told you’re on your way' },
  none: { zh_CN: '没有呼叫', en_US: 'No calls' },
  taken: { zh_CN: '已有人去处理', en_US: 'Someone is already on the way' },
  notFound: { zh_CN: '呼叫不存在', en_US: 'Call not found' },
} as const satisfies Record<string, Text>

const own = { permission: 'signed_in', feature: 'home' } as const
const leads = { permission: 'floor:call:answer', feature: 'home' } as const

const called = z.strictObject({
  id,
  station: z.enum(['receive', 'move', 'count']),
  subject: z.string().nullable(),
  reason: z.enum(['missing', 'damaged', 'wrong', 'machine', 'other']),
})

/** A user at a scan station calls for a supervisor. */
export const callLead = command('/gateway/wms/floor/call-lead', {
  ...own,
  action: 'add',
  input: called.omit({ id: true, subject: true }).extend({ subject: maybe(words(80)) }),
  output: z.object({ id }),
})

/** The supervisor who comes; null while no one has accepted. */
export const leadComing = query('/gateway/wms/floor/coming', {
  ...own,
  isBackground: true,
  input: z.strictObject({ id: z.coerce.number().pipe(id) }),
  output: z.object({ takenBy: z.string().nullable() }),
})

/** Open calls of the last hours, the longest waiting first. */
export const openCalls = query('/gateway/wms/floor/calls', {
  ...leads,
  isBackground: true,
  input: nothing,
  output: z.array(called.extend({ userName: z.string(), calledAt: z.iso.datetime() })),
})

export const takeCall = command('/gateway/wms/floor/take-call', {
  ...leads,
  input: z.strictObject({ id }),
  output: nothing,
})
