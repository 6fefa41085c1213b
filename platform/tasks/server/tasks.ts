import { sql } from 'kysely'
import { type Actor, publishEvents, writeAudit } from '../../audit/server/audit.ts'
import type { Command } from '../../calls/call.ts'
import { notFound, refuseAs, refuseRight } from '../../calls/refusal.ts'
import { hasPermission, type Who } from '../../calls/who.ts'
import type { Db, Tx } from '../../database/server/db.ts'
import type { Files } from '../../files/server/files.ts'
import type { Content } from '../../files/server/store.ts'
import { callText } from '../../text/common-text.ts'
import type { Language, Text } from '../../text/text.ts'
import { type TaskRow, taskStates, taskText } from '../tasks.ts'

/** What a task's function receives: the user, the database, and a progress callback. */
export type Work<I> = {
  who: Actor
  input: I
  read: <T>(work: (db: Db) => Promise<T>) => Promise<T>
  write: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
  /** Reads from one snapshot, for data that takes more than one statement. */
  snapshot: <T>(work: (db: Db) => Promise<T>) => Promise<T>
  /** Saves what is left to do in the transaction that does a part of it; a restart receives it as input. */
  remember: (tx: Tx, left: object) => Promise<unknown>
  /** Reports progress, and returns whether the task is being cancelled. */
  progress: (done: number, total: number) => Promise<{ isCancelAsked: boolean }>
}

/** One item that failed; its id, where it can be selected again. */
type Failure = { id?: number; no: string; reason: Text }

/** The result of a task: a message for the tray, what failed, and a file to download. */
export type Outcome = {
  /** How it ended if it did not complete. A task that finished before it saw the cancellation is done. */
  end?: 'cancel' | 'fail'
  message?: Text
  failures?: Failure[]
  file?: { name: string; mime: string } & Content
}

export type TaskKinds = Record<string, (work: Work<never>) => Promise<Outcome>>

/**
 * The job that runs the tasks of each lane. Work that waits for carriers has workers of its own, so that a slow
 * carrier delays nothing else.
 */
export const jobOfLane = { general: 'task', carriers: 'carrier_task' } as const
export type Lane = keyof typeof jobOfLane

/** Starts long-running work in the caller's transaction: it exists only if the command commits. */
export async function startTask(
  tx: Tx,
  who: Who,
  { permission, whenExpired }: Command,
  kind: string,
  input: object,
  lane: Lane = 'general',
): Promise<number> {
  const task = await tx
    .insertInto('tasks')
    .values({
      tenantId: who.tenantId,
      kind,
      input: JSON.stringify({
        ...input,
        permission,
        whenExpired,
        lane,
        loginAccount: who.loginAccount,
        ip: who.ip,
      }),
      createdBy: who.accountId,
      requestId: who.requestId,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await enqueue(tx, who, task.id, lane)
  await writeAudit(tx, who, [{ action: 'start', type: 'task', id: task.id, no: kind }])
  await publishEvents(tx, who, [{ kind: 'task.started', type: 'task', id: task.id }])
  return task.id
}

/** What every task's input holds besides its own: the user, the origin, the permission used, and its lane. */
export type Started = Pick<Command, 'permission' | 'whenExpired'> & {
  lane?: Lane
  loginAccount: string
  ip: string
}

/** How many tasks of one company may wait or run. */
const MAX_OPEN = 200

/**
 * Adds a task to its company's queue of that lane, which runs one at a time. Its priority drops with the number of
 * open tasks: a company that starts a hundred waits for itself, and another company's first task goes before
 * its second.
 */
async function enqueue(tx: Tx, who: Pick<Who, 'tenantId'>, taskId: number, lane: Lane) {
  const { open } = await tx
    .selectFrom('tasks')
    .select(sql<number>`count(*)::int`.as('open'))
    .where('tenantId', '=', who.tenantId)
    .where('status', 'in', ['waiting', 'running'])
    .where('id', '!=', taskId)
    .executeTakeFirstOrThrow()
  if (open >= MAX_OPEN) refuseAs({ kind: 'busy' }, taskText.tooMany, { count: open })
  await sql`
    select graphile_worker.add_job(${jobOfLane[lane]}, json_build_object('tenantId', tenant_now(), 'input', ${JSON.stringify({ taskId })}::json),
      queue_name => ${lane === 'general' ? 'tasks' : lane} || ':' || tenant_now(), job_key => ${`task:${taskId}`}, max_attempts => 5, priority => ${open}::int)`.execute(
    tx,
  )
}

export const taskList =
  (files: Files) =>
  async (db: Db, who: Who): Promise<TaskRow[]> => {
    const tasks = await tasksOf(db, who)
      .where('createdAt', '>', sql<string>`now() - interval '30 days'`)
      .orderBy('id', 'desc')
      .limit(50)
      .execute()
    return tasks.map(asTaskRow(files, who))
  }

/** One of the user's own tasks, whatever its age. */
export async function taskNow(db: Db, who: Who, files: Files, id: number): Promise<TaskRow | null> {
  const task = await tasksOf(db, who).where('id', '=', id).executeTakeFirst()
  return task ? asTaskRow(files, who)(task) : null
}

const tasksOf = (db: Db, who: Who) =>
  db
    .selectFrom('tasks')
    .select(['id', 'kind', 'status', 'done', 'total', 'failures', 'message', 'fileId'])
    .select(['createdAt', 'startedAt', 'finishedAt'])
    .select(sql<Record<string, unknown>[]>`coalesce(input -> 'answers', '[]')`.as('answers'))
    .where('tenantId', '=', who.tenantId)
    .where('createdBy', '=', who.accountId)

type Kept = Awaited<ReturnType<ReturnType<typeof tasksOf>['executeTakeFirstOrThrow']>>

const asTaskRow =
  (files: Files, who: Who) =>
  ({ fileId, message, failures, ...task }: Kept): TaskRow => ({
    ...task,
    message: inWords(message as Text | null, who.language),
    failures: (failures as Failure[]).map(({ reason, ...failure }) => ({
      ...failure,
      reason: reason[who.language],
    })),
    fileUrl: fileId === null ? null : files.linkTo(who.tenantId, fileId),
  })

const inWords = (text: Text | null, language: Language) => text?.[language] ?? null

/** Further cleanup, by kind, when a task is cancelled before it started. */
type TakenBack = Record<string, (tx: Tx, who: Actor, input: never) => Promise<unknown>>

export const cancel =
  (takenBack: TakenBack) =>
  async (tx: Tx, who: Who, { id }: { id: number }) => {
    const task = await ownTask(tx, who, id)
    if (!taskStates.allows(task.status, 'cancel')) refuseAs({ kind: 'moved_on' }, taskText.movedOn)
    // A running task ends at its next progress report; no transaction is interrupted.
    const isWaiting = task.status === 'waiting'
    await tx
      .updateTable('tasks')
      .set(isWaiting ? { status: taskStates.actions.cancel.to } : { isCancelAsked: true })
      .where('tenantId', '=', who.tenantId)
      .where('id', '=', id)
      .execute()
    if (isWaiting) await takenBack[task.kind]?.(tx, who, task.input as never)
    await writeAudit(tx, who, [
      { action: 'cancel', type: 'task', id, no: task.kind, before: { status: task.status } },
    ])
    await publishEvents(tx, who, [{ kind: 'task.cancel_asked', type: 'task', id }])
    return {}
  }

export async function retry(tx: Tx, who: Who, { id }: { id: number }) {
  const task = await ownTask(tx, who, id)
  const { permission, whenExpired, lane = 'general' } = task.input as Started
  if (permission !== 'signed_in' && !hasPermission(who.permissions, permission)) {
    refuseRight(who, permission)
  }
  if (who.isExpired && whenExpired === 'refused') refuseAs({ kind: 'expired' }, callText.expired)
  if (!taskStates.allows(task.status, 'retry')) refuseAs({ kind: 'moved_on' }, taskText.movedOn)
  await tx
    .updateTable('tasks')
    .set({
      status: taskStates.actions.retry.to,
      isCancelAsked: false,
      message: null,
      failures: '[]',
      done: 0,
      finishedAt: null,
    })
    .where('tenantId', '=', who.tenantId)
    .where('id', '=', id)
    .execute()
  await enqueue(tx, who, id, lane)
  await writeAudit(tx, who, [
    { action: 'retry', type: 'task', id, no: task.kind, before: { status: task.status } },
  ])
  await publishEvents(tx, who, [{ kind: 'task.retried', type: 'task', id }])
  return {}
}

async function ownTask(tx: Tx, who: Who, id: number) {
  return tx
    .selectFrom('tasks')
    .select(['status', 'kind', 'input'])
    .where('tenantId', '=', who.tenantId)
    .where('createdBy', '=', who.accountId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow(notFound(taskText.notFound))
}
