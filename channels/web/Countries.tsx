import { countries } from '../../lib/countries.ts'
import { language, useText } from '../../lib/web/language.tsx'
import { channelsText } from '../text.ts'

const ALL = countries(language).length
const MOST_SHOWN = 6

/** The countries a channel goes to: by their codes while they are few. */
export function Countries({ codes }: { codes: string[] }) {
  const t = useText()
  if (codes.length === ALL) return t(channelsText.allCountries)
  return codes.length <= MOST_SHOWN ? codes.join(', ') : t(channelsText.countryCount, { count: codes.length })
}
