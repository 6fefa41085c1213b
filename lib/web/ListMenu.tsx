import { Button, Checkbox, Dropdown, Flex, Input, Modal } from 'antd'
import { useState } from 'react'
import { useLocation } from 'react-router'
import { exportList, type ListSettings, listText, myListSettings, saveListSettings } from '../lists.ts'
import { myTasks } from '../tasks.ts'
import { useAnswer, useCommand } from './call.ts'
import type { ListTable } from './columns.tsx'
import { useText } from './language.tsx'
import { notice } from './notices.ts'
import { useShortcut } from './shortcuts.ts'
import { useTaskFile } from './task-file.ts'
import { webText } from './text.ts'

/** What every list can do beside its own work: go away as a file, and look the way somebody likes it. */
export function ListMenu({
  table,
  filters,
  mayExport = true,
}: {
  table: ListTable
  filters: object
  /** Whether the list may leave the house with this person. */
  mayExport?: boolean
}) {
  const t = useText()
  const [isOpen, setOpen] = useState<'columns' | 'view'>()
  const { start, isPending } = useExport(table, filters)
  useShortcut('export', () => start('xlsx'), mayExport)

  return (
    <>
      <Dropdown
        trigger={['click']}
        menu={{
          items: [
            ...(mayExport
              ? [
                  { key: 'xlsx', label: t(listText.exportXlsx) },
                  { key: 'csv', label: t(listText.exportCsv) },
                ]
              : []),
            { key: 'columns', label: t(listText.columns) },
            { key: 'view', label: t(listText.saveView) },
          ],
          onClick: ({ key }) =>
            key === 'xlsx' || key === 'csv' ? start(key) : setOpen(key as 'columns' | 'view'),
        }}
      >
        <Button loading={isPending}>{t(listText.more)}</Button>
      </Dropdown>
      {isOpen === 'columns' && <ColumnDialog table={table} onClose={() => setOpen(undefined)} />}
      {isOpen === 'view' && <ViewDialog list={table.list} onClose={() => setOpen(undefined)} />}
    </>
  )
}

/** Starts an export and hands its file over when it is done, also when that takes a while. */
function useExport(table: ListTable, filters: object) {
  const t = useText()
  const { wait, isWaiting } = useTaskFile()
  const ask = useCommand(exportList, { quiet: true, refreshes: [myTasks] })
  const start = (format: 'xlsx' | 'csv') => {
    const { page: _, size: __, ...asked } = filters as { page?: number; size?: number }
    ask.mutate(
      { list: table.list, filters: asked as Record<string, unknown>, columns: table.keys, format },
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

const useSettings = (list: string) => {
  const settings = useAnswer(myListSettings, { list }, { staleTime: 60_000 })
  const save = useCommand(saveListSettings, { refreshes: [myListSettings], quiet: true })
  const now: ListSettings = settings.data ?? { views: [] }
  return {
    now,
    save: (next: Partial<ListSettings>) => save.mutateAsync({ list, settings: { ...now, ...next } }),
  }
}

/** Which columns show, and in which order; by tick box and by button, so that a keyboard can do it. */
function ColumnDialog({ table, onClose }: { table: ListTable; onClose: () => void }) {
  const t = useText()
  const { now, save } = useSettings(table.list)
  const [keys, setKeys] = useState(table.keys)
  const hidden = table.all.filter(({ key }) => !keys.includes(key)).map(({ key }) => key)
  const titleOf = (key: string) => {
    const column = table.all.find((one) => one.key === key)
    return column ? t(column.title) : key
  }
  const move = (key: string, by: number) => {
    const place = keys.indexOf(key)
    const next = keys.filter((one) => one !== key)
    next.splice(place + by, 0, key)
    setKeys(next)
  }
  const toggle = (key: string) =>
    setKeys(keys.includes(key) ? keys.filter((one) => one !== key) : [...keys, key])

  return (
    <Modal
      open
      title={t(listText.columns)}
      okText={t(webText.save)}
      okButtonProps={{ disabled: keys.length === 0 }}
      onOk={() => void save({ columns: keys }).then(onClose)}
      onCancel={onClose}
      closable={{ 'aria-label': t(webText.close) }}
      footer={(_, { OkBtn, CancelBtn }) => (
        <>
          <Button
            onClick={() => {
              const { columns: _columns, ...rest } = now
              void save({ ...rest, columns: undefined }).then(onClose)
            }}
          >
            {t(listText.reset)}
          </Button>
          <CancelBtn />
          <OkBtn />
        </>
      )}
    >
      <ul className="column-list">
        {[...keys, ...hidden].map((key) => (
          <li key={key}>
            <Checkbox checked={keys.includes(key)} onChange={() => toggle(key)}>
              {titleOf(key)}
            </Checkbox>
            {keys.includes(key) && (
              <Flex gap={4}>
                <Button
                  size="small"
                  aria-label={t(listText.up, { column: titleOf(key) })}
                  disabled={keys.indexOf(key) === 0}
                  onClick={() => move(key, -1)}
                >
                  ↑
                </Button>
                <Button
                  size="small"
                  aria-label={t(listText.down, { column: titleOf(key) })}
                  disabled={keys.indexOf(key) === keys.length - 1}
                  onClick={() => move(key, 1)}
                >
                  ↓
                </Button>
              </Flex>
            )}
          </li>
        ))}
      </ul>
    </Modal>
  )
}

function ViewDialog({ list, onClose }: { list: string; onClose: () => void }) {
  const t = useText()
  const { search } = useLocation()
  const { now, save } = useSettings(list)
  const [name, setName] = useState('')
  const views = [...now.views.filter((view) => view.name !== name.trim()), { name: name.trim(), search }]
  return (
    <Modal
      open
      title={t(listText.saveView)}
      okText={t(webText.save)}
      okButtonProps={{ disabled: name.trim() === '' || views.length > 20 }}
      onOk={() => void save({ views }).then(onClose)}
      onCancel={onClose}
      closable={{ 'aria-label': t(webText.close) }}
    >
      <Input
        aria-label={t(listText.viewName)}
        placeholder={t(listText.viewName)}
        maxLength={30}
        value={name}
        onChange={(event) => setName(event.target.value)}
        autoFocus
      />
      <ul className="column-list">
        {now.views.map((view) => (
          <li key={view.name}>
            {view.name}
            <Button
              size="small"
              aria-label={t(listText.removeView, { name: view.name })}
              onClick={() => void save({ views: now.views.filter(({ name: other }) => other !== view.name) })}
            >
              ×
            </Button>
          </li>
        ))}
      </ul>
    </Modal>
  )
}
