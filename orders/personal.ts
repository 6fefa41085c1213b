import { warehouseSends } from './rules.ts'

/** Personal data of a recipient. */
type Personal = {
  receiverName: string
  company?: string | null
  phone?: string | null
  email?: string | null
  taxNo?: string | null
  address1?: string
  address2?: string | null
  address3?: string | null
  doorplate?: string | null
  senderName?: string | null
  senderPhone?: string | null
  senderAddress?: string | null
}

export const HIDDEN = '***'

/** The first letter of a name; enough to tell two parcels apart, and too little to know a person. */
const initial = (name: string) => (name === HIDDEN ? HIDDEN : `${[...name][0] ?? ''}${HIDDEN}`)

/** The recipient as users see it who work with orders and need not know where they go. City, state and postal code stay. */
export function masked<P extends Personal>(person: P): P {
  const shown = { ...person, receiverName: initial(person.receiverName) }
  for (const field of [
    'company',
    'phone',
    'email',
    'taxNo',
    'address1',
    'address2',
    'address3',
    'doorplate',
    'senderName',
    'senderPhone',
    'senderAddress',
  ] as const)
    if (shown[field]) Object.assign(shown, { [field]: HIDDEN })
  return shown
}

/** As much of a postal code as tells the region. */
export const REGION_LENGTH = 3

/**
 * What is left of a recipient after the purge, beside country, state and region: fields that an order must have
 * say that they are empty. Remarks go too, as users write names and numbers there.
 */
export const purgedFields = {
  receiverName: HIDDEN,
  city: HIDDEN,
  address1: HIDDEN,
  company: null,
  phone: null,
  email: null,
  taxNo: null,
  address2: null,
  address3: null,
  doorplate: null,
  ...warehouseSends,
  remark: null,
  pickRemark: null,
} as const

/**
 * The fields of an order as the audit log has them. Its entries are sealed and cannot be purged, so they say which
 * of these fields were written, not what.
 */
export const forAudit = (fields: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => {
      if (typeof value !== 'string') return [name, value]
      if (name === 'postcode') return [name, [...value].slice(0, REGION_LENGTH).join('')]
      return [name, name in purgedFields ? HIDDEN : value]
    }),
  )
