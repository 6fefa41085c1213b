import { useViews } from '../../platform/lists/web/use-views.ts'
import type { View } from '../../platform/lists/web/Views.tsx'
import { useText } from '../../platform/text/web/language.tsx'
import { lazyPage } from '../../platform/ui/web/lazy-page.tsx'
import { outboundText } from '../outbound/text.ts'
import { OutboundList } from '../outbound/web/OutboundList.tsx'

const BatchList = lazyPage(() => import('../outbound/web/BatchList.tsx'), 'BatchList')

/** What can leave the warehouse, and what has left in which batch. */
export function BatchShipmentPage({ views }: { views: View[] }) {
  const t = useText()
  const own = useViews([
    { key: 'to_ship', label: outboundText.toShip },
    { key: 'batches', label: outboundText.batches },
  ])
  const groups = [{ label: t(outboundText.title), views: own.views }]
  if (own.current === 'batches') return <BatchList views={views} viewGroups={groups} />
  return <OutboundList views={views} viewGroups={groups} />
}
