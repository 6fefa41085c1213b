import { z } from 'zod'
import { bulkResult, command, id, ids, listQuery, nothing, pageOf, query } from '../../platform/calls/call.ts'
import { rule } from '../../platform/calls/problems.ts'
import { neededWords } from '../../platform/calls/rules.ts'
import { billOrderTypes } from '../pricing/price-types.ts'
import { feeTypeText } from './text.ts'

const see = { permission: 'query:cost:view', feature: 'cost' } as const
const change = { permission: 'setting:quote:price', feature: 'quote' } as const

const rowVersion = z.number().int()

export const feeTypeQuery = listQuery(['feeCode', 'orderType'], ['feeCode', 'asc'], {
  search: z.string().trim().max(100).optional(),
  orderType: z.enum(billOrderTypes).optional(),
  isEnabled: z.enum(['1', '0']).optional(),
})

export const feeTypeRow = z.object({
  id,
  feeCode: z.string(),
  isEnabled: z.boolean(),
  nameZh: z.string(),
  nameEn: z.string(),
  orderType: z.enum(billOrderTypes),
  bizType: z.string(),
  /** Shipped with the product: fees are charged under it, so it keeps its meaning. */
  isSystem: z.boolean(),
  rowVersion,
})
export type FeeTypeRow = z.output<typeof feeTypeRow>

export const listFeeTypes = query('/gateway/wms/fee-type/list', {
  ...see,
  input: feeTypeQuery,
  output: pageOf(feeTypeRow),
})

/** The enabled types, for those who edit a quote. */
export const feeTypeChoices = query('/gateway/wms/fee-type/choices', {
  permission: 'setting:quote:view',
  feature: 'quote',
  input: nothing,
  output: z.object({
    types: z.array(
      feeTypeRow.pick({
        id: true,
        feeCode: true,
        nameZh: true,
        nameEn: true,
        orderType: true,
        bizType: true,
      }),
    ),
  }),
})

export const getFeeType = query('/gateway/wms/fee-type/one', {
  ...see,
  input: z.strictObject({ id: z.coerce.number().pipe(id) }),
  output: feeTypeRow,
})

const names = { nameZh: neededWords(100), nameEn: neededWords(100) }

export const createFeeType = command('/gateway/wms/fee-type/create', {
  ...change,
  action: 'add',
  input: z.strictObject({
    feeCode: z
      .string()
      .trim()
      .toUpperCase()
      .regex(/^[A-Z0-9_-]{1,35}$/, rule(feeTypeText.codeForm)),
    ...names,
    orderType: z.enum(billOrderTypes),
  }),
  output: z.object({ id }),
})

export const editFeeType = command('/gateway/wms/fee-type/edit', {
  ...change,
  input: z.strictObject({ id, rowVersion, ...names }),
  output: z.object({ rowVersion }),
})

export const switchFeeTypes = command('/gateway/wms/fee-type/switch', {
  ...change,
  input: z.strictObject({ ids, isEnabled: z.boolean() }),
  output: bulkResult,
})
