import { countries } from '../../platform/text/countries.ts'
import { language, useText } from '../../platform/text/web/language.tsx'
import { channelsText } from '../text.ts'

const ALL = countries(language).length
const MAX_SHOWN = 6

/** The countries of a channel: listed by code while they are few. */
export function Countries({ codes }: { codes: string[] }) {
  const t = useText()
  if (codes.length === ALL) return t(channelsText.allCountries)
  return codes.length <= MAX_SHOWN ? codes.join(', ') : t(channelsText.countryCount, { count: codes.length })
}
