import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type Database, openDatabase } from '../platform/database/server/db.ts'

type Statement = string | { text: string }
const textOf = (statement: Statement) => (typeof statement === 'string' ? statement : statement.text)

/** Says something else in place of a statement, to see who notices. */
export type Rewrite = (text: string) => string
const rewritten = (statement: Statement, rewrite: Rewrite) =>
  typeof statement === 'string' ? rewrite(statement) : { ...statement, text: rewrite(statement.text) }

/** What a line's next statement came to: it went through, it waits for a lock of the other line, or there is none left. */
type Came = 'through' | 'waits' | 'over'

/** A connection whose statements go to the database one by one, each only when it is told to. */
async function aLine(at: pg.ClientConfig, name: string, rewrite: Rewrite) {
  // It waits as long as it is made to: none of the product's time limits holds here.
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

  /** What it will say next, once it comes to say it; nothing when its transaction is over. */
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
    said: 0,
    running: () => running,
    next,
    begin() {
      isOver = false
      this.said = 0
    },
    /** Lets the next statement go, or looks again at the one that waits. */
    async step(isHeldUp: () => Promise<boolean>, log: (text: string) => void): Promise<Came> {
      if (!running) {
        const text = await next()
        const item = queue.shift()
        if (text === undefined || !item) return 'over'
        this.said++
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
 * One line does so many statements, or all but its commit; the other so many in between; then the first comes to its end and
 * the other after it.
 */
export type Schedule = {
  first: 0 | 1
  before: number | 'all but commit'
  between: number
  /** Done when both have stopped for the first time. */
  meanwhile?: () => Promise<void>
}

export type Outcome<T> = { value: T } | { fault: unknown }

/**
 * Two transactions side by side on one database, in exactly the order that a schedule says.
 *
 * Whether a statement waits for the other transaction is asked of the database, not guessed from the time it takes: what waits
 * is left, the other goes on, and both come to their ends.
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
    // Whatever is found then, both come to their ends first.
    const results = await Promise.allSettled([meanwhile?.()])
    for (const [item, other] of [
      [first, second],
      [second, first],
    ] as const) {
      for (let came = await step(item); came !== 'over'; came = await step(item)) {
        // Both wait for each other: the database ends it after its own time, and whoever it lets go on does.
        if (came === 'waits' && (await step(other)) === 'waits')
          await Promise.race([lines[item].running(), lines[other].running()])
      }
    }
    const [a, b] = await Promise.all(outcomes)
    for (const item of results) if (item.status === 'rejected') throw item.reason
    if (!a || !b) throw new Error('two works have two outcomes')
    return { outcomes: [a, b] as const, said: [lines[0].said, lines[1].said] as const, isHeld, log }
  }

  return {
    run,
    close: async () => {
      await Promise.all([lines[0].database.close(), lines[1].database.close(), spy.end()])
    },
  }
}
