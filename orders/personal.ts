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
}

const HIDDEN = '***'

/** The first letter of a name; enough to tell two parcels apart, and too little to know a person. */
const initial = (name: string) => `${[...name][0] ?? ''}${HIDDEN}`

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
  ] as const)
    if (shown[field]) Object.assign(shown, { [field]: HIDDEN })
  return shown
}
