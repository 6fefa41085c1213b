import { Flex, InputNumber, Modal, Radio } from 'antd'
import { useState } from 'react'
import type { z } from 'zod'
import type { Command, SentTo, taskStarted } from '../call.ts'
import { type LabelLayoutName, labelLayoutNames, labelLayouts, labelText, MOST_COPIES } from '../labels.ts'
import { myTasks } from '../tasks.ts'
import { useCommand } from './call.ts'
import { useText } from './language.tsx'
import { notice } from './notices.ts'
import { webText } from './text.ts'

type Choice = { layout: LabelLayoutName; copies: number }

/** On which paper labels go, and how many of each; a task then draws them. */
export function LabelsDialog<I extends z.ZodType>({
  call,
  count,
  hasCopies = false,
  inputOf,
  onStarted,
  onClose,
}: {
  call: Command<I, typeof taskStarted>
  /** Of how many things, where that is known. */
  count?: number | undefined
  hasCopies?: boolean
  inputOf: (choice: Choice) => SentTo<Command<I, typeof taskStarted>>
  onStarted: (taskId: number) => void
  onClose: () => void
}) {
  const t = useText()
  const [layout, setLayout] = useState<LabelLayoutName>('thermal_100x50')
  const [copies, setCopies] = useState(1)
  const print = useCommand(call, { quiet: true, refreshes: [myTasks] })
  const start = () =>
    print.mutate(inputOf({ layout, copies }), {
      onSuccess: ({ taskId }) => {
        notice('success', t(labelText.started))
        onStarted(taskId)
        onClose()
      },
    })
  return (
    <Modal
      open
      title={t(labelText.print)}
      okText={t(labelText.print)}
      okButtonProps={{ loading: print.isPending }}
      onOk={start}
      onCancel={onClose}
      closable={{ 'aria-label': t(webText.close) }}
    >
      <Flex vertical gap={12}>
        {count !== undefined && <span>{t(labelText.count, { count: count * copies })}</span>}
        <Radio.Group
          vertical
          aria-label={t(labelText.layout)}
          value={layout}
          onChange={({ target }) => setLayout(target.value)}
          options={labelLayoutNames.map((name) => ({ value: name, label: t(labelLayouts[name].name) }))}
        />
        {hasCopies && (
          <Flex component="label" gap={8} align="center">
            {t(labelText.copies)}
            <InputNumber
              min={1}
              max={MOST_COPIES}
              precision={0}
              value={copies}
              onChange={(typed) => setCopies(typed ?? 1)}
            />
          </Flex>
        )}
      </Flex>
    </Modal>
  )
}
