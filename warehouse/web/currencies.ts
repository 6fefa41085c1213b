import { language } from '../../platform/text/web/language.tsx'
import { currencies } from '../rules.ts'

/** Every currency with its name, to choose from. */
export function currencyOptions(): { value: string; label: string }[] {
  const names = new Intl.DisplayNames(language === 'zh_CN' ? 'zh-CN' : 'en-US', { type: 'currency' })
  return currencies.map((code) => ({ value: code, label: `${code} ${names.of(code) ?? ''}` }))
}
