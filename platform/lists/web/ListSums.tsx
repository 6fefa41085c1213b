import { Flex } from 'antd'
import { labelled, type Text } from '../../text/text.ts'
import { language, useText } from '../../text/web/language.tsx'
import { grouped } from '../columns.ts'
import './list.css'

/** The totals of all rows that match, also those on other pages; an amount of null is not shown. */
export function ListSums({ of }: { of: readonly (readonly [Text, string | null])[] }) {
  const t = useText()
  return (
    <Flex className="list-sums figures" gap="4px 16px" wrap>
      {of.map(
        ([label, amount]) =>
          amount !== null && <span key={t(label)}>{labelled(t(label), grouped(amount), language)}</span>,
      )}
    </Flex>
  )
}
