import { Link, useNavigate } from 'react-router'
import { useAnswer } from '../../platform/calls/web/call.ts'
import { ActionButton, type ListAction } from '../../platform/lists/web/ListActions.tsx'
import type { WorkQueue } from '../../platform/slices/slice.ts'
import { useText } from '../../platform/text/web/language.tsx'
import type { ShortcutName } from '../../platform/ui/web/keys.ts'
import { useFeature, useMay } from '../../platform/ui/web/permission.tsx'
import { QueryBoundary } from '../../platform/ui/web/QueryBoundary.tsx'
import { useShortcut } from '../../platform/ui/web/shortcuts.ts'
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
            .map(([queue, item], index) => (
              <Queue key={queue} place={index + 1} item={item} count={counts[queue] ?? 0} />
            ))
        }
      </QueryBoundary>
    </section>
  )
}

/** The first queues open with their number as a key. */
const MAX_KEYS = 8

function Queue({ place, item, count }: { place: number; item: WorkQueue; count: number }) {
  const { to, title, isTrouble } = item
  const t = useText()
  const navigate = useNavigate()
  const hasKey = place <= MAX_KEYS
  useShortcut(`work${place}` as ShortcutName, () => navigate(to), hasKey)
  return (
    <Link
      to={to}
      className={count === 0 ? 'figure is-none' : isTrouble ? 'figure is-trouble' : 'figure'}
      {...(hasKey && { 'aria-keyshortcuts': String(place) })}
    >
      <strong>{count}</strong> {t(title)}
    </Link>
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
