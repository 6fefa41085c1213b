import { confirmLeaving } from '../../forms/web/drafts.ts'
import { reload } from '../../forms/web/leave.ts'
import { keys, read, write } from '../../ui/web/session.ts'
import { type Language, languageOf, type Params, say, type Text } from '../text.ts'

/** The page's language is fixed until it is reloaded; changing it reloads the page. */
export const language: Language = languageOf(read(keys.language))

/** BCP 47 tags for browsers and screen readers. */
const tags: Record<Language, string> = { zh_CN: 'zh-CN', en_US: 'en' }

export const languageNames: Record<Language, string> = { zh_CN: '简体中文', en_US: 'English' }

export const markLanguage = () => {
  document.documentElement.lang = tags[language]
}

export const t = <T extends Text>(text: T, ...params: Params<T>): string => say(text, language, ...params)

/** Renders texts in the page's language. */
export const useText = () => t

export const useLanguage = () => ({ language, change: changeLanguage })

function changeLanguage(next: Language): void {
  if (next === language || !confirmLeaving()) return
  write(keys.language, next)
  reload()
}
