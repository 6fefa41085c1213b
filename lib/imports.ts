import { z } from 'zod'
import type { Permission } from './call.ts'
import { command, id, listQuery, pageOf, query, taskStarted } from './call.ts'
import type { Feature } from './feature.ts'
import { machine } from './machine.ts'
import { problemsIn, rule } from './problems.ts'
import { taskRow } from './tasks.ts'
import { fill, type Text } from './text.ts'

/** A sheet on its way in. What a check finds does not change its state; running it does. */
export const importStates = machine({
  name: 'import',
  first: 'uploaded',
  states: ['uploaded', 'checking', 'running', 'done', 'partial', 'failed'],
  actions: {
    check: { from: ['uploaded', 'failed'], to: 'checking' },
    run: { from: ['checking'], to: 'running' },
    finish: { from: ['running'], to: 'done' },
    finish_partly: { from: ['running'], to: 'partial' },
    fail: { from: ['running'], to: 'failed' },
  },
})

export const MOST_ROWS = 500

/** What a clipboard may hold; more belongs into a file. */
const MOST_PASTED = 300_000

export const importText = {
  noSuchKind: { zh_CN: '不支持该导入类型', en_US: 'Nothing of this kind can be imported' },
  notFound: { zh_CN: '导入记录不存在', en_US: 'Import not found' },
  movedOn: { zh_CN: '该导入的状态已变化，请刷新', en_US: 'The import has moved on; refresh' },
  needed: { zh_CN: '必填', en_US: 'Needed' },
  noRows: { zh_CN: '文件中没有数据行', en_US: 'The file has no rows' },
  tooManyRows: {
    zh_CN: '最多 {most} 行，文件中有 {found} 行',
    en_US: 'At most {most} rows; the file has {found}',
  },
  atLeastRows: {
    zh_CN: '最多 {most} 行，文件中的行数超过此限制',
    en_US: 'At most {most} rows; the file has more',
  },
  tooManyColumns: { zh_CN: '列数不能超过 {most}', en_US: 'At most {most} columns' },
  cellTooLong: { zh_CN: '第 {row} 行的单元格过长', en_US: 'A cell in row {row} is too long' },
  cellUnkept: {
    zh_CN: '第 {row} 行的单元格含有无法保存的字符，请重新输入该单元格',
    en_US: 'A cell in row {row} holds a character that cannot be kept; type that cell anew',
  },
  columnMissing: { zh_CN: '缺少列：{columns}', en_US: 'Missing columns: {columns}' },
  sameRunning: {
    zh_CN: '同一文件正在导入（{no}），请等它完成',
    en_US: 'This very file is being imported ({no}); wait until that is done',
  },
  sameAs: { zh_CN: '与第 {row} 行重复', en_US: 'Same as row {row}' },
  heldBack: {
    zh_CN: '同一单据的第 {row} 行有错误，整单不导入',
    en_US: 'Row {row} of the same document has an error; the document comes in whole or not at all',
  },
  heldBackAll: {
    zh_CN: '第 {row} 行有错误，整份表格不导入',
    en_US: 'Row {row} has an error; the sheet comes in whole or not at all',
  },
  mayNotEdit: {
    zh_CN: '已存在，且您没有修改的权限',
    en_US: 'This is there already, and changing it takes a right you do not have',
  },
  unreadable: {
    zh_CN: '无法读取该文件，请用 Excel 另存后重试',
    en_US: 'The file cannot be read; save it anew with Excel and try again',
  },
  unsafe: { zh_CN: '文件结构异常，已拒绝读取', en_US: 'The file is built in an unsafe way and was not read' },
  encrypted: {
    zh_CN: '文件有密码保护，请取消密码后重试',
    en_US: 'The file is protected by a password; remove it and try again',
  },
  macros: { zh_CN: '不支持带宏的文件', en_US: 'Files with macros are not supported' },
  external: {
    zh_CN: '文件链接到其他工作簿或外部内容；请在 Excel 的“数据 → 编辑链接”中断开链接，保存后重试',
    en_US:
      'The file links to other workbooks or to content elsewhere; break the links in Excel under Data, Edit Links, save it and try again',
  },
  tooSlow: { zh_CN: '文件过于复杂，无法读取', en_US: 'The file is too complex to read' },
  noneGood: { zh_CN: '没有可导入的行', en_US: 'There is no row to import' },
  someBad: {
    zh_CN: '有 {count} 行错误；请改正，或选择只导入正确的行',
    en_US: '{count} {count|row has|rows have} errors; mend them, or import the good rows only',
  },
  reason: { zh_CN: '失败原因', en_US: 'Reason' },
  remedy: { zh_CN: '处理方法', en_US: 'What to do' },
  remedies: {
    needed: { zh_CN: '填写“{column}”：{note}', en_US: 'Fill in “{column}”: {note}' },
    form: {
      zh_CN: '按要求改写“{column}”：{note}；例如 {example}',
      en_US: 'Write “{column}” as it has to be: {note}; for example {example}',
    },
    books: {
      zh_CN: '核对“{column}”与系统中已有的资料：{note}',
      en_US: 'Hold “{column}” against what is in the system: {note}',
    },
    line: { zh_CN: '按提示改正本行', en_US: 'Mend this row as it says' },
    twin: {
      zh_CN: '改写“{columns}”，使本行与第 {row} 行不同；不改则本行不导入',
      en_US: 'Change “{columns}” so that this row differs from row {row}; as it is, it stays out',
    },
    held: { zh_CN: '先改正第 {row} 行', en_US: 'Mend row {row} first' },
    formula: {
      zh_CN: '核对数值；不对就直接填写数值',
      en_US: 'Look whether the value is right; if not, type it',
    },
    example: {
      zh_CN: '无需处理；如确为您的数据，改动任一单元格后重新导入',
      en_US: 'Nothing to do. If the row is really yours, change one of its cells and import it again',
    },
  },
  kinds: {
    needed: { zh_CN: '必填项为空', en_US: 'Missing' },
    form: { zh_CN: '格式不符', en_US: 'Not as it has to be' },
    books: { zh_CN: '与已有资料不符', en_US: 'Against the books' },
    twin: { zh_CN: '行重复', en_US: 'Twice' },
    held: { zh_CN: '同单据有错误', en_US: 'Held back' },
    formula: { zh_CN: '公式', en_US: 'Formula' },
    example: { zh_CN: '示例行', en_US: 'Example' },
  },
  foundInCell: {
    zh_CN: '{column}：{message}（填写的是“{found}”，要求：{note}）',
    en_US: '{column}: {message} (found “{found}”, expected: {note})',
  },
  importAgain: { zh_CN: '改好后用本文件重新导入', en_US: 'then import this file again' },
  pasted: { zh_CN: '粘贴的表格', en_US: 'pasted' },
  pastedTooMuch: {
    zh_CN: '粘贴的内容过多，请改用文件导入',
    en_US: 'Too much was pasted; use a file instead',
  },
  oneSource: { zh_CN: '请选择文件或粘贴内容', en_US: 'Choose a file, or paste' },
  notes: { zh_CN: '填写说明', en_US: 'Notes' },
  result: { zh_CN: '导入 {ok} 行，失败 {failed} 行', en_US: '{ok} {ok|row|rows} imported, {failed} failed' },
  formula: { zh_CN: '含公式，已取其计算结果', en_US: 'A formula; its value was taken' },
  example: { zh_CN: '模板自带的示例行，不导入', en_US: 'The template’s example row is not imported' },
  exampleRow: { zh_CN: '示例行', en_US: 'Example row' },
  exampleNote: {
    zh_CN: '第 2 行是示例：原样保留不会导入，改成您的数据才会导入',
    en_US: 'Row 2 is an example. It is not imported unless you change it.',
  },
} as const satisfies Record<string, Text | Record<string, Text>>

/** A column of a template: what it is called in both languages, what may stand in it, and an example. */
export type ImportColumn = {
  key: string
  title: Text
  note: Text
  example: string
  isRequired?: boolean
  /** The values a drop-down offers; either language's words are understood. */
  choices?: readonly { value: string; text: Text }[]
}

/** What can be read in: its columns, and the rule for one line of texts. */
export type ImportForm<V = unknown> = {
  kind: string
  title: Text
  permission: Permission
  /** The right to change what is there already, where making it anew is another one. */
  editPermission?: Permission
  feature: Feature
  columns: readonly ImportColumn[]
  line: z.ZodType<V>
  /** What makes two lines the same, and the columns it is made of. */
  identity: (value: V) => string
  keys: readonly string[]
  /** Pictures may come along in a ZIP, matched by their names; this says how they are named. */
  takesZip?: Text
  /** Stock and money come in whole or not at all, whatever is asked for. */
  isWhole?: boolean
  /** Lines that agree in these columns are one document, which comes in whole or not at all. */
  documentBy?: readonly string[]
  /** The list where the numbers of such documents are found. */
  foundAt?: string
}

/** A drop-down for what is or is not so. */
export const yesOrNo = [
  { value: '1', text: { zh_CN: '是', en_US: 'Yes' } },
  { value: '0', text: { zh_CN: '否', en_US: 'No' } },
] as const

/** What stands in the notes of a column for whole numbers: how far they go, and what they are for. */
export const wholeNote = (least: number, most: number, about: Text): Text => ({
  zh_CN: `${least} 至 ${most} 的整数；${about.zh_CN}`,
  en_US: `A whole number from ${least} to ${most}; ${about.en_US}`,
})

export const importForm = <V>(form: ImportForm<V>): ImportForm<V> => form

export const verdicts = ['unchecked', 'new', 'update', 'skip', 'error', 'done', 'failed'] as const
export type Verdict = (typeof verdicts)[number]

/** What can be wrong: with a cell by itself, with what the books say of it, or with the line among the others. */
export const problemKinds = ['needed', 'form', 'books', 'twin', 'held', 'formula', 'example'] as const
export type ProblemKind = (typeof problemKinds)[number]

/** What is wrong with a cell; `column` null is about the whole line, `row` the other line it is about. */
export type CellProblem = { column: string | null; kind: ProblemKind; message: Text; row?: number }

/** What a slice finds wrong with a line that reads well. */
export type Complaint = Pick<CellProblem, 'column' | 'message'>

/** What to do about it. */
export function remedyOf(
  { columns, keys }: Pick<ImportForm, 'columns' | 'keys'>,
  { column, kind, row }: CellProblem,
): Text {
  const { remedies } = importText
  if (kind === 'held') return fill(remedies.held, { row: row ?? 0 })
  if (kind === 'twin') {
    const of = columns.filter(({ key }) => keys.includes(key))
    const inWords = (language: 'zh_CN' | 'en_US') =>
      fill(remedies.twin, { columns: of.map(({ title }) => title[language]).join(' / '), row: row ?? 0 })[
        language
      ]
    return { zh_CN: inWords('zh_CN'), en_US: inWords('en_US') }
  }
  if (kind === 'formula' || kind === 'example') return remedies[kind]
  const about = columns.find(({ key }) => key === column)
  if (!about) return remedies.line
  const inWords = (language: 'zh_CN' | 'en_US') =>
    fill(remedies[kind], {
      column: about.title[language],
      note: about.note[language],
      example: exampleIn(about, language),
    })[language]
  return { zh_CN: inWords('zh_CN'), en_US: inWords('en_US') }
}

const tidy = (text: string) =>
  text
    .normalize('NFKC')
    .trim()
    .toLowerCase()
    .replace(/\s+|\*/g, '')

/** Finds each column among the heads of a sheet, in either language or by its own name. The rest is ignored, and said. */
export function guessMapping(
  columns: readonly ImportColumn[],
  heads: readonly string[],
): Record<string, number> {
  const mapping: Record<string, number> = {}
  for (const { key, title } of columns) {
    const names = [key, title.zh_CN, title.en_US].map(tidy)
    const place = heads.findIndex(
      (head, i) => names.includes(tidy(head)) && !Object.values(mapping).includes(i),
    )
    if (place >= 0) mapping[key] = place
  }
  return mapping
}

type Mapped = { heads: readonly string[]; mapping: Record<string, number> }

/** As somebody had it the last time, wherever the sheet has those heads again; the rest is found by its name. */
export function mappingAsBefore(
  columns: readonly ImportColumn[],
  heads: readonly string[],
  last: Mapped | undefined,
): Record<string, number> {
  const guessed = guessMapping(columns, heads)
  if (!last) return guessed
  const known = new Set(last.heads.map(tidy))
  const taken = new Set<number>()
  const kept = Object.entries(last.mapping).flatMap(([key, place]): [string, number][] => {
    const head = tidy(last.heads[place] ?? '')
    const now = heads.findIndex((one, at) => tidy(one) === head && !taken.has(at))
    if (head === '' || now < 0 || !columns.some((column) => column.key === key)) return []
    taken.add(now)
    return [[key, now]]
  })
  const fresh = Object.entries(guessed).filter(
    ([key, place]) =>
      !kept.some(([one]) => one === key) && !taken.has(place) && !known.has(tidy(heads[place] ?? '')),
  )
  return Object.fromEntries([...kept, ...fresh])
}

/** A drop-down's words, in either language, as the value they stand for. */
function meant(column: ImportColumn, typed: string): string {
  const choice = column.choices?.find(({ value, text }) =>
    [value, text.zh_CN, text.en_US].some((word) => tidy(word) === tidy(typed)),
  )
  return choice?.value ?? typed
}

/** What a template shows in a column: of a drop-down, the words that it offers. */
export function exampleIn(column: ImportColumn, language: 'zh_CN' | 'en_US'): string {
  const value = meant(column, column.example)
  return column.choices?.find((choice) => choice.value === value)?.text[language] ?? column.example
}

/** Whether a line is the template's own, which nobody has changed. */
export const isExample = (
  columns: readonly ImportColumn[],
  mapping: Record<string, number>,
  cells: readonly string[],
): boolean =>
  columns.every(
    (column) =>
      meant(column, (cells[mapping[column.key] ?? -1] ?? '').trim()) === meant(column, column.example),
  )

export type Read<V> = { value: V } | { problems: CellProblem[] }

/** What was typed into each column. An empty cell is nothing. */
const typedIn = (
  columns: readonly ImportColumn[],
  mapping: Record<string, number>,
  cells: readonly string[],
): Record<string, string> =>
  Object.fromEntries(
    columns.flatMap((column) => {
      const place = mapping[column.key]
      const text = place === undefined ? '' : (cells[place] ?? '').trim()
      return text === '' ? [] : [[column.key, meant(column, text)]]
    }),
  )

/** Reads one line of texts by the form's rule. */
export function readLine<V>(
  form: ImportForm<V>,
  mapping: Record<string, number>,
  cells: readonly string[],
): Read<V> {
  const typed = typedIn(form.columns, mapping, cells)
  const missing = form.columns
    .filter(({ key, isRequired }) => isRequired && !(key in typed))
    .map(({ key }) => ({ column: key, kind: 'needed' as const, message: importText.needed }))
  const read = form.line.safeParse(typed)
  if (read.success && missing.length === 0) return { value: read.data }
  const wrong = read.success
    ? []
    : problemsIn(read.error)
        .map(({ path, message }) => ({
          column: path.split(/[.[]/)[0] || null,
          kind: 'form' as const,
          message,
        }))
        .filter(({ column }) => !missing.some((one) => one.column === column))
  return { problems: [...missing, ...wrong] }
}

/** What stands in the cells that make a line the same as another; nothing where one that has to be there is empty. */
function keyCells(
  { columns, keys }: Pick<ImportForm, 'columns' | 'keys'>,
  mapping: Record<string, number>,
  cells: readonly string[],
): string | undefined {
  const typed = typedIn(columns, mapping, cells)
  const isMissing = columns.some(({ key, isRequired }) => isRequired && keys.includes(key) && !(key in typed))
  return isMissing ? undefined : JSON.stringify(keys.map((key) => typed[key]?.toLowerCase() ?? ''))
}

/**
 * What each line is, so that twins are found.
 *
 * One that reads badly is the good line with the same key cells; where there is none, it is what those cells say.
 */
export function identitiesOf<V>(
  form: ImportForm<V>,
  mapping: Record<string, number>,
  lines: readonly ({ rowNo: number; cells: readonly string[] } & Read<V>)[],
): { rowNo: number; identity: string }[] {
  const keyed = lines.map((line) => ({ line, key: keyCells(form, mapping, line.cells) }))
  const good = new Map(
    keyed.flatMap(({ line, key }) => ('value' in line && key ? [[key, form.identity(line.value)]] : [])),
  )
  return keyed.flatMap(({ line, key }) => {
    const { rowNo } = line
    if ('value' in line) return [{ rowNo, identity: form.identity(line.value) }]
    return key === undefined ? [] : [{ rowNo, identity: good.get(key) ?? key }]
  })
}

/** For each later line that is the same as an earlier one, the number of the first. */
export function firstOfEach(lines: readonly { rowNo: number; identity: string }[]): Map<number, number> {
  const first = new Map<string, number>()
  const same = new Map<number, number>()
  for (const { rowNo, identity } of lines) {
    const earlier = first.get(identity)
    if (earlier === undefined) first.set(identity, rowNo)
    else same.set(rowNo, earlier)
  }
  return same
}

/** What is wrong with a line that is the same as an earlier one: each cell that makes it so, where it can be mended. */
export function twinProblems(
  { columns, keys }: Pick<ImportForm, 'columns' | 'keys'>,
  mapping: Record<string, number>,
  row: number,
): CellProblem[] {
  const mapped = columns.filter(({ key }) => keys.includes(key) && mapping[key] !== undefined)
  const message = fill(importText.sameAs, { row })
  return mapped.map(({ key }) => ({ column: key, kind: 'twin', message, row }))
}

/** Which document a line belongs to, as far as its cells say; a line that cannot be read belongs to one too. */
export const documentOf = (
  documentBy: readonly string[],
  mapping: Record<string, number>,
  cells: readonly string[],
): string => documentBy.map((key) => tidy(cells[mapping[key] ?? -1] ?? '')).join('/')

/** For each good line of a document that has a bad one, the number of the first bad one. */
export function heldBack(
  lines: readonly { rowNo: number; document: string; isBad: boolean }[],
): Map<number, number> {
  const bad = new Map<string, number>()
  for (const { rowNo, document, isBad } of lines) if (isBad && !bad.has(document)) bad.set(document, rowNo)
  return new Map(
    lines.flatMap(({ rowNo, document, isBad }): [number, number][] => {
      const first = bad.get(document)
      return isBad || first === undefined ? [] : [[rowNo, first]]
    }),
  )
}

const kind = z.string().regex(/^[a-z_]{1,40}$/)
const importId = z.coerce.number().pipe(id)

export const importTemplate = query('/gateway/wms/import/template', {
  permission: 'signed_in',
  feature: 'home',
  input: z.strictObject({ kind }),
  output: z.object({ fileName: z.string(), base64: z.string() }),
})

export const startImport = command('/gateway/wms/import/start', {
  permission: 'signed_in',
  feature: 'home',
  deed: 'add',
  input: z
    .strictObject({
      kind,
      fileId: id.optional(),
      /** Cells as a spreadsheet puts them on the clipboard. */
      pasted: z.string().min(1).max(MOST_PASTED, rule(importText.pastedTooMuch)).optional(),
      zipFileId: id.optional(),
    })
    .refine(
      ({ fileId, pasted }) => (fileId === undefined) !== (pasted === undefined),
      rule(importText.oneSource),
    ),
  output: z.object({ id }),
})

export const importState = query('/gateway/wms/import/state', {
  permission: 'signed_in',
  feature: 'home',
  input: z.strictObject({ id: importId }),
  output: z.object({
    id,
    importNo: z.string(),
    kind: z.string(),
    status: z.enum(importStates.states),
    fileName: z.string(),
    heads: z.array(z.string()),
    mapping: z.record(z.string(), z.number().int()),
    total: z.number().int(),
    ok: z.number().int(),
    failed: z.number().int(),
    counts: z.record(z.string(), z.number().int()),
    /** How many of the bad lines have a problem of each kind, and how many good ones have something to look at. */
    kinds: z.partialRecord(z.enum(problemKinds), z.number().int()),
    warnings: z.number().int(),
    /** An earlier import of the very same file. */
    sameFile: z.object({ id, importNo: z.string(), createdAt: z.iso.datetime() }).nullable(),
    /** The task that runs it or has run it, with what it left out. */
    task: taskRow.nullable(),
    /** It was to be run and was stopped before anything was written. */
    isCancelled: z.boolean(),
    /** The numbers of the documents that were made. */
    numbers: z.array(z.string()),
  }),
})

export const importRows = query('/gateway/wms/import/rows', {
  permission: 'signed_in',
  feature: 'home',
  input: listQuery(['rowNo'], {
    id: importId,
    /** `warning`: what comes in and yet wants a look. */
    verdict: z.enum([...verdicts, 'warning']).optional(),
    kind: z.enum(problemKinds).optional(),
  }),
  output: pageOf(
    z.object({
      rowNo: z.number().int(),
      cells: z.array(z.string()),
      verdict: z.enum(verdicts),
      problems: z.array(z.object({ column: z.string().nullable(), message: z.string(), remedy: z.string() })),
      sameAsRow: z.number().int().nullable(),
    }),
  ),
})

export const mapImport = command('/gateway/wms/import/map', {
  permission: 'signed_in',
  feature: 'home',
  input: z.strictObject({ id, mapping: z.record(z.string().max(40), z.number().int().min(0).max(63)) }),
  output: z.strictObject({}),
})

/** Mends one line in place; all lines are checked anew, because one can be another's twin. */
export const mendImportRow = command('/gateway/wms/import/mend', {
  permission: 'signed_in',
  feature: 'home',
  input: z.strictObject({
    id,
    rowNo: z.number().int().positive(),
    column: z.string().max(40),
    text: z.string().max(4000),
  }),
  output: z.strictObject({}),
})

export const importModes = ['good_rows', 'all_or_nothing'] as const

export const runImport = command('/gateway/wms/import/run', {
  permission: 'signed_in',
  feature: 'home',
  input: z.strictObject({ id, mode: z.enum(importModes) }),
  output: taskStarted,
})

/** What was imported last of a kind: one's own, and what colleagues have carried out. */
export const lastImports = query('/gateway/wms/import/last', {
  permission: 'signed_in',
  feature: 'home',
  input: z.strictObject({ kind }),
  output: z.object({
    /** What the next one may hold: rows, and the bytes of its files. */
    limits: z.object({ rows: z.number().int(), sheet: z.number().int(), zip: z.number().int() }),
    imports: z.array(
      z.object({
        id,
        importNo: z.string(),
        status: z.enum(importStates.states),
        fileName: z.string(),
        total: z.number().int(),
        ok: z.number().int(),
        failed: z.number().int(),
        createdAt: z.iso.datetime(),
        userName: z.string(),
        /** Only its owner opens it. */
        isOwn: z.boolean(),
      }),
    ),
  }),
})
