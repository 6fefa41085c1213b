import { useState } from 'react'
import type { OutputOf } from '../../../platform/calls/call.ts'
import { Dialog } from '../../../platform/forms/web/Dialog.tsx'
import { FormBody } from '../../../platform/forms/web/FormParts.tsx'
import { useForm } from '../../../platform/forms/web/form.ts'
import { useText } from '../../../platform/text/web/language.tsx'
import { mergePickingLists } from '../contract.ts'
import { pickingText } from '../text.ts'
import { MadeLists } from './MadeLists.tsx'
import { readings } from './readings.ts'

/** Says what merging does before it is done; then shows the new list, or why there is none. */
export function MergeDialog({
  ids,
  onDone,
  onClose,
}: {
  ids: number[]
  onDone: () => void
  onClose: () => void
}) {
  const t = useText()
  const [made, setMade] = useState<OutputOf<typeof mergePickingLists>>()
  const { fields, ...form } = useForm(mergePickingLists, {
    initial: {},
    toInput: () => ({ ids }),
    refreshes: readings,
    quiet: true,
    onDone: (answer) => {
      setMade(answer)
      if (answer.failed.length === 0) onDone()
    },
  })
  return (
    <Dialog title={t(pickingText.mergeTitle, { count: ids.length })} onClose={onClose}>
      {made ? (
        <MadeLists made={made} onClose={onClose} />
      ) : (
        <FormBody fields={fields} {...form} submitText={pickingText.merge} onCancel={onClose}>
          <p>{t(pickingText.mergeHint)}</p>
        </FormBody>
      )}
    </Dialog>
  )
}
