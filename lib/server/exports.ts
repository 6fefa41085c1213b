import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { writeXlsxStream } from 'hucre/xlsx'
import type { InputOf, Page, Permission, Query } from '../call.ts'
import { type Cell, type ColumnDef, cellOf, placed } from '../columns.ts'
import { csvLine } from '../csv.ts'
import { exportList, listText } from '../lists.ts'
import { refuseAs } from '../refusal.ts'
import { fill, type Language } from '../text.ts'
import { holds, type Who } from '../who.ts'
import type { BulkAct } from './bulk.ts'
import type { Db, Tx } from './db.ts'
import { type Outcome, startTask, type Work } from './tasks.ts'

// biome-ignore lint/suspicious/noExplicitAny: a list of any rows; what one list's columns say about its rows, its own types hold
type AnyRow = any

/** A list that can be taken away: the call that shows it, its columns, and the function behind it. */
export type ListSource = {
  call: Query
  columns: readonly ColumnDef<AnyRow>[]
  rows: (db: Db, who: Who, asked: AnyRow) => Promise<Page<AnyRow>>
  /** The right to take it away, where seeing it is not enough. */
  permission?: Permission
  /** What can be done with all its rows that match. */
  acts?: readonly BulkAct[]
}

export const listSource = <R, C extends Query>(source: {
  call: C
  columns: readonly ColumnDef<R>[]
  rows: (db: Db, who: Who, asked: InputOf<C>) => Promise<Page<R>>
  permission?: Permission
  acts?: readonly BulkAct[]
}): ListSource => source

export type ListSources = Readonly<Record<string, ListSource>>

/** A list by its name. A name such as `constructor` is in every object and yet no list. */
export const sourceOf = (sources: ListSources, list: string): ListSource =>
  (Object.hasOwn(sources, list) ? sources[list] : undefined) ??
  refuseAs({ kind: 'not_found' }, listText.noSuchList)

const MONEY = 'query:money:export'

/** Starts the export of a list by whoever may see it. Columns with customers' money need their own right. */
export const startExport =
  (sources: ListSources, mayCall: (call: Query, who: Who) => void) =>
  async (tx: Tx, who: Who, { list, filters, columns, format }: InputOf<typeof exportList>) => {
    const source = sourceOf(sources, list)
    const permission = source.permission ?? source.call.permission
    mayCall({ ...source.call, permission }, who)
    mayCall(source.call, who)
    const asked = source.call.input.parse(filters)
    const wanted = placed(source.columns, columns).filter(
      ({ kind, isMoney, permission }) =>
        kind !== 'picture' &&
        (!isMoney || holds(who.permissions, MONEY)) &&
        (!permission || holds(who.permissions, permission)),
    )
    const taskId = await startTask(tx, who, { ...exportList, permission }, 'export_list', {
      list,
      asked,
      columns: wanted.map(({ key }) => key),
      format,
      who,
    })
    return { taskId }
  }

type Input = { list: string; asked: object; columns: string[]; format: 'xlsx' | 'csv'; who: Who }
type Words = (dictionary: string, value: string, language: Language) => string

const STEP = 2000
const MOST = 200_000

/** The task behind it: page by page through one snapshot of the list, straight into a file. */
export const exportTask =
  (sources: ListSources, words: Words) =>
  async ({ input, snapshot, progress }: Work<never>): Promise<Outcome> => {
    const { list, asked, columns, format, who } = input as Input
    const source = sources[list]
    if (!source) throw new Error(`no list ${list}`)
    const shown = placed(source.columns, columns)
    const moment = new Intl.DateTimeFormat('sv-SE', {
      dateStyle: 'short',
      timeStyle: 'medium',
      timeZone: who.zone,
    })
    const say = {
      yes: listText.yes[who.language],
      no: listText.no[who.language],
      moment: (at: string) => moment.format(new Date(at)),
      word: (dictionary: string, value: string) => words(dictionary, value, who.language),
    }
    const heads = shown.map(({ title }) => title[who.language])
    let count = 0
    let isCancelled = false

    const path = join(tmpdir(), `tallyhouse-export-${randomUUID()}.${format}`)
    await snapshot(async (db) => {
      async function* lines(): AsyncGenerator<Cell[]> {
        yield heads
        for (let page = 1; count < MOST; page++) {
          const { rows, total } = (await source?.rows(db, who, { ...asked, page, size: STEP })) ?? {
            rows: [],
            total: 0,
          }
          for (const row of rows)
            yield shown.map(({ key, kind, value }) =>
              cellOf(kind, value ? value(row, who.language) : row[key], say),
            )
          count += rows.length
          isCancelled = (await progress(count, Math.min(total, MOST))).isCancelAsked
          if (rows.length < STEP || isCancelled) return
        }
      }
      const bytes =
        format === 'xlsx'
          ? Readable.fromWeb(writeXlsxStream(lines(), { name: list, freezePane: { rows: 1 } }))
          : Readable.from(csvOf(lines()))
      await pipeline(bytes, createWriteStream(path))
    })
    if (isCancelled) {
      await rm(path, { force: true })
      return {}
    }
    return {
      message: fill(listText.exported, { count }),
      file: { name: `${list}.${format}`, mime: mimes[format], path },
    }
  }

const mimes = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
}

async function* csvOf(lines: AsyncIterable<Cell[]>): AsyncGenerator<string> {
  yield '\uFEFF'
  for await (const line of lines) yield csvLine(line.map((cell) => (cell === null ? '' : String(cell))))
}
