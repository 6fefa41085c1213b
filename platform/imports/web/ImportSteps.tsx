import { Steps } from 'antd'
import { useEffect, useState } from 'react'
import type {} from '../../calls/call.ts'
import { type Reading, useAnswer, useRefresh } from '../../calls/web/call.ts'
import { Dialog } from '../../forms/web/Dialog.tsx'
import { myTasks } from '../../tasks/tasks.ts'
import { useText } from '../../text/web/language.tsx'
import { QueryBoundary } from '../../ui/web/QueryBoundary.tsx'
import { importState } from '../contract.ts'
import { CheckStep } from './ImportCheck.tsx'
import { FileStep } from './ImportFile.tsx'
import { MapStep, missingIn } from './ImportMap.tsx'
import { ResultStep } from './ImportResult.tsx'
import type { Form, State } from './import-step.ts'
import { dialogText } from './import-text.ts'
import './import.css'

/**
 * The import dialog: file, columns, check, import.
 *
 * The import is stored on the server, so that a user who closes the tab finds it again among the latest ones.
 */
export function ImportSteps({
  form,
  refreshes,
  onClose,
}: {
  form: Form
  refreshes: readonly Reading[]
  onClose: () => void
}) {
  const t = useText()
  const [id, setId] = useState<number>()
  const state = useAnswer(
    importState,
    { id },
    { enabled: id !== undefined, keep: false, every: (now) => (now && isUnderWay(now) ? 1000 : 0) },
  )
  const [isMappingOpen, setMapping] = useState<boolean>()
  const refresh = useRefresh()
  const isOver = state.data !== undefined && !['checking', 'running'].includes(state.data.status)
  // The list behind the dialog reloads once the import is complete, not while it is being written.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it is over
  useEffect(() => {
    if (isOver) void refresh([...refreshes, myTasks])
  }, [isOver])
  // A spreadsheet without a header for a required column starts at the mapping step.
  const isMapping = isMappingOpen ?? (state.data !== undefined && missingIn(form, state.data).length > 0)
  const step = !id || !state.data ? 0 : state.data.status === 'checking' ? (isMapping ? 1 : 2) : 3

  return (
    <Dialog
      width="min(960px, calc(100vw - 16px))"
      title={t(dialogText.title, { what: t(form.title) })}
      onClose={onClose}
    >
      <Steps
        size="small"
        current={step}
        items={[dialogText.file, dialogText.map, dialogText.check, dialogText.run].map((title) => ({
          title: t(title),
        }))}
      />
      <div className="import-step">
        {id === undefined ? (
          <FileStep form={form} onOpen={setId} />
        ) : (
          <QueryBoundary answer={state}>
            {(now) => {
              if (now.status !== 'checking') return <ResultStep form={form} state={now} onClose={onClose} />
              return isMapping ? (
                <MapStep form={form} state={now} onDone={() => setMapping(false)} />
              ) : (
                <CheckStep form={form} state={now} onMap={() => setMapping(true)} />
              )
            }}
          </QueryBoundary>
        )}
      </div>
    </Dialog>
  )
}

/** The import ends a moment before its task, and only the finished task lists what was left out. */
const isUnderWay = ({ status, task }: State) =>
  status === 'running' || (status !== 'checking' && task?.finishedAt === null)
