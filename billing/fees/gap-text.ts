import { fill, type Text } from '../../platform/text/text.ts'
import { billingDictionaries } from '../dictionaries.ts'
import type { OpenEventRow } from './contract.ts'
import { feeText } from './text.ts'

/** Words for what is not known or has no tier, besides the conditions of operation fees. */
const others: Record<string, Text> = {
  weight: { zh_CN: '重量', en_US: 'weight' },
  size: { zh_CN: '尺寸', en_US: 'size' },
  pieces: { zh_CN: '件数', en_US: 'pieces' },
  pallets: { zh_CN: '托数', en_US: 'number of pallets' },
  containers: { zh_CN: '柜数', en_US: 'number of containers' },
}

const conditions = billingDictionaries.find(({ code }) => code === 'prc_wh_operation_condition_type')
const unnamed: Text = { zh_CN: '尺寸或重量', en_US: 'size or weight' }

const lower = ({ zh_CN, en_US }: Text): Text => ({ zh_CN, en_US: en_US.toLowerCase() })
const capital = ({ zh_CN, en_US }: Text): Text => ({
  zh_CN,
  en_US: en_US.charAt(0).toUpperCase() + en_US.slice(1),
})

function wordFor(what: string | null): Text {
  const known = conditions?.items.find(({ value }) => value === what)?.text
  return (what && others[what]) || (known && lower(known)) || unnamed
}

const kindWord = (kind: string | null): Text =>
  kind === 'freight' || kind === 'storage' ? feeText[kind] : feeText.operation

/** Fills a text with words that have two languages themselves. */
const inBoth = (text: Text, words: Record<string, Text | string>): Text => {
  const of = (language: keyof Text) =>
    text[language].replace(/\{(\w+)\}/g, (hole, name: string) => {
      const word = words[name]
      return word === undefined ? hole : typeof word === 'string' ? word : word[language]
    })
  return { zh_CN: of('zh_CN'), en_US: of('en_US') }
}

type Gapped = Pick<OpenEventRow, 'gap' | 'facts'> & { kind?: OpenEventRow['kind'] }

/** Why an event is not priced yet, in words. */
export function gapText({ gap, facts, kind: work }: Gapped): Text {
  const { what, value, zoneCode, currency, sku, packageSeq, feeNo } = facts
  const kind = kindWord(facts.kind ?? (what === 'freight' || what === 'storage' ? what : null))
  const quote = facts.quoteCode ?? '–'
  switch (gap) {
    case null:
      return work === 'order_void' || work === 'order_intercept' ? feeText.waitingCarrier : feeText.waitingDay
    case 'no_price':
      if (what === 'same_type') return fill(feeText.gapTwice, { fee: feeNo ?? '–' })
      if (what === 'account_blocked') return feeText.gapBlocked
      if (what === 'carrier_cost') return feeText.gapCarrierCost
      if (what === 'too_large') return fill(feeText.gapTooLarge, { value: value ?? '–' })
      if (what === 'rate') return fill(feeText.gapRate, { currency: currency ?? '–' })
      if (what === 'signature') return fill(feeText.gapSignature, { quote })
      if (what === 'insurance') return fill(feeText.gapInsurance, { quote })
      if (what === 'dim_divisor') return fill(feeText.gapDivisor, { quote })
      if (zoneCode !== null) return fill(feeText.gapNoCell, { quote, zone: zoneCode, value: value ?? '–' })
      if (facts.quoteCode === null) return inBoth(feeText.gapNoPrice, { kind })
      return what === 'operation' || what === 'freight' || what === 'storage'
        ? inBoth(feeText.gapNoVersion, { kind, quote })
        : fill(feeText.gapNoRule, { quote })
    case 'no_tier':
      return inBoth(feeText.gapNoTier, { quote, what: wordFor(what), value: value ?? '' })
    case 'no_zone':
      return zoneCode === null ? feeText.gapNoZone : fill(feeText.gapZoneMissing, { quote, zone: zoneCode })
    case 'no_dims': {
      const word = wordFor(what)
      if (sku) return capital(inBoth(feeText.gapNoDimsOf, { sku, what: word }))
      if (packageSeq !== null)
        return capital(inBoth(feeText.gapNoDimsOfPackage, { package: String(packageSeq), what: word }))
      return capital(inBoth(feeText.gapNoDims, { what: word }))
    }
  }
}

const documents: Record<string, string> = { inbound: '/inbound/list', return: '/inbound/list' }

/** The page of the document behind an event or a fee; of rent, its night. */
export const documentPage = (kind: string, id: number): string =>
  kind === 'storage' ? `/query/cost?view=rent&open=${id}` : `${documents[kind] ?? '/order/list'}?open=${id}`

/** Where what is missing can be put right. */
export function repairPage({ gap, facts, kind, documentId }: OpenEventRow): string | undefined {
  const quote = facts.quoteId === null ? '/setting/quote' : `/setting/quote?open=${facts.quoteId}`
  const document = documentPage(kind, documentId)
  switch (gap) {
    case null:
      return undefined
    case 'no_zone':
      return facts.zoneCode === null ? '/setting/quote/zone_schema' : quote
    case 'no_dims':
      return facts.productId === null ? document : `/query/productArchives?open=${facts.productId}`
    case 'no_tier':
      return quote
    case 'no_price':
      if (facts.what === 'same_type')
        return facts.feeId === null ? undefined : `/query/cost?open=${facts.feeId}`
      if (facts.what === 'account_blocked') return '/query/customer?isBlocked=1'
      if (facts.what === 'carrier_cost' || facts.what === 'too_large') return document
      if (facts.what === 'rate') return '/setting/channel'
      return facts.quoteId === null ? '/setting/quote/customer_price' : quote
  }
}
