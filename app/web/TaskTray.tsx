import { ClockCircleOutlined } from '@ant-design/icons'
import { Button, Popover } from 'antd'
import { useAnswer, useCommand } from '../../platform/calls/web/call.ts'
import { download } from '../../platform/files/web/download.ts'
import { cancelTask, myTasks, retryTask, type TaskRow, taskStateText } from '../../platform/tasks/tasks.ts'
import { csvOf } from '../../platform/text/csv.ts'
import { LocalTime } from '../../platform/text/web/LocalTime.tsx'
import { useText } from '../../platform/text/web/language.tsx'
import { webText } from '../../platform/text/web/text.ts'
import { QueryBoundary } from '../../platform/ui/web/QueryBoundary.tsx'
import { ownPlace } from '../../platform/ui/web/safe-path.ts'
import { shellText, taskNames } from '../text.ts'

const isOpenEnded = ({ status }: TaskRow) => status === 'waiting' || status === 'running'
const SHOWN_FAILURES = 3

/** Tasks of the last thirty days: progress, failures and results. */
export function JobTray({ isShown, onShow }: { isShown: boolean; onShow: (isShown: boolean) => void }) {
  const t = useText()
  const tasks = useAnswer(myTasks, {}, { every: (rows) => (rows?.some(isOpenEnded) ? 2_000 : 15_000) })
  const running = tasks.data?.filter(isOpenEnded).length ?? 0

  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      open={isShown}
      onOpenChange={onShow}
      title={t(shellText.tasks)}
      content={
        <div className="task-list">
          <QueryBoundary answer={tasks}>
            {(rows) =>
              rows.length === 0 ? (
                <p className="hint">{t(shellText.noTasks)}</p>
              ) : (
                <ul>
                  {rows.map((task) => (
                    <Task key={task.id} task={task} />
                  ))}
                </ul>
              )
            }
          </QueryBoundary>
        </div>
      }
    >
      <Button
        type="text"
        size="small"
        aria-label={running > 0 ? t(shellText.tasksRunning, { count: running }) : t(shellText.tasks)}
        aria-expanded={isShown}
        icon={
          <span className="counted-icon">
            <ClockCircleOutlined className="bar-icon" />
            {running > 0 && <span className="icon-count">{running}</span>}
          </span>
        }
      />
    </Popover>
  )
}

function Task({ task }: { task: TaskRow }) {
  const t = useText()
  const cancel = useCommand(cancelTask, { refreshes: [myTasks] })
  const retry = useCommand(retryTask, { refreshes: [myTasks] })
  const kind = taskNames[task.kind]
  const file = ownPlace(task.fileUrl)
  const name = kind ? t(kind) : task.kind

  return (
    <li className="task">
      <div className="task-line">
        <strong>{name}</strong>
        <span className={`task-state task-${task.status}`}>{t(taskStateText[task.status])}</span>
      </div>
      {isOpenEnded(task) && (
        <progress aria-label={name} {...(task.total > 0 && { value: task.done, max: task.total })} />
      )}
      <div className="task-line hint">
        <LocalTime at={task.createdAt} />
        {task.total > 0 && (
          <span className="figures">{t(shellText.progress, { done: task.done, total: task.total })}</span>
        )}
      </div>
      {task.message && <p>{task.message}</p>}
      {task.failures.length > 0 && <Failures failures={task.failures} />}
      <div className="task-line">
        {file && (
          <a href={file} download>
            {t(shellText.download)}
          </a>
        )}
        {isOpenEnded(task) && (
          <Button size="small" loading={cancel.isPending} onClick={() => cancel.mutate({ id: task.id })}>
            {t(shellText.cancel)}
          </Button>
        )}
        {task.status === 'failed' && (
          <Button size="small" loading={retry.isPending} onClick={() => retry.mutate({ id: task.id })}>
            {t(shellText.retry)}
          </Button>
        )}
      </div>
    </li>
  )
}

function Failures({ failures }: { failures: TaskRow['failures'] }) {
  const t = useText()
  const more = failures.length - SHOWN_FAILURES
  const rows = [[t(webText.documentNo), t(webText.reason)], ...failures.map(({ no, reason }) => [no, reason])]
  return (
    <details>
      <summary>{t(shellText.failures, { count: failures.length })}</summary>
      <ul className="task-failures">
        {failures.slice(0, SHOWN_FAILURES).map(({ no, reason }) => (
          <li key={no + reason}>
            <b>{no}</b> {reason}
          </li>
        ))}
        {more > 0 && <li>{t(shellText.moreFailures, { count: more })}</li>}
      </ul>
      {more > 0 && (
        <Button size="small" onClick={() => download('failed.csv', csvOf(rows))}>
          {t(shellText.downloadFailures)}
        </Button>
      )}
    </details>
  )
}
