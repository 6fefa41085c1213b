import { Alert, Button, Flex } from 'antd'
import { Link } from 'react-router'
import { warningPath } from '../../inventory/stock/web/warnings.ts'
import { useAnswer, useCommand } from '../../platform/calls/web/call.ts'
import { myTasks } from '../../platform/tasks/tasks.ts'
import { LocalTime } from '../../platform/text/web/LocalTime.tsx'
import { useText } from '../../platform/text/web/language.tsx'
import { QueryBoundary } from '../../platform/ui/web/QueryBoundary.tsx'
import { useShell } from '../../platform/ui/web/shell-context.ts'
import { checkBooks, homeFigures } from '../contract.ts'
import { homeText } from '../page-text.ts'

const useFigures = () => useAnswer(homeFigures, {}, { every: 30_000 })

export function TasksCard() {
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

export function PeopleCard() {
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

/** The last result of the ledger check, nightly or manual. */
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
                {isWrong && (
                  <Flex gap={16} wrap component="span">
                    <Link to={warningPath('blocked')}>{t(homeText.booksStopped)}</Link>
                    <Link to="/query/customer?isBlocked=1">{t(homeText.accountsStopped)}</Link>
                  </Flex>
                )}
              </>
            }
          />
        )
      }}
    </QueryBoundary>
  )
}

export function BooksCard() {
  const t = useText()
  const check = useCommand(checkBooks, {
    refreshes: [homeFigures, myTasks],
    successText: homeText.checkStarted,
  })
  const run = () => check.mutate({})
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
