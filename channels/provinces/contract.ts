import { z } from 'zod'
import { bulkResult, command, id, ids, listQuery, pageOf, query } from '../../platform/calls/call.ts'
import { rule } from '../../platform/calls/problems.ts'
import { country, maybe, words } from '../../platform/calls/rules.ts'
import { stateText } from './text.ts'

const see = { permission: 'setting:basicData:view', feature: 'basicData' } as const
const change = { permission: 'setting:basicData:edit', feature: 'basicData' } as const

export const stateQuery = listQuery(
  ['countryCode', 'stateCode', 'nameZh', 'nameEn', 'updatedAt'],
  ['countryCode', 'asc'],
  {
    search: z.string().trim().max(100).optional(),
    countryCode: country.optional(),
    isEnabled: z.enum(['1', '0']).optional(),
  },
)

export const stateRow = z.object({
  id,
  countryCode: z.string(),
  stateCode: z.string(),
  nameZh: z.string().nullable(),
  nameEn: z.string().nullable(),
  isEnabled: z.boolean(),
  updatedAt: z.iso.datetime(),
})
export type StateRow = z.output<typeof stateRow>

export const listStates = query('/gateway/wms/state/list', {
  ...see,
  input: stateQuery,
  output: pageOf(stateRow),
})

/** The countries with provinces, for the filter. */
export const stateCountries = query('/gateway/wms/state/countries', {
  ...see,
  input: z.strictObject({}),
  output: z.array(z.string()),
})

export const state = query('/gateway/wms/state/one', {
  ...see,
  input: z.strictObject({ id: z.coerce.number().pipe(id) }),
  output: stateRow.extend({ rowVersion: z.number().int() }),
})

/** A province's code within its country and its name; a name in one language is enough. */
export const stateFields = {
  countryCode: country,
  stateCode: z
    .string()
    .trim()
    .toUpperCase()
    .regex(/^[A-Z0-9-]{2,5}$/, rule(stateText.codeForm)),
  nameZh: maybe(words(100)),
  nameEn: maybe(words(100)),
}

type Names = { nameZh?: string | null | undefined; nameEn?: string | null | undefined }
export const isNamed = ({ nameZh, nameEn }: Names) => Boolean(nameZh ?? nameEn)
export const nameProblem = { path: ['nameEn'], message: rule(stateText.oneName) }

export const createState = command('/gateway/wms/state/create', {
  ...change,
  action: 'add',
  input: z.strictObject(stateFields).refine(isNamed, nameProblem),
  output: z.object({ id }),
})

export const editState = command('/gateway/wms/state/edit', {
  ...change,
  input: z
    .strictObject({
      id,
      rowVersion: z.number().int(),
      nameZh: stateFields.nameZh,
      nameEn: stateFields.nameEn,
    })
    .refine(isNamed, nameProblem),
  output: z.object({ rowVersion: z.number().int() }),
})

export const switchStates = command('/gateway/wms/state/switch', {
  ...change,
  input: z.strictObject({ ids, isEnabled: z.boolean() }),
  output: bulkResult,
})
