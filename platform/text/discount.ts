import Big from 'big.js'
import { type Decimal, isDecimal } from './decimal.ts'
import type { Text } from './text.ts'

const digits = [...'零一二三四五六七八九']

/** In tenths, as Chinese says a discount: 0.85 is 八五折, 0.80 is 八折, 0.05 is 零点五折. */
function tenths(factor: Big): string {
  const [tenth = '0', hundredth = '0'] = factor.toFixed(2).split('.')[1] ?? ''
  const [first, second] = [digits[Number(tenth)], digits[Number(hundredth)]]
  if (tenth === '0') return `零点${second}折`
  return hundredth === '0' ? `${first}折` : `${first}${second}折`
}

/** What a price is multiplied by, and how much less or more that is: 0.85 (−15%). A factor of one changes nothing. */
export function discountText(discount: Decimal): Text {
  const factor = new Big(discount)
  const percent = factor.minus(1).times(100)
  if (percent.eq(0)) return { zh_CN: discount, en_US: discount }
  const change = `${percent.lt(0) ? '−' : '+'}${percent.abs().toFixed()}%`
  const spoken = percent.lt(0) ? `${tenths(factor)}，${change}` : change
  return { zh_CN: `${discount}（${spoken}）`, en_US: `${discount} (${change})` }
}

/** The discount that is being typed; nothing as long as it is none, or one that changes nothing. */
export function typedDiscountText(typed: string): Text | undefined {
  const discount = typed.trim()
  const factor = isDecimal(discount, 1, 2) ? Number(discount) : 0
  return factor > 0 && factor !== 1 ? discountText(discount) : undefined
}
