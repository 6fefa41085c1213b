import { z } from 'zod'
import { command, id, nothing, query } from '../calls/call.ts'
import { machine, type StateOf } from '../text/state-machine.ts'
import type { Text } from '../text/text.ts'

/** The life cycle of a task. A failed one can be retried. */
export const taskStates = machine({
  name: 'task',
  first: 'waiting',
  states: ['waiting', 'running', 'done', 'partly_done', 'failed', 'cancelled'],
  actions: {
    start: { from: ['waiting'], to: 'running' },
    finish: { from: ['running'], to: 'done' },
    finish_partly: { from: ['running'], to: 'partly_done' },
    fail: { from: ['running'], to: 'failed' },
    cancel: { from: ['waiting', 'running'], to: 'cancelled' },
    retry: { from: ['failed'], to: 'waiting' },
  },
})
export type TaskState = StateOf<typeof taskStates>

export const taskStateText: Record<TaskState, Text> = {
  waiting: { zh_CN: '等待中', en_US: 'Waiting' },
  running: { zh_CN: '进行中', en_US: 'Running' },
  done: { zh_CN: '已完成', en_US: 'Done' },
  partly_done: { zh_CN: '部分成功', en_US: 'Partially done' },
  failed: { zh_CN: '失败', en_US: 'Failed' },
  cancelled: { zh_CN: '已取消', en_US: 'Cancelled' },
}

export const taskText = {
  notFound: { zh_CN: '任务不存在', en_US: 'Task not found' },
  movedOn: { zh_CN: '任务状态已变化，请刷新', en_US: 'The status of this task has changed. Refresh.' },
  tooMany: {
    zh_CN: '贵公司有 {count} 个任务尚未完成，请等其中一些完成后再试',
    en_US: 'Your company has {count} unfinished {count|task|tasks}. Wait until some of them are done.',
  },
  brokeOff: { zh_CN: '任务中断，请重试', en_US: 'The task was interrupted. Try again.' },
} as const satisfies Record<string, Text>

/** One item a task could not process, and why. */
const taskFailure = z.object({ id: id.optional(), no: z.string(), reason: z.string() })

export const taskRow = z.object({
  id,
  kind: z.string(),
  status: z.enum(taskStates.states),
  done: z.number().int(),
  total: z.number().int(),
  failures: z.array(taskFailure),
  /** What an action on all matching rows answered beside that, part by part. */
  answers: z.array(z.looseObject({})),
  message: z.string().nullable(),
  /** A signed link to the task's result; valid for one minute. */
  fileUrl: z.string().nullable(),
  createdAt: z.iso.datetime(),
  startedAt: z.iso.datetime().nullable(),
  finishedAt: z.iso.datetime().nullable(),
})
export type TaskRow = z.output<typeof taskRow>

/** The caller's own tasks of the last 30 days, newest first. */
export const myTasks = query('/gateway/wms/task/mine', {
  isBackground: true,
  permission: 'signed_in',
  feature: 'home',
  input: nothing,
  output: z.array(taskRow),
})

export const cancelTask = command('/gateway/wms/task/cancel', {
  permission: 'signed_in',
  feature: 'home',
  whenExpired: 'allowed',
  input: z.strictObject({ id }),
  output: nothing,
})

/** Needs the same permission as starting it. */
export const retryTask = command('/gateway/wms/task/retry', {
  permission: 'signed_in',
  feature: 'home',
  whenExpired: 'allowed',
  input: z.strictObject({ id }),
  output: nothing,
})
