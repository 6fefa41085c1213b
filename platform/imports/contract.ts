import { z } from 'zod'
import { command, id, listQuery, pageOf, query, taskStarted } from '../calls/call.ts'
import { rule } from '../calls/problems.ts'
import { taskRow } from '../tasks/tasks.ts'
import { importStates, problemKinds, verdicts } from './imports.ts'
import { importText } from './text.ts'

/** The clipboard limit; larger data needs a file. */
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
  action: 'add',
  input: z
    .strictObject({
      kind,
      fileId: id.optional(),
      /** Cells as a spreadsheet copies them to the clipboard. */
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
    /** How many bad rows have a problem of each kind, and how many good rows have a warning. */
    kinds: z.partialRecord(z.enum(problemKinds), z.number().int()),
    warnings: z.number().int(),
    /** An earlier import of the same file. */
    sameFile: z.object({ id, importNo: z.string(), createdAt: z.iso.datetime() }).nullable(),
    /** The task that runs it or has run it, with the rows it left out. */
    task: taskRow.nullable(),
    /** It was started and then cancelled before anything was written. */
    isCancelled: z.boolean(),
    /** The numbers of the created documents. */
    numbers: z.array(z.string()),
  }),
})

export const importRows = query('/gateway/wms/import/rows', {
  permission: 'signed_in',
  feature: 'home',
  input: listQuery(['rowNo'], ['rowNo', 'asc'], {
    id: importId,
    /** `warning`: imported, but should be checked. */
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

/** Corrects one row in place; all rows are checked again, because one can duplicate another. */
export const correctImportRow = command('/gateway/wms/import/mend', {
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

/** The latest imports of a kind: the user's own, and those colleagues have run. */
export const lastImports = query('/gateway/wms/import/last', {
  permission: 'signed_in',
  feature: 'home',
  input: z.strictObject({ kind }),
  output: z.object({
    /** The limits of the next import: rows, and bytes of its files. */
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
        /** Only its owner can open it. */
        isOwn: z.boolean(),
      }),
    ),
  }),
})
