import { Button, Flex, Popconfirm } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { OutputOf } from '../../../platform/calls/call.ts'
import { useCommand } from '../../../platform/calls/web/call.ts'
import { EditDrawer } from '../../../platform/forms/web/EditDrawer.tsx'
import { columnText } from '../../../platform/lists/column-text.ts'
import { listText } from '../../../platform/lists/lists.ts'
import { EnabledTag } from '../../../platform/lists/web/Enabled.tsx'
import type { Text } from '../../../platform/text/text.ts'
import { useDictionary } from '../../../platform/text/web/dictionary.tsx'
import { LocalTime } from '../../../platform/text/web/LocalTime.tsx'
import { useText } from '../../../platform/text/web/language.tsx'
import { FactList } from '../../../platform/ui/web/FactList.tsx'
import { WideTable } from '../../../platform/ui/web/WideTable.tsx'
import { LogButton } from '../../../staff/audit/web/LogButton.tsx'
import { whatIfText } from '../../what-if/text.ts'
import {
  copyVersion,
  deleteVersion,
  editQuote,
  getQuote,
  getVersion,
  type VersionHead,
  withdrawVersion,
} from '../contract.ts'
import { quotePageText, quoteText } from '../text.ts'
import { FuelRates } from './FuelRates.tsx'
import { EditQuote } from './QuoteForm.tsx'
import { currentOf, quoteReadings } from './quote-sections.ts'
import { Timeline } from './Timeline.tsx'
import { EndDialog, FromQuoteDialog, PublishDialog } from './VersionDialogs.tsx'
import { VersionEditor } from './VersionEditor.tsx'

type Quote = OutputOf<typeof getQuote>
type Action = { label: Text; run: () => void; ask?: string; is: boolean }
// A new version keeps what it was copied from: once it is saved, the quote has another first version.
type Task =
  | { what: 'view' | 'edit' | 'publish' | 'end'; version: VersionHead }
  | { what: 'new'; from: number | undefined }
  | { what: 'copy' }

/** One quote: its versions over time, and what can be done with each. */
export function QuoteDrawer({ id, onClose }: { id: string | undefined; onClose: () => void }) {
  const t = useText()
  return (
    <EditDrawer
      id={id}
      onClose={onClose}
      call={getQuote}
      editCall={editQuote}
      title={(item) => (item ? `${item.quoteCode} · ${item.quoteName}` : t(quoteText.quote))}
      log={(item) => <LogButton of="quote" object={item.id} />}
      facts={(item, mayEdit) => <Facts of={item} mayEdit={mayEdit} />}
      form={(item, close) => <EditQuote of={item} onClose={close} />}
    />
  )
}

function Facts({ of, mayEdit }: { of: Quote; mayEdit: boolean }) {
  const t = useText()
  const kinds = useDictionary('quoteKind')
  const [task, setTask] = useState<Task>()
  const done = () => setTask(undefined)
  const inForce = currentOf(of.versions)
  return (
    <>
      <FactList
        facts={[
          [quoteText.quoteCode, of.quoteCode],
          [quoteText.kind, kinds.textOf(of.kind)],
          [columnText.channel, of.channelCode],
          [quoteText.isDefault, of.isDefault ? t(listText.yes) : t(listText.no)],
          [columnText.status, <EnabledTag key="enabled" isEnabled={of.isEnabled} />],
          [quoteText.customerCount, of.customerCount],
        ]}
      />
      <Flex justify="space-between" align="center" wrap gap={8}>
        <h3>{t(quoteText.versions)}</h3>
        {mayEdit && (
          <Flex gap={8} wrap>
            <Button onClick={() => setTask({ what: 'copy' })}>{t(quotePageText.fromQuote)}</Button>
            <Button type="primary" onClick={() => setTask({ what: 'new', from: inForce?.id })}>
              {inForce
                ? t(quotePageText.newVersionOf, { no: inForce.versionNo })
                : t(quotePageText.newVersion)}
            </Button>
          </Flex>
        )}
      </Flex>
      <Timeline versions={of.versions} />
      <Versions of={of} mayEdit={mayEdit} onTask={setTask} />
      {of.kind === 'freight' && <FuelRates of={of} mayEdit={mayEdit} />}
      {task?.what === 'new' && <VersionEditor quote={of} from={task.from} onClose={done} />}
      {task?.what === 'copy' && (
        <FromQuoteDialog quote={of} onStart={(from) => setTask({ what: 'new', from })} onClose={done} />
      )}
      {task?.what === 'edit' && <VersionEditor quote={of} edits={task.version} onClose={done} />}
      {task?.what === 'view' && <VersionEditor quote={of} shows={task.version} onClose={done} />}
      {task?.what === 'publish' && <PublishDialog quote={of} version={task.version} onClose={done} />}
      {task?.what === 'end' && (
        <EndDialog
          quote={of}
          version={task.version}
          onReplace={() => setTask({ what: 'new', from: task.version.id })}
          onClose={done}
        />
      )}
    </>
  )
}

function Versions({ of, mayEdit, onTask }: { of: Quote; mayEdit: boolean; onTask: (task: Task) => void }) {
  const t = useText()
  const statuses = useDictionary('quoteStatus')
  const refreshes = [...quoteReadings, getVersion]
  const navigate = useNavigate()
  const copy = useCommand(copyVersion, { refreshes })
  const withdraw = useCommand(withdrawVersion, { refreshes })
  const remove = useCommand(deleteVersion, { refreshes })
  const actionsOf = (version: VersionHead): Action[] => {
    const { id, rowVersion, status, versionNo: no } = version
    const isOpen = status === 'draft' || status === 'pending'
    return [
      {
        label: quotePageText.viewVersion,
        run: () => onTask({ what: 'view', version }),
        is: !isOpen || !mayEdit,
      },
      {
        label: quotePageText.editVersion,
        run: () => onTask({ what: 'edit', version }),
        is: isOpen && mayEdit,
      },
      {
        label: quoteText.publish,
        run: () => onTask({ what: 'publish', version }),
        is: status === 'draft' && mayEdit,
      },
      {
        label: quoteText.withdraw,
        ask: t(quotePageText.withdrawAsk, { no }),
        run: () => withdraw.mutate({ id, rowVersion }),
        is: status === 'pending' && mayEdit,
      },
      {
        label: quotePageText.end,
        run: () => onTask({ what: 'end', version }),
        is: (status === 'pending' || status === 'effective') && mayEdit,
      },
      {
        label: whatIfText.simulate,
        run: () => navigate(`/setting/quote/what_if?version=${id}`),
        is: of.side === 'sale',
      },
      { label: quotePageText.copy, run: () => copy.mutate({ id }), is: mayEdit },
      {
        label: quotePageText.remove,
        ask: t(quotePageText.removeAsk, { no }),
        run: () => remove.mutate({ id, rowVersion }),
        is: status === 'draft' && mayEdit,
      },
    ].filter(({ is }) => is)
  }
  if (of.versions.length === 0) return <p>{t(quotePageText.noVersions)}</p>
  return (
    <WideTable<VersionHead>
      size="small"
      rowKey="id"
      pagination={false}
      dataSource={of.versions}
      columns={[
        { title: t(quoteText.versionNo), render: (_, { versionNo }) => `V${versionNo}` },
        { title: t(columnText.status), render: (_, { status }) => statuses.textOf(status) },
        {
          title: t(quoteText.effectiveFrom),
          render: (_, { effectiveFrom }) => <LocalTime at={effectiveFrom} />,
        },
        { title: t(quoteText.inactiveAt), render: (_, { inactiveAt }) => <LocalTime at={inactiveAt} /> },
        { title: t(quoteText.note), dataIndex: 'note' },
        {
          title: '',
          render: (_, version) => (
            <Flex gap={4} wrap>
              {actionsOf(version).map(({ label, run, ask }) =>
                ask ? (
                  <Popconfirm key={label.en_US} title={ask} onConfirm={run}>
                    <Button size="small">{t(label)}</Button>
                  </Popconfirm>
                ) : (
                  <Button key={label.en_US} size="small" onClick={run}>
                    {t(label)}
                  </Button>
                ),
              )}
            </Flex>
          ),
        },
      ]}
    />
  )
}
