import { Alert, Button, Flex, Progress } from 'antd'
import { Link } from 'react-router'
import { useCommand } from '../../calls/web/call.ts'
import { useFollow } from '../../files/web/FileLink.tsx'
import { myTasks, retryTask } from '../../tasks/tasks.ts'
import { useText } from '../../text/web/language.tsx'
import { webText } from '../../text/web/text.ts'
import { importState } from '../contract.ts'
import { importText } from '../text.ts'
import type { Form, State } from './import-step.ts'
import { dialogText } from './import-text.ts'
import './import.css'

export function ResultStep({ form, state, onClose }: { form: Form; state: State; onClose: () => void }) {
  const t = useText()
  const { task } = state
  const again = useCommand(retryTask, { refreshes: [importState, myTasks], quiet: true })
  return (
    <Flex vertical gap={16}>
      {state.status === 'running' && task?.status === 'failed' ? (
        <Alert
          type="error"
          showIcon
          title={task.message}
          action={
            <Button size="small" loading={again.isPending} onClick={() => again.mutate({ id: task.id })}>
              {t(webText.retry)}
            </Button>
          }
        />
      ) : state.status === 'running' ? (
        <Progress
          percent={task?.total ? Math.round((task.done / task.total) * 100) : 0}
          status="active"
          aria-label={t(dialogText.run)}
        />
      ) : (
        <Alert
          type={state.status === 'done' ? 'success' : state.status === 'partial' ? 'warning' : 'error'}
          showIcon
          title={task?.message ?? t(importText.result, { ok: state.ok, failed: state.failed })}
        />
      )}
      {state.numbers.length > 0 && (
        <>
          <h3>{t(dialogText.numbers)}</h3>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reachable by keyboard */}
          <ul className="import-left" tabIndex={0} aria-label={t(dialogText.numbers)}>
            {state.numbers.map((no) => (
              <li key={no}>
                {form.foundAt ? (
                  <Link to={`${form.foundAt}?${new URLSearchParams({ search: no })}`} onClick={onClose}>
                    {no}
                  </Link>
                ) : (
                  no
                )}
              </li>
            ))}
          </ul>
        </>
      )}
      {task && task.failures.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reachable by keyboard
        <ul className="import-left" tabIndex={0} aria-label={t(dialogText.left)}>
          {task.failures.map(({ no, reason }) => (
            <li key={no}>
              <b>{no}</b> {reason}
            </li>
          ))}
        </ul>
      )}
      <Flex gap={8} justify="end">
        {task?.fileUrl && <FailedRows url={task.fileUrl} />}
        <Button type="primary" onClick={onClose}>
          {t(dialogText.close)}
        </Button>
      </Flex>
    </Flex>
  )
}

function FailedRows({ url }: { url: string }) {
  const t = useText()
  const follow = useFollow(url, importState)
  return (
    <Button href={url} download onClick={follow}>
      {t(dialogText.failedRows)}
    </Button>
  )
}
