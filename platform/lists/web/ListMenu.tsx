import { Button, Dropdown } from 'antd'
import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useCommand } from '../../calls/web/call.ts'
import { myTasks } from '../../tasks/tasks.ts'
import { useTaskFile } from '../../tasks/web/task-file.ts'
import { useText } from '../../text/web/language.tsx'
import { lazyDialog } from '../../ui/web/lazy-page.tsx'
import { notice } from '../../ui/web/notices.ts'
import { useShortcut } from '../../ui/web/shortcuts.ts'
import { exportList, type FilterValues, listText } from '../lists.ts'
import type { ListOf } from './columns.tsx'
import { type ListAction, menuOf } from './ListActions.tsx'
import { useListSettings } from './list-settings.ts'
import { viewAt, viewIn } from './view-codec.ts'

const ViewDialog = lazyDialog(() => import('./ViewDialog.tsx'), 'ViewDialog')
const ColumnDialog = lazyDialog(() => import('./ColumnDialog.tsx'), 'ColumnDialog')

/** The menu every list has: export and view settings. */
export function ListMenu({
  table,
  filters,
  mayExport,
  also,
}: {
  table: ListOf
  filters: object
  /** Whether this user may export the list. */
  mayExport: boolean
  /** Entries that have no room beside the menu on a phone. */
  also: readonly ListAction[]
}) {
  const t = useText()
  const [isOpen, setOpen] = useState<'columns' | 'view'>()
  const { start, isPending } = useExport(table, filters)
  useShortcut('export', () => start('xlsx'), mayExport)
  const { isKnown } = useListSettings(table.list)
  const overwrite = useOverwrite(table.list)

  const others = menuOf(also, useNavigate())
  return (
    <>
      <Dropdown
        trigger={['click']}
        menu={{
          items: [
            ...others.items,
            ...(mayExport
              ? [
                  { key: 'xlsx', label: t(listText.exportXlsx) },
                  { key: 'csv', label: t(listText.exportCsv) },
                ]
              : []),
            { key: 'columns', label: t(listText.columns) },
            ...(overwrite
              ? [{ key: 'overwrite', label: t(listText.overwriteView, { name: overwrite.name }) }]
              : []),
            { key: 'view', label: t(listText.saveView) },
          ],
          onClick: ({ key }) => {
            if (key === 'xlsx' || key === 'csv') start(key)
            else if (key === 'overwrite') overwrite?.run()
            else if (key === 'columns' || key === 'view') setOpen(key)
            else others.onClick({ key })
          },
        }}
      >
        <Button loading={isPending}>{t(listText.more)}</Button>
      </Dropdown>
      {isKnown && isOpen === 'columns' && <ColumnDialog table={table} onClose={() => setOpen(undefined)} />}
      {isKnown && isOpen === 'view' && <ViewDialog list={table.list} onClose={() => setOpen(undefined)} />}
    </>
  )
}

/** Starts an export and downloads its file when it is done, however long that takes. */
function useExport(table: ListOf, filters: object) {
  const t = useText()
  const { wait, isWaiting } = useTaskFile()
  const ask = useCommand(exportList, { quiet: true, refreshes: [myTasks] })
  const start = (format: 'xlsx' | 'csv') => {
    const { page: _, size: __, ...input } = filters as { page?: number; size?: number }
    ask.mutate(
      { list: table.list, filters: input as FilterValues, columns: table.keys, format },
      {
        onSuccess: ({ taskId }) => {
          wait(taskId)
          notice('success', t(listText.exportStarted))
        },
      },
    )
  }
  return { start, isPending: ask.isPending || isWaiting }
}

/** Saves changes to the current view, if it belongs to the user. */
function useOverwrite(list: string) {
  const t = useText()
  const { search } = useLocation()
  const { own, shared, save } = useListSettings(list)
  const now = viewAt(search, [...own.views, ...shared])
  const mine = own.views.find((view) => view === now?.view)
  if (!mine || !now?.isEdited) return undefined
  const views = own.views.map((view) => (view === mine ? { ...view, search: viewIn(search) } : view))
  return {
    name: mine.name,
    run: () => save({ ...own, views }, () => notice('success', t(listText.viewSaved))),
  }
}
