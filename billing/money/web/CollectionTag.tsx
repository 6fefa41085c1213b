import { Tag } from 'antd'
import { useDictionary } from '../../../platform/text/web/dictionary.tsx'
import type { CollectionState } from '../states.ts'

const colors: Record<CollectionState, string> = { draft: 'warning', paid: 'success', reversed: 'default' }

export function CollectionTag({ status }: { status: CollectionState }) {
  const words = useDictionary('collectionStatus')
  return <Tag color={colors[status]}>{words.textOf(status)}</Tag>
}
