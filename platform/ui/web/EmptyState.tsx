import type { Feature } from '../../calls/features.ts'
import { ListPage } from '../../lists/web/ListPage.tsx'
import type { View } from '../../lists/web/Views.tsx'
import type { Text } from '../../text/text.ts'
import { useText } from '../../text/web/language.tsx'

const nothing = { rows: [], total: 0 }

/** A list without entries: its column titles, and that it is empty. */
export function NothingYet({
  title,
  columns,
  empty,
  feature,
  views = [],
}: {
  title: Text
  columns: readonly Text[]
  empty: Text
  feature: Feature
  views?: View[] | undefined
}) {
  const t = useText()
  return (
    <ListPage
      title={t(title)}
      list={nothing}
      table={{ columns: columns.map((column) => ({ key: column.en_US, title: t(column) })) }}
      empty={{ title: t(empty) }}
      feature={feature}
      views={views}
    />
  )
}
