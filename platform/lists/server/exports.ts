import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import type { InputOf, Query } from '../../calls/call.ts'
import { refuse } from '../../calls/refusal.ts'
import { hasPermission, type Who } from '../../calls/who.ts'
import type { Db, Tx } from '../../database/server/db.ts'
import { sweepFolder } from '../../files/server/store.ts'
import { workbooks } from '../../server/lazy-packages.ts'
import { type Outcome, startTask, type Work } from '../../tasks/server/tasks.ts'
import { csvLine } from '../../text/csv.ts'
import { fill, type Language, type Text } from '../../text/text.ts'
import { shownIn } from '../../text/time-zones.ts'
import { columnText } from '../column-text.ts'
import { type Cell, type ColumnKind, cellOf, inUnit, inUnits, placed, type Units } from '../columns.ts'
import { exportList, listText } from '../lists.ts'
import { type ListSources, sourceOf } from './list-sources.ts'

const MONEY = 'query:money:export'
const STEP = 2000
const MAX = 200_000

/** The refusal where more rows match than fit into one file; undefined where they fit. */
const tooMany = (count: number, max: number): Text | undefined =>
  count > max ? fill(listText.tooManyToExport, { count, max }) : undefined

/**
 * Starts the export of a list for a user who may see it. Columns with customers' money need their own
 * permission.
 *
 * Too many rows are refused upfront; for a list that counts only up to a limit, they are detected while
 * writing.
 */
export const startExport =
  (sources: ListSources, mayCall: (call: Query, who: Who) => void, max = MAX) =>
  async (tx: Tx, who: Who, { list, filters, columns, format }: InputOf<typeof exportList>) => {
    const source = sourceOf(sources, list)
    const permission = source.permission ?? source.call.permission
    mayCall({ ...source.call, permission }, who)
    mayCall(source.call, who)
    const input = source.call.input.parse(filters)
    const seen = placed(source.columns, columns).filter(
      ({ kind, permission }) =>
        kind !== 'picture' && (!permission || hasPermission(who.permissions, permission)),
    )
    const isKeptBack = ({ isMoney = false }) => isMoney && !hasPermission(who.permissions, MONEY)
    const keysOf = (columns: typeof seen) => columns.map(({ key }) => key)
    const { total } = await source.rows(tx, who, { ...(input as object), page: 1, size: 1 })
    const problem = tooMany(total, max)
    if (problem) refuse(problem)
    const taskId = await startTask(tx, who, { ...exportList, permission }, 'export_list', {
      list,
      asked: input,
      columns: keysOf(seen.filter((column) => !isKeptBack(column))),
      without: keysOf(seen.filter(isKeptBack)),
      format,
      who,
    })
    return { taskId }
  }

type Input = {
  list: string
  asked: object
  columns: string[]
  /** Columns that are visible but may not be exported. */
  without?: string[]
  format: 'xlsx' | 'csv'
  who: Who
}
type Words = (dictionary: string, value: string, language: Language) => string

/** The origin of the list: the warehouse's code and local time, and the units of its headers. */
type Place = { warehouseCode: string; minute: string; units: Units }

/**
 * A list that counts only up to a limit has no total once more rows have been written; none is reported then.
 */
const totalKnown = (count: number, total: number) => (count > total ? 0 : total)

/** The task behind it: page by page through one snapshot of the list, streamed into a file. */
export const exportTask =
  (sources: ListSources, words: Words, placeOf: (db: Db, who: Who) => Promise<Place>, max = MAX) =>
  async ({ input, read, snapshot, progress }: Work<never>): Promise<Outcome> => {
    const { list, asked, columns, without = [], format, who } = input as Input
    const source = sources[list]
    if (!source) throw new Error(`no list ${list}`)
    const { warehouseCode, minute, units } = await read((db) => placeOf(db, who))
    const shown = inUnits(placed(source.columns, columns), units).map((column) =>
      // The page shows the time zone; a file that is passed on has to state it itself.
      column.kind === 'time' ? { ...column, title: inUnit(column.title, who.zone) } : column,
    )
    const formatIn = (timeZone: string) =>
      new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium', timeZone })
    const formats = { [who.zone]: formatIn(who.zone), UTC: formatIn('UTC') }
    const say = {
      yes: listText.yes[who.language],
      no: listText.no[who.language],
      enabled: columnText.enabled[who.language],
      disabled: columnText.disabled[who.language],
      moment(at: string) {
        const { timeZone, at: shown } = shownIn(who.zone, new Date(at))
        return formats[timeZone]?.format(shown) ?? ''
      },
      word: (dictionary: string, value: string) => words(dictionary, value, who.language),
    }
    const heads = shown.map(({ title }) => title[who.language])
    let count = 0
    let end: Outcome | undefined

    const path = join(tmpdir(), `tallyhouse-export-${randomUUID()}.${format}`)
    const drop = () => rm(path, { force: true })
    await snapshot(async (db) => {
      async function* lines(): AsyncGenerator<Cell[]> {
        yield heads
        for (let page = 1; ; page++) {
          const { rows, total } = (await source?.rows(db, who, { ...asked, page, size: STEP })) ?? {
            rows: [],
            total: 0,
          }
          const problem = tooMany(Math.max(total, count + rows.length), max)
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
      await pipeline(
        bytesOf(
          format,
          list,
          lines(),
          shown.map(({ kind }) => kind),
        ),
        createWriteStream(path, { flags: 'wx', mode: 0o600 }),
      )
    }).catch(async (fault) => {
      await drop()
      throw fault
    })
    if (end) {
      await drop()
      return end
    }
    return {
      message: exported(count, placed(source.columns, without)),
      file: { name: `${list}_${minute}_${warehouseCode}.${format}`, mime: mimes[format], path },
    }
  }

/** The result, and what was left out. */
function exported(count: number, without: readonly { title: Text }[]): Text {
  if (without.length === 0) return fill(listText.exported, { count })
  const inWords = (language: Language) =>
    fill(listText.exportedWithout, {
      count,
      columns: without.map(({ title }) => title[language]).join(language === 'zh_CN' ? '、' : ', '),
    })[language]
  return { zh_CN: inWords('zh_CN'), en_US: inWords('en_US') }
}

/** Deletes unfinished files of a server that was killed. */
export const sweepExports = () => sweepFolder(tmpdir(), /^tallyhouse-export-[0-9a-f-]{36}\.(xlsx|csv)$/)

const mimes = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
}

/**
 * Rows as a file. A text is never written as a formula, whatever it starts with; an amount keeps two
 * decimals.
 */
export function bytesOf(
  format: Input['format'],
  name: string,
  lines: AsyncIterable<Cell[]>,
  kinds: readonly ColumnKind[] = [],
): Readable {
  if (format === 'csv') return Readable.from(csvOf(lines))
  const columns = kinds.map((kind) => (kind === 'amount' ? { numFmt: '0.00' } : {}))
  const stream = workbooks().writeXlsxStream(lines, { name, columns, freezePane: { rows: 1 } })
  return Readable.fromWeb(stream as ReadableStream)
}

async function* csvOf(lines: AsyncIterable<Cell[]>): AsyncGenerator<string> {
  yield '\uFEFF'
  for await (const line of lines) yield csvLine(line)
}
