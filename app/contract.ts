import { z } from 'zod'
import { command, nothing, query, taskStarted } from '../platform/calls/call.ts'

const dictItem = z.object({ itemValue: z.string(), itemText: z.string() })
const dictCode = z.string().max(64)

export const loadDictionaries = query('/gateway/system/dict/list', {
  method: 'POST',
  permission: 'signed_in',
  feature: 'home',
  input: z.strictObject({ dictCodeList: z.array(dictCode).max(200) }),
  output: z.array(z.object({ dictCode: z.string(), dictItemList: z.array(dictItem) })),
})

export const getDictItems = query('/gateway/system/dict/getDictItems', {
  method: 'POST',
  permission: 'signed_in',
  feature: 'home',
  input: z.strictObject({ dictCode }),
  output: z.array(dictItem),
})

export const helpUrl = query('/gateway/system/help-url', {
  permission: 'signed_in',
  feature: 'home',
  input: z.strictObject({ path: z.string().max(100).optional() }),
  output: z.string(),
})

/** A document from a fixed list, as its plain body. It never fetches a URL. */
export const forwardDocument = query('/gateway/wms/doc/forward', {
  permission: 'signed_in',
  feature: 'home',
  document: 'text/markdown; charset=utf-8',
  input: z.strictObject({ doc: z.enum(['guide', 'changelog']) }),
  output: z.string(),
})

export const openApi = query('/gateway/openapi.json', {
  permission: 'setting:openapi:view',
  feature: 'home',
  document: 'application/json; charset=utf-8',
  input: nothing,
  output: z.string(),
})

/** Runs every ledger check of this tenant, as a task. */
export const checkBooks = command('/gateway/wms/books/check', {
  permission: 'setting:books:check',
  feature: 'home',
  whenExpired: 'allowed',
  input: nothing,
  output: taskStarted,
})

/** How much work waits for the caller, by queue; queues outside their permissions are left out. */
export const homeWork = query('/gateway/wms/home/work', {
  isBackground: true,
  permission: 'signed_in',
  feature: 'home',
  input: nothing,
  output: z.record(z.string(), z.number().int()),
})

/** The numbers of the home page. */
export const homeFigures = query('/gateway/wms/home/figures', {
  isBackground: true,
  permission: 'signed_in',
  feature: 'home',
  input: nothing,
  output: z.object({
    tasksRunning: z.number().int(),
    tasksFailed: z.number().int(),
    /** Null for users who may not see the staff. */
    staff: z.object({ enabled: z.number().int(), seenToday: z.number().int() }).nullable(),
    /** The last ledger check result; null for users who may not run the check. */
    books: z
      .object({
        checkedAt: z.iso.datetime().nullable(),
        hits: z.number().int(),
        codes: z.array(z.string()),
      })
      .nullable(),
  }),
})
