import { fill, type Text } from '../../platform/text/text.ts'
import type { CountRow } from './contract.ts'
import { countText } from './text.ts'

type Counted = Pick<CountRow, 'value'> & { items: readonly { difference: number | null }[] }

/** What approving a count posts: surplus and shortage separately, because netting would hide them. */
export function approvalWords({ items, value }: Counted): Text {
  const differences = items.flatMap(({ difference }) => (difference ? [difference] : []))
  if (differences.length === 0) return countText.approveNothing
  const sum = (sign: 1 | -1) =>
    differences.reduce((all, difference) => all + Math.max(difference * sign, 0), 0)
  return fill(countText.approveAsk, {
    lines: differences.length,
    found: sum(1),
    missing: sum(-1),
    value: value ?? '0.00',
  })
}
