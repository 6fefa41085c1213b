/** One text of the interface in both languages, with {placeholders} and {count|one|many} for plural forms. */
export type Text = { zh_CN: string; en_US: string }
export type Language = keyof Text

export const languages = ['zh_CN', 'en_US'] as const satisfies readonly Language[]

/** Parses a language from outside. The product falls back to Chinese. */
export const languageOf = (value: unknown): Language => (value === 'en_US' ? 'en_US' : 'zh_CN')

/** Renders a text in a language. */
export function say<T extends Text>(text: T, language: Language, ...[params]: Params<T>): string {
  const values: Record<string, string | number> = params ?? {}
  return text[language].replace(/\{(\w+)(?:\|([^{}|]*)\|([^{}|]*))?\}/g, (hole, name, item, many) => {
    const value = values[name]
    if (value === undefined) return hole
    if (many === undefined) return String(value)
    return String(value) === '1' ? item : many
  })
}

/** The second argument a text needs: nothing, or a value for each of its placeholders. */
export type Params<T extends Text> = [Hole<T['zh_CN']>] extends [never]
  ? []
  : [params: Record<Hole<T['zh_CN']>, string | number>]

type Hole<S extends string> = S extends `${string}{${infer Name}}${infer Rest}` ? Name | Hole<Rest> : never

/** Fills a text's placeholders in both languages at once, where the reader is not known yet. */
/** A text whose parts differ by language. */
export const inBoth = (words: (language: Language) => string): Text => ({
  zh_CN: words('zh_CN'),
  en_US: words('en_US'),
})

export const fill = <T extends Text>(text: T, ...params: Params<T>): Text => ({
  zh_CN: say(text, 'zh_CN', ...params),
  en_US: say(text, 'en_US', ...params),
})

/** A name with its value: “状态：草稿”, “Status: Draft”. */
export const labelled = (name: string, value: string, language: Language): string =>
  `${name}${language === 'zh_CN' ? '：' : ': '}${value}`

/** Words of a language one after the other: “角色、权限”, “roles, rights”. Codes and numbers keep their commas. */
export const listed = (words: readonly string[], language: Language): string =>
  words.join(language === 'zh_CN' ? '、' : ', ')
