import { channelsDictionaries } from '../../channels/dictionaries.ts'
import { channelsText } from '../../channels/text.ts'
import { problemsIn } from '../../platform/calls/problems.ts'
import { ruleText } from '../../platform/calls/rules.ts'
import { listText } from '../../platform/lists/lists.ts'
import { fill, type Language, type Text } from '../../platform/text/text.ts'
import { billingDictionaries } from '../dictionaries.ts'
import { freightBillingCodes, surchargeMeasures } from '../pricing/price-types.ts'
import {
  type ContentOf,
  freightContent,
  freightSurcharge,
  MAX_FREIGHT_ROWS,
  MAX_SURCHARGES,
} from './contract.ts'
import { columnLetters } from './exact-cells.ts'
import { boundProblem, cellProblem } from './freight-checks.ts'
import {
  bigIn,
  type Cell,
  type CellValue,
  cellValues,
  emptyCell,
  type Grid,
  type Tier,
} from './freight-grid.ts'
import { freightText, measureTexts, valueTexts } from './freight-text.ts'
import { commaIn, numberIn, savedText } from './typed-number.ts'

type Content = ContentOf<'freight'>
type Surcharge = Content['surcharges'][number]
type Weighing = Pick<Content, 'dimDivisor' | 'dimRounding' | 'weightStep' | 'weightBasis' | 'flatPrice'>

/** A sheet of a workbook, all cells as texts. */
export type TextSheet = { name: string; rows: string[][] }

/** What a workbook holds: the table, and surcharges and settings where it has sheets for them. */
export type FreightFile = { grid: Grid; surcharges?: Surcharge[]; weighing?: Weighing }

/** What is wrong with a workbook, and where, as a spreadsheet numbers it. */
export type FileProblem = { sheet: string; row: number; column: string; message: Text }

type Choice = { value: string; text: Text }
type Field<K> = { key: K; title: Text; choices?: readonly Choice[] }

const itemsOf = (code: string): readonly Choice[] =>
  [...billingDictionaries, ...channelsDictionaries].find((dictionary) => dictionary.code === code)?.items ??
  []

const forms = itemsOf('freightBillingCode')
const flags = [
  { value: 'true', text: listText.yes },
  { value: 'false', text: listText.no },
]

const surchargeFields: readonly Field<keyof Surcharge>[] = [
  { key: 'type', title: freightText.surchargeType, choices: itemsOf('surchargeType') },
  { key: 'remoteLevel', title: freightText.remoteLevel, choices: itemsOf('remoteLevel') },
  {
    key: 'measure',
    title: freightText.measure,
    choices: surchargeMeasures.map((value) => ({ value, text: measureTexts[value] })),
  },
  { key: 'above', title: freightText.above },
  { key: 'dateFrom', title: freightText.dateFrom },
  { key: 'dateTo', title: freightText.dateTo },
  { key: 'amount', title: freightText.amount },
  { key: 'percent', title: freightText.percentOfFreight },
  { key: 'fuelable', title: freightText.fuelable, choices: flags },
]

const weighingFields: readonly Field<keyof Weighing>[] = [
  { key: 'dimDivisor', title: channelsText.dimDivisor },
  { key: 'dimRounding', title: channelsText.dimRounding, choices: itemsOf('dimRounding') },
  { key: 'weightStep', title: channelsText.weightStep },
  { key: 'weightBasis', title: channelsText.weightBasis, choices: itemsOf('weightBasis') },
  { key: 'flatPrice', title: freightText.flatPrice },
]

const inWords = (value: unknown, choices: readonly Choice[] | undefined, language: Language): string => {
  const text = value === null || value === undefined ? '' : String(value)
  return choices?.find((choice) => choice.value === text)?.text[language] ?? text
}

const sameWord = (a: string, b: string) => a.trim().toLowerCase() === b.trim().toLowerCase()
const isCalled = (typed: string, { zh_CN, en_US }: Text) => sameWord(typed, zh_CN) || sameWord(typed, en_US)
const meant = (typed: string, choices: readonly Choice[]): string | undefined =>
  choices.find(({ value, text }) => sameWord(typed, value) || isCalled(typed, text))?.value

/** A version as a workbook: a sheet for each value that the table uses, zones across and weights down, then surcharges and settings. */
export function freightSheets(grid: Grid, content: Omit<Content, 'rows'>, language: Language): TextSheet[] {
  const cells = grid.tiers.flatMap((tier) => tier.cells.filter((cell) => cell !== null))
  const table = (title: Text, textOf: (cell: Cell) => string): TextSheet => ({
    name: title[language],
    rows: [
      [freightText.from[language], freightText.to[language], ...grid.zones],
      ...grid.tiers.map(({ from, to, cells }) => [
        from,
        to,
        ...cells.map((cell) => (cell ? textOf(cell) : '')),
      ]),
    ],
  })
  // Without this sheet every price is a flat one, and what has no price is not served.
  const hasForms = cells.some(({ code, price }) => code !== 'flat' || price === '')
  return [
    table(valueTexts.price, ({ price }) => price),
    ...(hasForms ? [table(freightText.form, ({ code }) => inWords(code, forms, language))] : []),
    ...cellValues
      .filter((value) => value !== 'price' && cells.some((cell) => cell[value] !== ''))
      .map((value) => table(valueTexts[value], (cell) => cell[value])),
    {
      name: freightText.surcharges[language],
      rows: [
        surchargeFields.map(({ title }) => title[language]),
        ...content.surcharges.map((surcharge) =>
          surchargeFields.map(({ key, choices }) => inWords(surcharge[key], choices, language)),
        ),
      ],
    },
    {
      name: freightText.weighing[language],
      rows: [
        [freightText.setting[language], freightText.settingValue[language]],
        ...weighingFields.map(({ key, title, choices }) => [
          title[language],
          inWords(content[key], choices, language),
        ]),
      ],
    },
  ]
}

const isEmpty = (cells: readonly string[]) => cells.every((cell) => cell.trim() === '')
const isBlank = (text: string) => /^[-–—]?$/.test(text.trim())
const numberText = (text: string) => (isBlank(text) ? '' : savedText(text))

/** Sheets without decimal commas: one cell of the workbook in which a comma can mean nothing else decides for all. Headers stay as they are. */
function withPoints(sheets: readonly TextSheet[]): readonly TextSheet[] {
  if (commaIn(sheets.flatMap(({ rows }) => rows.slice(1))) === 'thousands') return sheets
  return sheets.map(({ name, rows: [heads = [], ...body] }) => ({
    name,
    rows: [heads, ...body.map((cells) => cells.map((cell) => numberIn(cell, 'decimal') ?? cell))],
  }))
}

/** Reads a workbook as `freightSheets` writes it, or says cell by cell what is wrong with it. */
export function readFreightSheets(given: readonly TextSheet[]): FreightFile | { problems: FileProblem[] } {
  const sheets = withPoints(given)
  const problems: FileProblem[] = []
  const sheetOf = (title: Text) => sheets.find(({ name }) => isCalled(name, title))
  const prices = sheetOf(valueTexts.price)
  if (!prices) {
    const message = both((language) => fill(freightText.noSheet, { tab: valueTexts.price[language] }))
    return { problems: [{ sheet: sheets[0]?.name ?? '', row: 1, column: 'A', message }] }
  }
  const frame = frameOf(prices, problems)
  const read = (title: Text) => {
    const sheet = sheetOf(title)
    return sheet && { sheet, cells: cellsIn(sheet, frame, prices, problems) }
  }
  const values = new Map(cellValues.map((value) => [value, read(valueTexts[value])]))
  const grid = gridIn(frame, values, read(freightText.form), problems)
  const surcharges = sheetOf(freightText.surcharges)
  const weighing = sheetOf(freightText.weighing)
  const result = {
    grid,
    ...(surcharges && { surcharges: surchargesIn(surcharges, problems) }),
    ...(weighing && { weighing: weighingIn(weighing, problems) }),
  }
  return problems.length > 0 ? { problems } : result
}

/** A text whose parameters are texts themselves. */
const both = (textIn: (language: Language) => Text): Text => ({
  zh_CN: textIn('zh_CN').zh_CN,
  en_US: textIn('en_US').en_US,
})

const problemAt = (sheet: TextSheet, row: number, column: number, message: Text): FileProblem => ({
  sheet: sheet.name,
  row: row + 1,
  column: columnLetters(column),
  message,
})

/** The zones and weights of the price sheet, with the rows they stand in. */
type Frame = { zones: string[]; tiers: { row: number; from: string; to: string }[] }
const LEADING = 2

function frameOf(sheet: TextSheet, problems: FileProblem[]): Frame {
  const [heads = [], ...body] = sheet.rows
  const wrong = (row: number, column: number, message: Text) =>
    problems.push(problemAt(sheet, row, column, message))
  for (const [column, title] of [freightText.from, freightText.to].entries())
    if (!isCalled(heads[column] ?? '', title)) wrong(0, column, expected(title))
  const width = Math.max(
    LEADING,
    ...sheet.rows.map((cells) => cells.findLastIndex((cell) => cell.trim() !== '') + 1),
  )
  const zones = Array.from({ length: width - LEADING }, (_, i) =>
    (heads[i + LEADING] ?? '').trim().toUpperCase(),
  )
  for (const [zone, code] of zones.entries()) {
    const column = zone + LEADING
    if (code === '') wrong(0, column, ruleText.needed)
    else if (zones.indexOf(code) < zone) wrong(0, column, fill(freightText.zoneTwice, { zone: code }))
    else if (code.length > 10) wrong(0, column, fill(freightText.zoneTooLong, { zone: code }))
  }
  const tiers = body.flatMap((cells, i) => {
    if (isEmpty(cells)) return []
    const [from, to] = [numberText(cells[0] ?? ''), numberText(cells[1] ?? '')]
    for (const [column, problem] of [boundProblem(from, 'from'), boundProblem(to, 'to')].entries())
      if (problem) wrong(i + 1, column, problem)
    return [{ row: i + 1, from, to }]
  })
  if (tiers.length * zones.length > MAX_FREIGHT_ROWS)
    wrong(0, 0, fill(freightText.tooMany, { max: MAX_FREIGHT_ROWS }))
  return { zones, tiers }
}

const expected = (title: Text) =>
  both((language) => fill(freightText.headExpected, { title: title[language] }))

const sameBound = (a: string, b: string) => {
  const [one, other] = [bigIn(a), bigIn(b)]
  return one && other ? one.eq(other) : a === b
}

/** The cells of a sheet by tier and zone. Its zones and weights have to be those of the price sheet, in the same places. */
function cellsIn(
  sheet: TextSheet,
  { zones, tiers }: Frame,
  prices: TextSheet,
  problems: FileProblem[],
): string[][] {
  const differs = fill(freightText.differs, { tab: prices.name })
  const rows = new Map(tiers.map((tier) => [tier.row, tier]))
  for (const [row, cells] of sheet.rows.entries()) {
    if (isEmpty(cells)) continue
    const extra = cells.findIndex((cell, i) => i >= zones.length + LEADING && cell.trim() !== '')
    if (extra >= 0) problems.push(problemAt(sheet, row, extra, differs))
    const tier = rows.get(row)
    if (row === 0) {
      const other = zones.findIndex((zone, i) => (cells[i + LEADING] ?? '').trim().toUpperCase() !== zone)
      if (other >= 0) problems.push(problemAt(sheet, row, other + LEADING, differs))
    } else if (!tier || !sameBound(numberText(cells[0] ?? ''), tier.from))
      problems.push(problemAt(sheet, row, 0, differs))
    else if (!sameBound(numberText(cells[1] ?? ''), tier.to)) problems.push(problemAt(sheet, row, 1, differs))
  }
  return tiers.map(({ row }) => zones.map((_, i) => (sheet.rows[row]?.[i + LEADING] ?? '').trim()))
}

type Cells = { sheet: TextSheet; cells: string[][] } | undefined

function gridIn(
  { zones, tiers }: Frame,
  values: ReadonlyMap<CellValue, Cells>,
  typed: Cells,
  problems: FileProblem[],
): Grid {
  const cellAt = (tier: number, zone: number): Cell | null => {
    const row = tiers[tier]?.row ?? 0
    const cell = { ...emptyCell('flat') }
    for (const [value, found] of values) {
      const text = numberText(found?.cells[tier]?.[zone] ?? '')
      const problem = cellProblem(text, value)
      if (found && problem) problems.push(problemAt(found.sheet, row, zone + LEADING, problem))
      cell[value] = text
    }
    const isServed = cellValues.some((value) => cell[value] !== '')
    const form = typed?.cells[tier]?.[zone] ?? ''
    if (!typed) return isServed ? cell : null
    if (isBlank(form) && !isServed) return null
    const code = freightBillingCodes.find((each) => each === meant(form, forms))
    if (!code)
      problems.push(
        problemAt(typed.sheet, row, zone + LEADING, isBlank(form) ? ruleText.needed : ruleText.choice),
      )
    return { ...cell, code: code ?? 'flat' }
  }
  return {
    zones,
    tiers: tiers.map(
      ({ from, to }, tier): Tier => ({ from, to, cells: zones.map((_, zone) => cellAt(tier, zone)) }),
    ),
  }
}

/** A typed value for the contract's rule; undefined where it is none of the choices. */
function typedValue(typed: string, choices: readonly Choice[] | undefined): string | null | undefined {
  if (isBlank(typed)) return null
  return choices ? meant(typed, choices) : savedText(typed)
}

function surchargesIn(sheet: TextSheet, problems: FileProblem[]): Surcharge[] {
  const [heads = [], ...body] = sheet.rows
  const columns = surchargeFields.map((field) => ({
    ...field,
    column: heads.findIndex((head) => isCalled(head, field.title)),
  }))
  for (const [place, { column, title }] of columns.entries())
    if (column < 0) problems.push(problemAt(sheet, 0, place, expected(title)))
  const found = body.flatMap((cells, i): Surcharge[] => {
    if (isEmpty(cells)) return []
    const wrong = (key: string, message: Text) =>
      problems.push(problemAt(sheet, i + 1, columns.find((each) => each.key === key)?.column ?? 0, message))
    const typed = columns.map(({ key, column, choices }) => ({
      key,
      value: typedValue(cells[column] ?? '', choices),
    }))
    const unknown = typed.filter(({ value }) => value === undefined)
    for (const { key } of unknown) wrong(key, ruleText.choice)
    if (unknown.length > 0) return []
    const given = Object.fromEntries(
      typed.map(({ key, value }) => [key, key === 'fuelable' ? value === 'true' : value]),
    )
    const read = freightSurcharge.safeParse(given)
    if (read.success) return [read.data]
    for (const { path, message } of problemsIn(read.error)) wrong(path, message)
    return []
  })
  if (body.length > MAX_SURCHARGES && found.length > MAX_SURCHARGES)
    problems.push(
      problemAt(sheet, MAX_SURCHARGES + 1, 0, fill(freightText.tooManySurcharges, { max: MAX_SURCHARGES })),
    )
  return found
}

const weighingRules = freightContent.pick({
  dimDivisor: true,
  dimRounding: true,
  weightStep: true,
  weightBasis: true,
  flatPrice: true,
})

function weighingIn(sheet: TextSheet, problems: FileProblem[]): Weighing {
  const rowOf = (title: Text) => sheet.rows.findIndex(([name = '']) => isCalled(name, title))
  const given = Object.fromEntries(
    weighingFields.map(({ key, title, choices }) => {
      const row = rowOf(title)
      const value = row < 0 ? null : typedValue(sheet.rows[row]?.[1] ?? '', choices)
      if (value === undefined) problems.push(problemAt(sheet, row, 1, ruleText.choice))
      const isWhole = key === 'dimDivisor' && typeof value === 'string' && /^\d+$/.test(value)
      return [key, isWhole ? Number(value) : (value ?? null)]
    }),
  )
  const read = weighingRules.safeParse(given)
  if (read.success) return read.data
  for (const { path, message } of problemsIn(read.error)) {
    const title = weighingFields.find(({ key }) => key === path)?.title
    problems.push(problemAt(sheet, title ? rowOf(title) : 0, 1, message))
  }
  return { dimDivisor: null, dimRounding: null, weightStep: null, weightBasis: null, flatPrice: null }
}
