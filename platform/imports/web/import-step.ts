import type { OutputOf } from '../../calls/call.ts'
import type { importState } from '../contract.ts'
import type { ImportForm } from '../imports.ts'

export type State = OutputOf<typeof importState>
/** What the dialog needs to know of a form; the rule for a line is the server's to apply. */
export type Form = Pick<ImportForm, 'kind' | 'title' | 'columns' | 'takesZip' | 'isWhole' | 'foundAt'>
