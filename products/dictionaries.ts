import { dictionary } from '../platform/text/dictionary.ts'
import { productAuditText } from './states.ts'

export const productsDictionaries = [dictionary('productAudit', productAuditText)]
