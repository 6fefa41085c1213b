import type { Language } from './text.ts'

/** The ISO 3166 country codes. */
const codes =
  'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW'.split(
    ' ',
  )

/** Postal code patterns of the countries where such warehouses are; other countries are not checked. */
const zips: Record<string, RegExp> = {
  US: /^\d{5}(-\d{4})?$/,
  CA: /^[A-Z]\d[A-Z] ?\d[A-Z]\d$/i,
  MX: /^\d{5}$/,
  AU: /^\d{4}$/,
  DE: /^\d{5}$/,
  FR: /^\d{5}$/,
  ES: /^\d{5}$/,
  IT: /^\d{5}$/,
  NL: /^\d{4} ?[A-Z]{2}$/i,
  PL: /^\d{2}-\d{3}$/,
  GB: /^[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}$/i,
  JP: /^\d{3}-?\d{4}$/,
  CN: /^\d{6}$/,
}

/** Whether a postal code is valid for a country. */
export const isZipOf = (country: string, zip: string) => zip === '' || (zips[country]?.test(zip) ?? true)

const namesIn = (tag: string) => new Intl.DisplayNames(tag, { type: 'region', fallback: 'code' })
/** Made on first use: making one takes longer than all names together. */
const names: Partial<Record<Language, Intl.DisplayNames>> = {}
const tags: Record<Language, string> = { zh_CN: 'zh-CN', en_US: 'en-US' }

export const isCountry = (code: string) => codes.includes(code)

/** A country's name, from the runtime's own locale data. */
export function countryName(code: string, language: Language): string {
  names[language] ??= namesIn(tags[language])
  return names[language].of(code) ?? code
}

export const countries = (language: Language) =>
  codes.map((code) => ({ code, name: countryName(code, language) }))
