import { Alert, Button } from 'antd'
import type { ComponentType } from 'react'
import { Link } from 'react-router'
import { stockWarnings } from '../../inventory/stock/warning-contract.ts'
import { StockCard } from '../../inventory/stock/web/StockCard.tsx'
import { warningPath } from '../../inventory/stock/web/warnings.ts'
import type { Permission } from '../../platform/calls/call.ts'
import { useAnswer, useCommand } from '../../platform/calls/web/call.ts'
import { myTasks } from '../../platform/tasks/tasks.ts'
import type { Text } from '../../platform/text/text.ts'
import { LocalTime } from '../../platform/text/web/LocalTime.tsx'
import { useText } from '../../platform/text/web/language.tsx'
import { notice } from '../../platform/ui/web/notices.ts'
import { QueryBoundary } from '../../platform/ui/web/QueryBoundary.tsx'
import { useShell } from '../../platform/ui/web/shell-context.ts'
import { myFriends } from '../../staff/friends-contract.ts'
import { friendsText } from '../../staff/friends-text.ts'
import { FriendsCard } from '../../staff/web/FriendsCard.tsx'
import { WarehouseCard } from '../../warehouse/web/WarehouseCard.tsx'
import { checkBooks, homeFigures } from '../contract.ts'
import { homeText } from '../page-text.ts'

/** A card of the home page. Whoever lacks the permission does not see it. */
export type HomeCard = { name: string; title: Text; permission?: Permission; Inside: ComponentType }

export const homeCards: readonly HomeCard[] = [
  { name: 'stock', title: homeText.stock, permission: stockWarnings.permission, Inside: StockCard },
  { name: 'tasks', title: homeText.tasks, Inside: TasksCard },
  { name: 'people', title: homeText.people, permission: 'setting:account:view', Inside: PeopleCard },
  { name: 'friends', title: friendsText.title, permission: myFriends.permission, Inside: FriendsCard },
  { name: 'books', title: homeText.books, permission: checkBooks.permission, Inside: BooksCard },
  { name: 'warehouse', title: homeText.warehouse, Inside: WarehouseCard },
]

const useFigures = () => useAnswer(homeFigures, {}, { every: 30_000 })

function TasksCard() {
  const t = useText()
  const { openTasks } = useShell()
  return (
    <QueryBoundary answer={useFigures()}>
      {({ tasksRunning, tasksFailed }) => (
        <div className="figure-row">
          <button type="button" className="figure" onClick={openTasks}>
            <strong>{tasksRunning}</strong> {t(homeText.tasksRunning)}
          </button>
          <button type="button" className="figure" onClick={openTasks}>
            <strong>{tasksFailed}</strong> {t(homeText.tasksFailed)}
          </button>
        </div>
      )}
    </QueryBoundary>
  )
}

function PeopleCard() {
  const t = useText()
  return (
    <QueryBoundary answer={useFigures()}>
      {({ staff }) => (
        <div className="figure-row">
          <Link to="/setting/account?isEnabled=1" className="figure">
            <strong>{staff?.enabled}</strong> {t(homeText.staffEnabled)}
          </Link>
          <Link to="/setting/account?sort=lastLoginAt&order=desc" className="figure">
            <strong>{staff?.seenToday}</strong> {t(homeText.staffSeenToday)}
          </Link>
        </div>
      )}
    </QueryBoundary>
  )
}

/** What the books said when they were last asked, by night or by hand. */
function BooksState() {
  const t = useText()
  return (
    <QueryBoundary answer={useFigures()}>
      {({ books }) => {
        if (!books?.checkedAt) return <p>{t(homeText.booksNever)}</p>
        const isWrong = books.hits > 0
        return (
          <Alert
            type={isWrong ? 'error' : 'success'}
            showIcon
            title={
              isWrong
                ? t(homeText.booksWrong, { count: books.hits, codes: books.codes.join(', ') })
                : t(homeText.booksClean)
            }
            description={
              <>
                <LocalTime at={books.checkedAt} />{' '}
                {isWrong && <Link to={warningPath('blocked')}>{t(homeText.booksStopped)}</Link>}
              </>
            }
          />
        )
      }}
    </QueryBoundary>
  )
}

function BooksCard() {
  const t = useText()
  const check = useCommand(checkBooks, { refreshes: [homeFigures, myTasks], quiet: true })
  const run = () => check.mutate({}, { onSuccess: () => notice('success', t(homeText.checkStarted)) })
  return (
    <>
      <BooksState />
      <p>{t(homeText.booksHint)}</p>
      <Button loading={check.isPending} onClick={run}>
        {t(homeText.checkBooks)}
      </Button>
    </>
  )
}
