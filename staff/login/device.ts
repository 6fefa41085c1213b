import type { Text } from '../../platform/text/text.ts'
import { staffText } from '../text.ts'

type Known = readonly (readonly [sign: RegExp, name: string])[]

/** The first match wins: nearly every browser also claims to be Chrome or Safari. */
const browsers: Known = [
  [/MicroMessenger\//, 'WeChat'],
  [/\bEdg(A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/QQBrowser\//, 'QQ'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Headless)?Chrom(e|ium)\/|CriOS\//, 'Chrome'],
  [/Version\/.+Safari\//, 'Safari'],
]

const systems: Known = [
  [/Windows/, 'Windows'],
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
]

const nameIn = (known: Known, message: string) => known.find(([sign]) => sign.test(message))?.[1]

/** A browser's name from its user agent: "Chrome on Windows". */
export function deviceText(message: string): Text {
  const browser = nameIn(browsers, message)
  const system = nameIn(systems, message)
  if (browser && system) return { zh_CN: `${system} 上的 ${browser}`, en_US: `${browser} on ${system}` }
  const known = browser ?? system
  return known ? { zh_CN: known, en_US: known } : staffText.unknownBrowser
}
