import { z } from 'zod'
import { command, id, listQuery, pageOf, query, taskStarted } from '../calls/call.ts'
import { rule } from '../calls/problems.ts'
import { taskRow } from '../tasks/tasks.ts'
import { importStates, problemKinds, verdicts } from './imports.ts'
import { importText } from './text.ts'

/** What a clipboard may hold; more belongs into a file. */
const MAX_PASTED = 300_000

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
      pasted: z.string().min(1).max(MAX_PASTED, rule(importText.pastedTooMuch)).optional(),
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
