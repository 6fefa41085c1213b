import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { writeXlsxStream } from 'hucre/xlsx'
import type { InputOf, Query } from '../call.ts'
import { type Cell, cellOf, placed } from '../columns.ts'
import { csvLine } from '../csv.ts'
import { exportList, listText } from '../lists.ts'
import { fill, type Language } from '../text.ts'
import { holds, type Who } from '../who.ts'
import type { Tx } from './db.ts'
import { type ListSources, sourceOf } from './list-sources.ts'
import { type Outcome, startTask, type Work } from './tasks.ts'

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
