import { Button, Popconfirm } from 'antd'
import { useAnswer, useCommand } from '../../platform/calls/web/call.ts'
import { useText } from '../../platform/text/web/language.tsx'
import { QueryBoundary } from '../../platform/ui/web/QueryBoundary.tsx'
import { endMySessions, mySessions } from '../contract.ts'
import { staffText } from '../text.ts'
import { SessionList } from './SessionList.tsx'

/** The user's own sessions, and how to end the others. */
export function MySessions() {
  const t = useText()
  const sessions = useAnswer(mySessions, {})
  const end = useCommand(endMySessions, { refreshes: [mySessions] })
  return (
    <QueryBoundary answer={sessions}>
      {(all) => (
        <>
          <SessionList sessions={all} isEnding={end.isPending} onEnd={(id) => end.mutate({ id })} />
          {all.length > 1 && (
            <Popconfirm
              title={t(staffText.endOthersAsk)}
              okText={t(staffText.endOthers)}
              okButtonProps={{ danger: true }}
              onConfirm={() => end.mutate({})}
            >
              <Button loading={end.isPending}>{t(staffText.endOthers)}</Button>
            </Popconfirm>
          )}
        </>
      )}
    </QueryBoundary>
  )
}
