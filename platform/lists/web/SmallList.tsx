import { Button, Flex, type TableColumnType } from 'antd'
import { type ReactNode, useState } from 'react'
import type { Answer } from '../../calls/web/call.ts'
import { Dialog } from '../../forms/web/Dialog.tsx'
import { useText } from '../../text/web/language.tsx'
import { webText } from '../../text/web/text.ts'
import { QueryBoundary } from '../../ui/web/QueryBoundary.tsx'
import { WideTable } from '../../ui/web/WideTable.tsx'
import { columnText } from '../column-text.ts'
import { EnabledTag } from './Enabled.tsx'

type Row = { id: number; isEnabled: boolean }

/** A short list in a dialog, complete and without pages, whose rows are created and edited in place. */
export function SmallList<R extends Row>(props: {
  title: string
  width: number
  list: Answer<R[]>
  columns: TableColumnType<R>[]
  /** How many objects use a row. */
  used: TableColumnType<R>
  nameOf: (row: R) => string
  empty: string
  newLabel: string
  mayEdit: boolean
  /** The form of one row, or of a new one. */
  form: (row: R | undefined, close: () => void) => ReactNode
  onClose: () => void
}) {
  const t = useText()
  const [edited, setEdited] = useState<R | 'new'>()
  const editColumn: TableColumnType<R> = {
    title: '',
    render: (_, row) => (
      <Button
        type="link"
        aria-label={`${t(webText.edit)} ${props.nameOf(row)}`}
        onClick={() => setEdited(row)}
      >
        {t(webText.edit)}
      </Button>
    ),
  }
  return (
    <Dialog width={props.width} title={props.title} onClose={props.onClose}>
      {edited ? (
        props.form(edited === 'new' ? undefined : edited, () => setEdited(undefined))
      ) : (
        <Flex vertical gap={12}>
          {props.mayEdit && (
            <Flex justify="end">
              <Button type="primary" onClick={() => setEdited('new')}>
                {props.newLabel}
              </Button>
            </Flex>
          )}
          <QueryBoundary answer={props.list}>
            {(rows) => (
              <WideTable<R>
                size="small"
                rowKey="id"
                dataSource={rows}
                pagination={false}
                locale={{ emptyText: <span className="hint">{props.empty}</span> }}
                columns={[
                  ...props.columns,
                  {
                    title: t(columnText.status),
                    render: (_, { isEnabled }) => <EnabledTag isEnabled={isEnabled} />,
                  },
                  { align: 'right', ...props.used },
                  ...(props.mayEdit ? [editColumn] : []),
                ]}
              />
            )}
          </QueryBoundary>
        </Flex>
      )}
    </Dialog>
  )
}
