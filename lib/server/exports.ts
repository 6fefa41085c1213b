import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { writeXlsxStream } from 'hucre/xlsx'
import type { InputOf, Query } from '../call.ts'
import { columnText } from '../column-text.ts'
import { type Cell, cellOf, inUnits, placed, type Units } from '../columns.ts'
import { csvLine } from '../csv.ts'
import { exportList, listText } from '../lists.ts'
import { refuse } from '../refusal.ts'
import { fill, type Language, type Text } from '../text.ts'
import { holds, type Who } from '../who.ts'
import type { Db, Tx } from './db.ts'
import { type ListSources, sourceOf } from './list-sources.ts'
import { type Outcome, startTask, type Work } from './tasks.ts'

const MONEY = 'query:money:export'
const STEP = 2000
const MOST = 200_000

/** What to say where more rows match than fit into one file; nothing where they fit. */
const tooMany = (count: number, most: number): Text | undefined =>
  count > most ? fill(listText.tooManyToExport, { count, most }) : undefined

/**
 * Starts the export of a list by whoever may see it. Columns with customers' money need their own right.
 *
 * What does not fit into a file is refused before it is begun; a list that counts only so far is found out on the way.
 */
export const startExport =
  (sources: ListSources, mayCall: (call: Query, who: Who) => void, most = MOST) =>
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
    const { total } = await source.rows(tx, who, { ...(asked as object), page: 1, size: 1 })
    const problem = tooMany(total, most)
    if (problem) refuse(problem)
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

/** Where the list is taken from: the warehouse's code, the minute there, and the units of its heads. */
type Place = { warehouseCode: string; minute: string; units: Units }

/** A list that counts only so far knows no total once more has been written; it claims none then. */
const totalKnown = (count: number, total: number) => (count > total ? 0 : total)

/** The task behind it: page by page through one snapshot of the list, straight into a file. */
export const exportTask =
  (sources: ListSources, words: Words, placeOf: (db: Db, who: Who) => Promise<Place>, most = MOST) =>
  async ({ input, read, snapshot, progress }: Work<never>): Promise<Outcome> => {
    const { list, asked, columns, format, who } = input as Input
    const source = sources[list]
    if (!source) throw new Error(`no list ${list}`)
    const { warehouseCode, minute, units } = await read((db) => placeOf(db, who))
    const shown = inUnits(placed(source.columns, columns), units)
    const moment = new Intl.DateTimeFormat('sv-SE', {
      dateStyle: 'short',
      timeStyle: 'medium',
      timeZone: who.zone,
    })
    const say = {
      yes: listText.yes[who.language],
      no: listText.no[who.language],
      enabled: columnText.enabled[who.language],
      disabled: columnText.disabled[who.language],
      moment: (at: string) => moment.format(new Date(at)),
      word: (dictionary: string, value: string) => words(dictionary, value, who.language),
    }
    const heads = shown.map(({ title }) => title[who.language])
    let count = 0
    let end: Outcome | undefined

    const path = join(tmpdir(), `tallyhouse-export-${randomUUID()}.${format}`)
    await snapshot(async (db) => {
      async function* lines(): AsyncGenerator<Cell[]> {
        yield heads
        for (let page = 1; ; page++) {
          const { rows, total } = (await source?.rows(db, who, { ...asked, page, size: STEP })) ?? {
            rows: [],
            total: 0,
          }
          const problem = tooMany(Math.max(total, count + rows.length), most)
          if (problem) {
            end = { end: 'fail', message: problem }
            return
          }
          for (const row of rows)
            yield shown.map(({ key, kind, value }) =>
              cellOf(kind, value ? value(row, who.language) : row[key], say),
            )
          count += rows.length
          if ((await progress(count, totalKnown(count, total))).isCancelAsked) end = { end: 'cancel' }
          if (rows.length < STEP || end) return
        }
      }
      await pipeline(bytesOf(format, list, lines()), createWriteStream(path))
    })
    if (end) {
      await rm(path, { force: true })
      return end
    }
    return {
      message: fill(listText.exported, { count }),
      file: { name: `${list}_${minute}_${warehouseCode}.${format}`, mime: mimes[format], path },
    }
  }

const mimes = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
}

/** Lines as a file. A text is never a formula in it, whatever it begins with. */
export const bytesOf = (format: Input['format'], name: string, lines: AsyncIterable<Cell[]>): Readable =>
  format === 'xlsx'
    ? Readable.fromWeb(writeXlsxStream(lines, { name, freezePane: { rows: 1 } }))
    : Readable.from(csvOf(lines))

async function* csvOf(lines: AsyncIterable<Cell[]>): AsyncGenerator<string> {
  yield '\uFEFF'
  for await (const line of lines) yield csvLine(line)
}
