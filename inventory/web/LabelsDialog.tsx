import { Modal, Radio } from 'antd'
import { useState } from 'react'
import type { SentTo } from '../../lib/call.ts'
import { type LabelLayoutName, labelLayoutNames, labelLayouts } from '../../lib/labels.ts'
import { myTasks } from '../../lib/tasks.ts'
import { useCommand } from '../../lib/web/call.ts'
import { useText } from '../../lib/web/language.tsx'
import { notice } from '../../lib/web/notices.ts'
import { webText } from '../../lib/web/text.ts'
import { printBinLabels } from '../contract.ts'
import { inventoryText } from '../text.ts'

export type ToPrint = { count: number } & Pick<SentTo<typeof printBinLabels>, 'ids' | 'filters'>

/** On which paper the labels of the locations go. */
export function LabelsDialog({
  of: { count, ...which },
  onStarted,
  onClose,
}: {
  of: ToPrint
  onStarted: (taskId: number) => void
  onClose: () => void
}) {
  const t = useText()
  const [layout, setLayout] = useState<LabelLayoutName>('thermal_100x50')
  const print = useCommand(printBinLabels, { quiet: true, refreshes: [myTasks] })
  const start = () =>
    print.mutate(
      { ...which, layout },
      {
        onSuccess: ({ taskId }) => {
          notice('success', t(inventoryText.labelsStarted))
          onStarted(taskId)
          onClose()
        },
      },
    )
  return (
    <Modal
      open
      title={t(inventoryText.printLabels)}
      okText={t(inventoryText.printLabels)}
      okButtonProps={{ loading: print.isPending }}
      onOk={start}
      onCancel={onClose}
      closable={{ 'aria-label': t(webText.close) }}
    >
      <p>{t(inventoryText.labelCount, { count })}</p>
      <Radio.Group
        vertical
        aria-label={t(inventoryText.labelLayout)}
        value={layout}
        onChange={({ target }) => setLayout(target.value)}
        options={labelLayoutNames.map((name) => ({ value: name, label: t(labelLayouts[name].name) }))}
      />
    </Modal>
  )
}
