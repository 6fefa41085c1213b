import type { OutputOf } from '../../calls/call.ts'
import type { importState } from '../contract.ts'
import type { ImportForm } from '../imports.ts'

export type State = OutputOf<typeof importState>
/** What the dialog needs to know of a form; the rule for a row stays on the server. */
export type Form = Pick<ImportForm, 'kind' | 'title' | 'columns' | 'takesZip' | 'isWhole' | 'foundAt'>
