import { language } from '../../platform/text/web/language.tsx'
import type { InboundProduct } from '../contract.ts'

/** What goods are called: in the words of the one who reads, or in the other ones. */
export const nameOf = ({ nameZh, nameEn }: Pick<InboundProduct, 'nameZh' | 'nameEn'>) =>
  (language === 'zh_CN' ? (nameZh ?? nameEn) : (nameEn ?? nameZh)) ?? ''
