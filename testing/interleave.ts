import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type Database, openDatabase } from '../platform/database/server/db.ts'

type Statement = string | { text: string }
const textOf = (statement: Statement) => (typeof statement === 'string' ? statement : statement.text)

/** Replaces a statement by another, to see which proof fails. */
export type Rewrite = (text: string) => string
const rewritten = (statement: Statement, rewrite: Rewrite) =>
  typeof statement === 'string' ? rewrite(statement) : { ...statement, text: rewrite(statement.text) }

/**
 * The result of a connection's next statement: it succeeded, it waits for a lock of the other connection, or
 * there is none left.
 */
type Came = 'through' | 'waits' | 'over'

/** A connection whose statements are sent one by one, on command. */
async function aLine(at: pg.ClientConfig, name: string, rewrite: Rewrite) {
  // It waits indefinitely: the product's timeouts do not apply here.
  const database = openDatabase(at, name, {
    max: 1,
    idleTimeoutMillis: 0,
    maxUses: Number.POSITIVE_INFINITY,
    query_timeout: 0,
    options: '-c search_path=wms -c TimeZone=UTC',
  })
  const client = await database.pool.connect()
  const ask = client.query.bind(client) as (statement: Statement) => Promise<pg.QueryResult>
  const { rows } = await ask('select pg_backend_pid() as pid')
  const queue: { text: string; go: () => Promise<unknown> }[] = []
  let running: Promise<void> | undefined
  let isOver = false
  let wake = () => {}
  const isIdle = () => running === undefined

  client.query = ((statement: Statement) =>
    new Promise((resolve, reject) => {
      const go = () => ask(rewritten(statement, rewrite)).then(resolve, reject)
      queue.push({ text: textOf(statement), go })
      wake()
    })) as typeof client.query
  client.release()

  /** Its next statement; undefined when its transaction is over. */
  async function next(): Promise<string | undefined> {
    while (queue.length === 0 && !isOver) {
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    }
    return queue[0]?.text
  }

  return {
    name,
    database,
    pid: Number(rows[0]?.pid),
    statements: 0,
    running: () => running,
    next,
    begin() {
      isOver = false
      this.statements = 0
    },
    /** Sends the next statement, or checks the waiting one again. */
    async step(isHeldUp: () => Promise<boolean>, log: (text: string) => void): Promise<Came> {
      if (!running) {
        const text = await next()
        const item = queue.shift()
        if (text === undefined || !item) return 'over'
        this.statements++
        log(text)
        running = item.go().then(() => {
          running = undefined
          if (!/^(commit|rollback)/.test(text)) return
          isOver = true
          wake()
        })
      }
      while (running) {
        const isThrough = await Promise.race([running.then(() => true), sleep(1).then(() => false)])
        if (!isThrough && (await isHeldUp()) && !isIdle()) return 'waits'
      }
      return 'through'
    },
  }
}

/**
 * One connection runs some statements, or all but its commit; the other some in between; then the first
 * finishes and the other after it.
 */
export type Schedule = {
  first: 0 | 1
  before: number | 'all but commit'
  between: number
  /** Resolves when both have stopped for the first time. */
  meanwhile?: () => Promise<void>
}

export type Outcome<T> = { value: T } | { fault: unknown }

/**
 * Two concurrent transactions in exactly the order of a schedule.
 *
 * Whether a statement waits for the other transaction is read from the database, not guessed from time: a
 * waiting one is left, the other continues, and both finish.
 */
export async function twoLines(at: pg.ClientConfig, rewrite: Rewrite = (text) => text) {
  const spy = new pg.Client(at)
  await spy.connect()
  const lines = [await aLine(at, 'A', rewrite), await aLine(at, 'B', rewrite)] as const

  async function isHeldUp(which: 0 | 1): Promise<boolean> {
    const { rows } = await spy.query('select $2 = any (pg_blocking_pids($1)) as yes', [
      lines[which].pid,
      lines[which === 0 ? 1 : 0].pid,
    ])
    return rows[0]?.yes === true
  }

  async function run<T>(
    works: readonly [(db: Database) => Promise<T>, (db: Database) => Promise<T>],
    { first, before, between, meanwhile }: Schedule,
  ) {
    const log: string[] = []
    const step = (which: 0 | 1) =>
      lines[which].step(
        () => isHeldUp(which),
        (text) => log.push(`${lines[which].name} ${text.replace(/\s+/g, ' ').trim().slice(0, 120)}`),
      )
    const outcomes = works.map(async (work, i): Promise<Outcome<T>> => {
      lines[i === 0 ? 0 : 1].begin()
      try {
        return { value: await work(lines[i === 0 ? 0 : 1].database) }
      } catch (fault) {
        return { fault }
      }
    })
    const second = first === 0 ? 1 : 0
    const isFarEnough = async (done: number) =>
      before === 'all but commit' ? (await lines[first].next()) === 'commit' : done >= before
    for (let i = 0; !(await isFarEnough(i)) && (await step(first)) === 'through'; i++);
    let came: Came = 'through'
    for (let i = 0; i < between && came === 'through'; i++) came = await step(second)
    const isHeld = came === 'waits'
    // Whatever the result, both finish first.
    const results = await Promise.allSettled([meanwhile?.()])
    for (const [item, other] of [
      [first, second],
      [second, first],
    ] as const) {
      for (let came = await step(item); came !== 'over'; came = await step(item)) {
        // A deadlock: the database ends it after its own timeout, and the survivor continues.
        if (came === 'waits' && (await step(other)) === 'waits')
          await Promise.race([lines[item].running(), lines[other].running()])
      }
    }
    const [a, b] = await Promise.all(outcomes)
    for (const item of results) if (item.status === 'rejected') throw item.reason
    if (!a || !b) throw new Error('two works have two outcomes')
    return {
      outcomes: [a, b] as const,
      statements: [lines[0].statements, lines[1].statements] as const,
      isHeld,
      log,
    }
  }

  return {
    run,
    close: async () => {
      await Promise.all([lines[0].database.close(), lines[1].database.close(), spy.end()])
    },
  }
}
