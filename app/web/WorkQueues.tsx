import { Link } from 'react-router'
import { useAnswer } from '../../platform/calls/web/call.ts'
import { ActionButton, type ListAction } from '../../platform/lists/web/ListActions.tsx'
import { useText } from '../../platform/text/web/language.tsx'
import { useFeature, useMay } from '../../platform/ui/web/permission.tsx'
import { QueryBoundary } from '../../platform/ui/web/QueryBoundary.tsx'
import { homeWork } from '../contract.ts'
import { placeAt } from '../menu.ts'
import { homeText } from '../page-text.ts'
import { shellText } from '../text.ts'
import { workQueues } from '../work.ts'

/** The user's work: each number links to the list of exactly that. */
export function WorkQueues() {
  const t = useText()
  const work = useAnswer(homeWork, {}, { every: 60_000 })
  if (work.data && Object.keys(work.data).length === 0) return null
  return (
    <section className="work" aria-label={t(homeText.work)}>
      <QueryBoundary answer={work}>
        {(counts) =>
          Object.entries(workQueues)
            .filter(([queue]) => counts[queue] !== undefined)
            .map(([queue, { title, to }]) => (
              <Link key={queue} to={to} className={counts[queue] ? 'figure' : 'figure is-none'}>
                <strong>{counts[queue]}</strong> {t(title)}
              </Link>
            ))
        }
      </QueryBoundary>
    </section>
  )
}

const stations = ['/inbound/receive', '/order/outbound', '/stock/move', '/stock/count']

/** Links to the scan screens the user may open. */
export function ScanButton() {
  const t = useText()
  const may = useMay()
  const access = {
    receiving: useFeature('receiving'),
    orders: useFeature('orders'),
    stock: useFeature('stock'),
  }
  const items = stations.flatMap((path): ListAction[] => {
    const { title, permission = '', feature = 'home' } = placeAt(path) ?? {}
    const isOpen = may(permission) && feature in access && access[feature as keyof typeof access] === 'full'
    return title && isOpen ? [{ label: t(title), to: path }] : []
  })
  if (items.length === 0) return null
  const [first, ...others] = items
  return (
    <ActionButton
      action={{
        label: t(shellText.scan),
        isPrimary: true,
        ...(others.length > 0 ? { items } : { to: first?.to ?? '/' }),
      }}
    />
  )
}
