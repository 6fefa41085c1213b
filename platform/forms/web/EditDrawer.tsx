import { Button, Flex } from 'antd'
import { type ReactNode, useState } from 'react'
import type { Command, OutputOf, Query, SentTo } from '../../calls/call.ts'
import { useAnswer } from '../../calls/web/call.ts'
import { useText } from '../../text/web/language.tsx'
import { webText } from '../../text/web/text.ts'
import { DetailDrawer } from '../../ui/web/DetailDrawer.tsx'
import { useFeature, useMay } from '../../ui/web/permission.tsx'

/** One row beside its list: its details, or the form that edits it. */
export function EditDrawer<C extends Query>({
  id,
  onClose,
  call,
  editCall,
  title,
  actions,
  log,
  facts,
  form,
}: {
  id: string | undefined
  onClose: () => void
  /** Loads the row by its id. */
  call: C
  editCall: Command
  /** Also while it is loading. */
  title: (item: OutputOf<C> | undefined) => string
  /** Further actions for users who may edit it. */
  actions?: (item: OutputOf<C>) => ReactNode
  /** The link to its audit log, for users who may see it. */
  log: (item: OutputOf<C>) => ReactNode
  facts: (item: OutputOf<C>, mayEdit: boolean) => ReactNode
  form: (item: OutputOf<C>, close: () => void) => ReactNode
}) {
  const t = useText()
  const match = useAnswer(call, { id } as SentTo<C>, { enabled: id !== undefined, keep: false })
  const [edited, setEdited] = useState<string>()
  const isFull = useFeature(editCall.feature) === 'full'
  const mayEdit = useMay()(editCall.permission) && isFull
  return (
    <DetailDrawer title={title(match.data)} isOpen={id !== undefined} onClose={onClose} answer={match}>
      {(item) =>
        edited === id ? (
          form(item, () => setEdited(undefined))
        ) : (
          // A failed attempt on one row does not concern the next.
          <Flex key={id} vertical gap={16}>
            <Flex gap={8} wrap align="center">
              {mayEdit && (
                <>
                  <Button onClick={() => setEdited(id)}>{t(webText.edit)}</Button>
                  {actions?.(item)}
                </>
              )}
              {log(item)}
            </Flex>
            {facts(item, mayEdit)}
          </Flex>
        )
      }
    </DetailDrawer>
  )
}
