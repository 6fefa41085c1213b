import {
  type BulkResult,
  type Command,
  DEEPEST_ROW,
  type InputOf,
  MAX_AT_ONCE,
  type Query,
} from '../../calls/call.ts'
import { Refusal, refuse, refuseAs } from '../../calls/refusal.ts'
import type { Who } from '../../calls/who.ts'
import type { Tx } from '../../database/server/db.ts'
import { type Outcome, startTask, type Work } from '../../tasks/server/tasks.ts'
import { callText } from '../../text/common-text.ts'
import { fill } from '../../text/text.ts'
import { type actOnAll, listText } from '../lists.ts'
import { type ListSource, type ListSources, sourceOf } from './list-sources.ts'

const READ_AT_ONCE = 2000

/** Starts an action on all matching rows, or on many selected ones: the rows are fixed now, not when the task runs. */
export const startOnAll =
  (sources: ListSources, mayCall: (call: Query | Command, who: Who) => void) =>
  async (tx: Tx, who: Who, { list, filters, path, input, ids: selected }: InputOf<typeof actOnAll>) => {
    const source = sourceOf(sources, list)
    const act = actOf(sources, list, path) ?? refuseAs({ kind: 'not_found' }, listText.noSuchAct)
    mayCall(source.call, who)
    mayCall(act.call, who)
    const query = source.call.input.parse(filters) as object
    act.call.input.parse({ ...input, ids: [1] })
    const ids = selected ? [...new Set(selected)] : await matching(tx, who, source, query)
    const inTurn = source.inTurn ? await source.inTurn(tx, who, ids) : ids
    const started = { list, path, input, ids: inTurn, failed: [], total: ids.length, who }
    return { taskId: await startTask(tx, who, act.call, 'act_on_all', started) }
  }

async function matching(tx: Tx, who: Who, source: ListSource, query: object): Promise<number[]> {
  const ids: number[] = []
  for (let page = 1; ; page++) {
    const { rows } = await source.rows(tx, who, { ...query, page, size: READ_AT_ONCE })
    ids.push(...rows.map(({ id }) => id))
    if (ids.length > DEEPEST_ROW) refuse(listText.tooManyMatch, { max: DEEPEST_ROW })
    if (rows.length < READ_AT_ONCE) break
  }
  return ids.length > 0 ? ids : refuse(callText.selectionSize)
}

const actOf = (sources: ListSources, list: string, path: string) =>
  sources[list]?.acts?.find(({ call }) => call.path === path)

/** What is left to do, what has failed so far, and what the parts answered beside that. */
type Left = Pick<BulkResult, 'failed'> & { ids: number[]; answers?: object[] }
type Started = Left & { list: string; path: string; input: object; total: number; who: Who }

/** The task behind it. The remainder is saved with each part that is done, so that none is done twice. */
export const onAllTask =
  (sources: ListSources) =>
  async ({ input: started, write, remember, progress }: Work<never>): Promise<Outcome> => {
    const { list, path, input, total, who, ...before } = started as Started
    const act = actOf(sources, list, path)
    if (!act) throw new Error(`nothing is done with ${list} by ${path}`)
    let left: Left = before
    let isCancelled = false
    while (left.ids.length > 0 && !isCancelled) {
      const part = left.ids.slice(0, MAX_AT_ONCE)
      const ids = left.ids.slice(MAX_AT_ONCE)
      const { failed, answers = [] } = left
      left = await write(async (tx) => {
        const query = act.call.input.parse({ ...input, ids: part })
        const { ok: _, failed: refused, ...more } = await act.run(tx, who, query)
        const after = { ids, failed: [...failed, ...refused], answers: withMore(answers, more) }
        await remember(tx, after)
        return after
      }).catch(async (fault) => {
        // A refusal of the whole part counts for each row, and nothing of it was written.
        if (!(fault instanceof Refusal)) throw fault
        const reason = fault.text[who.language]
        const after = {
          ids,
          failed: [...failed, ...part.map((id) => ({ id, no: String(id), reason }))],
          answers,
        }
        await write((tx) => remember(tx, after))
        return after
      })
      isCancelled = (await progress(total - ids.length, total)).isCancelAsked
    }
    const { ids, failed } = left
    const done = total - ids.length - failed.length
    return {
      ...(ids.length > 0 && { end: 'cancel' }),
      message: fill(listText.actedOn, { ok: done, failed: failed.length }),
      failures: failed.map(({ id, no, reason }) => ({ id, no, reason: { zh_CN: reason, en_US: reason } })),
    }
  }

const withMore = (answers: object[], more: object) =>
  Object.keys(more).length > 0 ? [...answers, more] : answers
