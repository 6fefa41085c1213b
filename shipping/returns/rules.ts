import { fill, type Text } from '../../platform/text/text.ts'
import { returnsText } from './text.ts'

type Line = { productId: number; sku: string; shipped: number; returned: number }

/** The name of a product's field in the form of a return. */
export const fieldOf = (productId: number) => `p${productId}`

/** What is wrong with the quantities typed for a return, by field: each is empty or at most what is still out, and one is given. */
export function quantityProblems(
  lines: readonly Line[],
  typed: Readonly<Record<string, string>>,
): Record<string, Text> {
  const given = lines.filter(({ productId }) => typed[fieldOf(productId)]?.trim())
  const [first] = lines
  if (given.length === 0) return first ? { [fieldOf(first.productId)]: returnsText.nothing } : {}
  return Object.fromEntries(
    given.flatMap(({ productId, sku, shipped, returned }) => {
      const text = typed[fieldOf(productId)]?.trim() ?? ''
      const max = shipped - returned
      const isRight = /^\d{1,9}$/.test(text) && Number(text) >= 1 && Number(text) <= max
      return isRight ? [] : [[fieldOf(productId), fill(returnsText.tooMany, { sku, max })] as const]
    }),
  )
}
