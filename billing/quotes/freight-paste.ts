import { blockIn } from '../../channels/zones/paste.ts'
import { guessMapping } from '../../platform/imports/imports.ts'
import type { Language } from '../../platform/text/text.ts'
import { billingDictionaries } from '../dictionaries.ts'
import { type FreightBillingCode, type FreightRow, freightBillingCodes } from '../pricing/price-types.ts'
import {
  type Area,
  type Cell,
  type CellValue,
  cellValues,
  freshCell,
  type Grid,
  gridOf,
  placedRows,
  type Tier,
} from './freight-grid.ts'
import { freightText, valueTexts } from './freight-text.ts'
import { type Comma, commaIn, numberIn, savedText } from './typed-number.ts'

/** A tier's bounds as written in front of a row. */
type Bounds = Pick<Tier, 'from' | 'to'>

/** What a block of cells from a spreadsheet was recognised as. */
export type Pasted =
  /** Prices without headers, which start at the selected cell. */
  | { kind: 'cells'; cells: string[][] }
  /** Zones across, weights down. */
  | { kind: 'table'; zones: string[]; tiers: (Bounds & { isRead: boolean })[]; cells: string[][] }
  /** One row for each zone and weight with all its values, as `listText` writes it. */
  | { kind: 'list'; rows: FreightRow[]; unreadForms: number }

/** A block, what it was recognised as, and what is said about it before it is applied. */
export type PasteOffer = {
  pasted: Pasted
  /** The same block as plain cells, where the headers were recognised wrongly. */
  plain: Extract<Pasted, { kind: 'cells' }>
}

const isBlank = (text: string) => /^[-–—]?$/.test(text.trim())

/** Removes empty rows and columns at the end, which a spreadsheet copies along. */
function trimmed(block: string[][]): string[][] {
  const rows = block.slice(0, block.findLastIndex((cells) => cells.some((cell) => cell !== '')) + 1)
  const width = Math.max(0, ...rows.map((cells) => cells.findLastIndex((cell) => cell !== '') + 1))
  return rows.map((cells) => Array.from({ length: width }, (_, i) => cells[i] ?? ''))
}

const textOf = (cell: string, comma: Comma) => (isBlank(cell) ? '' : savedText(cell, comma))

/** The block of a pasted text; undefined for a single cell. */
export function readPaste(text: string, knownZones: readonly string[]): PasteOffer | undefined {
  const raw = blockIn(text)
  const block = raw && trimmed(raw)
  if (!block || block.length === 0) return undefined
  const comma = commaIn(block)
  const plain = {
    kind: 'cells' as const,
    cells: block.map((cells) => cells.map((cell) => textOf(cell, comma))),
  }
  return { plain, pasted: listIn(block, comma, knownZones) ?? tableIn(block, comma, knownZones) ?? plain }
}

/** A spreadsheet turns 02 into 2: the known zone is meant. */
function knownZone(code: string, known: readonly string[]): string | undefined {
  if (known.includes(code)) return code
  const short = (zone: string) => zone.replace(/^0+(?=.)/, '')
  const padded = known.filter((zone) => short(zone) === short(code))
  return padded.length === 1 ? padded[0] : undefined
}

const inCapitals = (text: string) => text.normalize('NFKC').trim().toUpperCase()

/** The code of a zone in a header, with or without the word “Zone”. */
export function zoneIn(head: string, known: readonly string[]): string {
  const whole = inCapitals(head)
  const code = whole.replace(/^(ZONE|分区|区域)[\s:#-]*(?=\S)/, '')
  return knownZone(whole, known) ?? knownZone(code, known) ?? code
}

const isZone = (head: string) => /^[\p{L}\p{N}_-]{1,10}$/u.test(zoneIn(head, []))
const weightWord =
  /^(|from|to|above|up to|over|weight.*|(max|min)\.? ?weight|lbs?|kgs?|tier|重量.*|起|止|至|从|到|下限|上限|(重量)?区间|磅|公斤|千克|[\p{L}\s]*[\\/／|][\p{L}\s]*)$/iu

const unit = String.raw`\s*(?:lbs?|kgs?|磅|公斤|千克)?\.?\s*`
const figure = String.raw`(\d[\d.,]*|\.\d+)`
const spanForm = new RegExp(`^${figure}${unit}(?:-|–|—|~|to|至|到|<\\s*w\\s*(?:<=|≤|<))\\s*${figure}${unit}$`)
const upToForm = new RegExp(`^(?:<=|≤|<|up to|不超过|至)?\\s*${figure}${unit}$`)
const overForm = new RegExp(
  `^(?:(?:>=?|≥|over|above|超过|大于)\\s*${figure}${unit}|${figure}${unit}(?:\\+|以上|and (?:up|above|over)))$`,
)

/** A weight or a span of weights in front of a row. Without `from` it is an upper bound. Ounces and grams are not converted. */
export function weightIn(
  text: string,
  comma: Comma = 'thousands',
): { from?: string; to: string } | undefined {
  const plain = text.normalize('NFKC').trim().toLowerCase()
  const read = (figure: string | undefined) => (figure === undefined ? undefined : numberIn(figure, comma))
  const span = spanForm.exec(plain)
  if (span) {
    const [from, to] = [read(span[1]), read(span[2])]
    return from !== undefined && to !== undefined ? { from, to } : undefined
  }
  const over = overForm.exec(plain)
  if (over) {
    const from = read(over[1] ?? over[2])
    return from === undefined ? undefined : { from, to: '' }
  }
  const to = read(upToForm.exec(plain)?.[1])
  return to === undefined ? undefined : { to }
}

/** How much of the first column has to be weights. Cards have rows such as “Letter” as well. */
const MIN_READ = 0.8

function tableIn(block: string[][], comma: Comma, known: readonly string[]): Pasted | undefined {
  const [heads = [], ...body] = block
  const [first = '', second = ''] = heads.map((head) => head.normalize('NFKC').trim())
  if (!weightWord.test(first) || body.length === 0) return undefined
  const leading = weightWord.test(second) && heads.length > 2 ? 2 : 1
  const zones = heads.slice(leading)
  if (zones.length === 0 || !zones.every((zone) => isZone(zone))) return undefined

  let last = '0'
  const tiers = body.map(([start = '', end = '']) => {
    const bounds = leading === 2 ? pairIn(start, end, comma) : weightIn(start, comma)
    const tier = bounds
      ? { from: bounds.from ?? last, to: bounds.to, isRead: true }
      : { from: last, to: leading === 2 ? end : start, isRead: false }
    if (bounds) last = bounds.to
    return tier
  })
  if (tiers.filter(({ isRead }) => isRead).length < tiers.length * MIN_READ) return undefined
  return {
    kind: 'table',
    zones: zones.map((zone) => zoneIn(zone, known)),
    tiers,
    cells: body.map((cells) => cells.slice(leading).map((cell) => textOf(cell, comma))),
  }
}

function pairIn(start: string, end: string, comma: Comma) {
  const from = numberIn(start, comma)
  const to = isBlank(end) || end === '∞' ? '' : numberIn(end, comma)
  return from !== undefined && to !== undefined ? { from, to } : undefined
}

const listColumns = [
  { key: 'zoneCode', title: freightText.zone },
  { key: 'weightFrom', title: freightText.from },
  { key: 'weightTo', title: freightText.to },
  { key: 'billingCode', title: freightText.form },
  ...cellValues.map((key) => ({ key, title: valueTexts[key] })),
].map((column) => ({ ...column, note: { zh_CN: '', en_US: '' }, example: '' }))

const forms = billingDictionaries.find(({ code }) => code === 'freightBillingCode')?.items ?? []

const formIn = (text: string): FreightBillingCode | undefined => {
  const word = text.trim().toLowerCase()
  const named = forms.find(
    (item) => item.value === word || Object.values(item.text).some((label) => label.toLowerCase() === word),
  )
  return freightBillingCodes.find((code) => code === named?.value)
}

function listIn(block: string[][], comma: Comma, known: readonly string[]): Pasted | undefined {
  const [heads = [], ...body] = block
  const places = guessMapping(listColumns, heads)
  if (['zoneCode', 'weightFrom', 'price'].some((key) => !(key in places))) return undefined
  let unreadForms = 0
  const rows = body.map((cells): FreightRow => {
    const raw = (key: string) => cells[places[key] ?? -1] ?? ''
    const text = (key: string) => textOf(raw(key), comma)
    const orNull = (key: string) => (text(key) === '' ? null : text(key))
    const form = formIn(raw('billingCode'))
    const zone = inCapitals(raw('zoneCode'))
    if (!form && raw('billingCode').trim() !== '') unreadForms++
    return {
      zoneCode: knownZone(zone, known) ?? zone,
      weightFrom: text('weightFrom'),
      weightTo: orNull('weightTo'),
      billingCode: form ?? 'flat',
      price: orNull('price'),
      firstWeight: orNull('firstWeight'),
      nextPrice: orNull('nextPrice'),
      step: orNull('step'),
      minCharge: orNull('minCharge'),
    }
  })
  return { kind: 'list', rows, unreadForms }
}

/** The size of a block, and how much of it can't be read as a number. */
export function measurePaste(pasted: Pasted): { rows: number; columns: number; notNumbers: number } {
  const isWrong = (text: string | null) => text !== null && text !== '' && numberIn(text) === undefined
  if (pasted.kind === 'list') {
    const wrong = pasted.rows.flatMap((row) =>
      [row.weightFrom, row.weightTo, ...cellValues.map((value) => row[value])].filter(isWrong),
    )
    const { zones, tiers } = gridOf(pasted.rows)
    return { rows: tiers.length, columns: zones.length, notNumbers: wrong.length + pasted.unreadForms }
  }
  const { cells } = pasted
  const unread = pasted.kind === 'table' ? pasted.tiers.filter(({ isRead }) => !isRead).length : 0
  return {
    rows: cells.length,
    columns: cells[0]?.length ?? 0,
    notNumbers: unread + cells.flat().filter(isWrong).length,
  }
}

/** Where plain cells start: in a weight column or in the column of a zone. */
export type PastePlace = { tier: number; column: 'from' | 'to' | number }

/** The table after a block was pasted. A table or list replaces everything, or updates what it names and adds the rest. */
export function pasteInto(
  grid: Grid,
  pasted: Pasted,
  { at, value, isReplacing }: { at: PastePlace; value: CellValue; isReplacing: boolean },
): Grid {
  switch (pasted.kind) {
    case 'cells':
      return withPlainCells(grid, at, value, pasted.cells)
    case 'table': {
      const { zones, tiers, cells } = pasted
      return withTable(grid, { zones, tiers, isReplacing }, (tier, zone, before) => ({
        ...before,
        [value]: cells[tier]?.[zone] ?? '',
      }))
    }
    case 'list': {
      const fresh = gridOf(pasted.rows)
      if (isReplacing) return fresh
      return withTable(
        grid,
        { ...fresh, isReplacing },
        (tier, zone, before, isNew) => fresh.tiers[tier]?.cells[zone] ?? (isNew ? null : before),
      )
    }
  }
}

function withPlainCells(grid: Grid, at: PastePlace, value: CellValue, block: string[][]): Grid {
  const bounds =
    at.column === 'from' ? (['from', 'to'] as const) : at.column === 'to' ? (['to'] as const) : []
  const first = typeof at.column === 'number' ? at.column : 0
  const width = (block[0]?.length ?? 0) - bounds.length
  const sized = extended(grid, at.tier + block.length, first + Math.max(0, width))
  return {
    ...sized,
    tiers: sized.tiers.map((tier, i) => {
      const texts = block[i - at.tier]
      if (!texts) return tier
      const given = Object.fromEntries(bounds.map((bound, k) => [bound, texts[k] ?? '']))
      const cells = tier.cells.map((cell, k) => {
        const text = k < first ? undefined : texts[k - first + bounds.length]
        if (text === undefined || text === (cell?.[value] ?? '')) return cell
        return { ...(cell ?? freshCell(grid, i)), [value]: text }
      })
      return { ...tier, ...given, cells }
    }),
  }
}

/** The table with at least this many tiers and zones. Added ones have no weights and no code until they are typed. */
function extended(grid: Grid, tierCount: number, zoneCount: number): Grid {
  const added = Math.max(0, zoneCount - grid.zones.length)
  const zones = [...grid.zones, ...Array.from({ length: added }, () => '')]
  const wider = grid.tiers.map((tier, i) =>
    added === 0
      ? tier
      : { ...tier, cells: [...tier.cells, ...Array.from({ length: added }, () => freshCell(grid, i))] },
  )
  const below = Array.from({ length: Math.max(0, tierCount - wider.length) }, () => ({
    from: '',
    to: '',
    cells: zones.map(() => freshCell(grid, grid.tiers.length - 1)),
  }))
  return { zones, tiers: [...wider, ...below] }
}

type Incoming = { zones: readonly string[]; tiers: readonly Bounds[]; isReplacing: boolean }

const boundsKey = ({ from, to }: Bounds) =>
  JSON.stringify(
    [from, to].map(
      (text) =>
        numberIn(text)
          ?.replace(/(\.\d*?)0+$/, '$1')
          .replace(/\.$/, '') ?? text,
    ),
  )

/** Brings incoming zones and tiers together with the table's, and asks for each cell that both name. */
function withTable(
  grid: Grid,
  incoming: Incoming,
  cellOf: (tier: number, zone: number, before: Cell, isNew: boolean) => Cell | null,
): Grid {
  const kept: Grid = incoming.isReplacing ? { zones: [], tiers: [] } : grid
  const codes = kept.zones.map((zone) => zone.trim().toUpperCase())
  const zones = [...kept.zones, ...incoming.zones.filter((zone) => !codes.includes(zone))]
  const columns = zones.map((zone) => incoming.zones.indexOf(zone.trim().toUpperCase()))
  const places = new Map(incoming.tiers.map((tier, i) => [boundsKey(tier), i]))
  const known = new Set(kept.tiers.map(boundsKey))
  const merged = (tier: Tier | null, bounds: Bounds, place: number | undefined, near: number): Tier => ({
    from: bounds.from,
    to: bounds.to,
    cells: columns.map((column, zone) => {
      const before = tier?.cells[zone] ?? null
      if (place === undefined || column < 0) return before
      return cellOf(place, column, before ?? freshCell(grid, near), before === null)
    }),
  })
  const updated = kept.tiers.map((tier, i) => merged(tier, tier, places.get(boundsKey(tier)), i))
  const added = incoming.tiers.flatMap((tier, i) =>
    known.has(boundsKey(tier)) ? [] : [merged(null, tier, i, grid.tiers.length - 1)],
  )
  if (kept.tiers.length === 0) return { zones, tiers: added }
  return { zones, tiers: inOrder(updated, added) }
}

/** Puts each added tier before the first one that starts later. */
function inOrder(tiers: readonly Tier[], added: readonly Tier[]): Tier[] {
  const result = [...tiers]
  for (const tier of added) {
    const start = Number(numberIn(tier.from))
    const place = result.findIndex(({ from }) => Number(numberIn(from)) > start)
    result.splice(place < 0 ? result.length : place, 0, tier)
  }
  return result
}

const inCell = (text: string) => text.replace(/[\t\r\n]+/g, ' ')
const lines = (block: readonly (readonly string[])[]) =>
  block.map((cells) => cells.map(inCell).join('\t')).join('\n')

/** The selected cells for a spreadsheet. */
export const areaText = ({ tiers }: Grid, { top, bottom, left, right }: Area, value: CellValue): string =>
  lines(
    tiers
      .slice(top, bottom + 1)
      .map(({ cells }) => cells.slice(left, right + 1).map((cell) => cell?.[value] ?? '')),
  )

/** One value of the card for a spreadsheet, with zones across and weights down. */
export const tableText = ({ zones, tiers }: Grid, value: CellValue, language: Language): string =>
  lines([
    [freightText.from[language], freightText.to[language], ...zones],
    ...tiers.map(({ from, to, cells }) => [from, to, ...cells.map((cell) => cell?.[value] ?? '')]),
  ])

/** The whole card for a spreadsheet, one row for each zone and weight. Pasted again it gives the same card. */
export const listText = (grid: Grid, language: Language): string =>
  lines([
    listColumns.map(({ title }) => title[language]),
    ...placedRows(grid).map(({ row }) => [
      row.zoneCode,
      row.weightFrom,
      row.weightTo ?? '',
      forms.find(({ value }) => value === row.billingCode)?.text[language] ?? row.billingCode,
      ...cellValues.map((value) => row[value] ?? ''),
    ]),
  ])
