import { useState } from 'react'
import type { OutputOf } from '../../../platform/calls/call.ts'
import { Dialog } from '../../../platform/forms/web/Dialog.tsx'
import { FormBody, SelectField, TextField } from '../../../platform/forms/web/FormParts.tsx'
import { useForm } from '../../../platform/forms/web/form.ts'
import { useText } from '../../../platform/text/web/language.tsx'
import { type getPickingList, splitPickingList } from '../contract.ts'
import { listsAfterSplit, MAX_ORDERS } from '../plan.ts'
import { pickingText } from '../text.ts'
import { MadeLists } from './MadeLists.tsx'
import { readings } from './readings.ts'

type Typed = { orderIds: number[]; perList: string }

/** Asks which orders are kept apart and how many a list takes, and says how many lists that makes; then shows them. */
export function SplitDialog({
  of: { id, pickingNo, orders },
  onClose,
}: {
  of: Pick<OutputOf<typeof getPickingList>, 'id' | 'pickingNo' | 'orders'>
  onClose: () => void
}) {
  const t = useText()
  const [made, setMade] = useState<OutputOf<typeof splitPickingList>>()
  const live = orders.filter(({ isLive, status }) => isLive && status !== 'shipped')
  const initial: Typed = { orderIds: [], perList: String(Math.min(MAX_ORDERS, live.length)) }
  const { fields, ...form } = useForm(splitPickingList, {
    initial,
    toInput: ({ orderIds, perList }) => ({
      id,
      ...(orderIds.length > 0 && { orderIds }),
      perList: Number(perList),
    }),
    refreshes: readings,
    quiet: true,
    onDone: setMade,
  })
  const { orderIds, perList } = fields.value
  const lists = listsAfterSplit(live.length, orderIds.length, Number(perList))
  return (
    <Dialog title={t(pickingText.splitTitle, { no: pickingNo })} onClose={onClose}>
      {made ? (
        <MadeLists made={made} onClose={onClose} />
      ) : (
        <FormBody
          fields={fields}
          {...form}
          canSubmit={lists > 1}
          submitText={pickingText.split}
          onCancel={onClose}
        >
          <p>{t(pickingText.splitHint)}</p>
          <p role="status">{t(pickingText.willSplit, { orders: live.length, lists })}</p>
          <SelectField
            fields={fields}
            name="orderIds"
            label={pickingText.apart}
            hint={t(pickingText.apartHint)}
            mode="multiple"
            maxTagCount="responsive"
            options={live.map(({ id, orderNo, basketNo }) => ({
              value: id,
              label: `${basketNo} · ${orderNo}`,
            }))}
          />
          <TextField fields={fields} name="perList" label={pickingText.perList} isRequired />
        </FormBody>
      )}
    </Dialog>
  )
}
