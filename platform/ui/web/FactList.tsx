import { Descriptions } from 'antd'
import type { ReactNode } from 'react'
import type { Text } from '../../text/text.ts'
import { useText } from '../../text/web/language.tsx'

export type Fact = readonly [label: Text, value: ReactNode]

/** Details, two per line where there is room for them; an unknown value is a dash. */
export function FactList({
  title,
  facts,
  isNarrow = false,
}: {
  title?: Text
  facts: readonly Fact[]
  isNarrow?: boolean
}) {
  const t = useText()
  return (
    <Descriptions
      title={title && t(title)}
      column={isNarrow ? 1 : { xs: 1, lg: 2 }}
      size="small"
      bordered
      // A long value must not break a label of four characters.
      styles={{ label: { wordBreak: 'keep-all' } }}
      items={facts.map(([label, value]) => ({
        key: t(label),
        label: t(label),
        children: (value ?? '') === '' ? '–' : value,
      }))}
    />
  )
}
