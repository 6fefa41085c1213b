import { language } from '../../platform/text/web/language.tsx'
import type { InboundProduct } from '../contract.ts'

/** The name of goods in the reader's language, or in the other one. */
export const nameOf = ({ nameZh, nameEn }: Pick<InboundProduct, 'nameZh' | 'nameEn'>) =>
  (language === 'zh_CN' ? (nameZh ?? nameEn) : (nameEn ?? nameZh)) ?? ''
