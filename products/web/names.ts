import { language } from '../../platform/text/web/language.tsx'

/** The name of goods in the reader's language, or in the other one. */
export const nameOf = ({ nameZh, nameEn }: { nameZh: string | null; nameEn: string | null }) =>
  (language === 'zh_CN' ? (nameZh ?? nameEn) : (nameEn ?? nameZh)) ?? ''
