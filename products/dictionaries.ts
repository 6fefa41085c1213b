import type { Dictionary } from '../platform/text/dictionary.ts'
import { productAudit, productAuditText } from './states.ts'

export const productsDictionaries = [
  {
    code: 'productAudit',
    items: productAudit.states.map((value) => ({ value, text: productAuditText[value] })),
  },
] satisfies Dictionary[]
