import { Alert } from 'antd'
import { useState } from 'react'
import { customerOptions } from '../../../customers/web/customer-options.ts'
import { orderChannels, orderCustomers, pieceClasses } from '../../../orders/contract.ts'
import { pieceClassText } from '../../../orders/text.ts'
import type { OutputOf } from '../../../platform/calls/call.ts'
import { ruleText } from '../../../platform/calls/rules.ts'
import { useAnswer, useCommand } from '../../../platform/calls/web/call.ts'
import { Dialog } from '../../../platform/forms/web/Dialog.tsx'
import { CheckField, FormBody, SelectField, TextField } from '../../../platform/forms/web/FormParts.tsx'
import { useFields } from '../../../platform/forms/web/fields.ts'
import { columnText } from '../../../platform/lists/column-text.ts'
import type { FilterValues } from '../../../platform/lists/lists.ts'
import { fill } from '../../../platform/text/text.ts'
import { useText } from '../../../platform/text/web/language.tsx'
import { ErrorPanel } from '../../../platform/ui/web/ErrorPanel.tsx'
import { createPickingLists, findPickable, pickingZones } from '../contract.ts'
import { callsOf, MAX_ORDERS } from '../plan.ts'
import { pickingText } from '../text.ts'
import { callsOfSelection, createInParts } from './create-lists.ts'
import { MadeLists } from './MadeLists.tsx'
import { readings } from './readings.ts'
import { zoneOptions } from './zone-options.ts'

type Made = Awaited<ReturnType<typeof createInParts>>
type PieceClass = (typeof pieceClasses)[number]
type Typed = {
  pieceClass: PieceClass | undefined
  channelId: number | undefined
  customerId: number | undefined
  zoneId: number | undefined
  perList: string
  isMixed: boolean
}
const initial: Typed = {
  pieceClass: undefined,
  channelId: undefined,
  customerId: undefined,
  zoneId: undefined,
  perList: String(MAX_ORDERS),
  isMixed: false,
}

const isPerList = (text: string) =>
  /^\d{1,3}$/.test(text.trim()) && Number(text) >= 1 && Number(text) <= MAX_ORDERS

/** Creates picking lists from selected orders or by a rule, with the number of orders before; then shows them to print. */
export function CreateDialog({
  ids,
  all,
  onDone,
  onClose,
}: {
  /** The selected orders, or the filters of the list whose orders are all selected; by rule without. */
  ids?: number[]
  all?: FilterValues | undefined
  onDone?: () => void
  onClose: () => void
}) {
  const t = useText()
  const [made, setMade] = useState<Made>()
  return (
    <Dialog title={t(pickingText.create)} onClose={onClose}>
      {made ? (
        <MadeLists made={made} onClose={onClose} />
      ) : (
        <Ask
          ids={all ? undefined : ids}
          all={all}
          onMade={(result) => {
            setMade(result)
            if (result.failed.length === 0 && result.isComplete) onDone?.()
          }}
          onClose={onClose}
        />
      )}
    </Dialog>
  )
}

function Ask({
  ids,
  all,
  onMade,
  onClose,
}: {
  ids: number[] | undefined
  all: FilterValues | undefined
  onMade: (made: Made) => void
  onClose: () => void
}) {
  const t = useText()
  const fields = useFields<Typed>({
    initial,
    check: ({ perList }) =>
      isPerList(perList) ? {} : { perList: fill(ruleText.whole, { min: 1, max: MAX_ORDERS }) },
  })
  const { pieceClass, channelId, customerId, zoneId, perList, isMixed } = fields.value
  const rule = {
    ...(pieceClass && { pieceClass }),
    ...(channelId && { channelId }),
    ...(customerId && { customerId }),
    ...(zoneId && { zoneId }),
  }
  const isByRule = !ids && !all
  const { sort: _, order: __, ...matching } = all ?? {}
  const pickable = useAnswer(findPickable, ids ? { ids } : all ? { matching } : rule, { staleTime: 0 })
  const split = { perList: isPerList(perList) ? Number(perList) : MAX_ORDERS, isMixed }
  const plan = pickable.data && callsOf(pickable.data.orders, split)
  const customers = useAnswer(orderCustomers, {}, { staleTime: 60_000, enabled: isByRule })
  const channels = useAnswer(orderChannels, {}, { staleTime: 60_000, enabled: isByRule })
  const zones = useAnswer(pickingZones, {}, { staleTime: 60_000, enabled: isByRule })
  const create = useCommand(createPickingLists, { refreshes: readings, quiet: true })

  const run = async () => {
    if (!pickable.data || !plan) return
    const parts = ids ? callsOfSelection(ids, pickable.data.orders, split) : plan.calls
    onMade(await createInParts(parts, (part) => create.mutateAsync({ ids: part, ...split })))
  }

  return (
    <FormBody
      fields={fields}
      isPending={create.isPending}
      canSubmit={plan !== undefined && (ids !== undefined || plan.lists > 0)}
      submitText={pickingText.create}
      onCancel={onClose}
      onSubmit={(event) => {
        event.preventDefault()
        // A failure is reported by the global handler for failed commands.
        if (fields.isRight()) void run().catch(() => {})
      }}
    >
      {pickable.error ? (
        <ErrorPanel error={pickable.error} retry={() => pickable.refetch()} />
      ) : (
        <Count pickable={pickable.data} lists={plan?.lists ?? 0} selected={ids?.length} />
      )}
      {isByRule && <p className="hint">{t(pickingText.createHint)}</p>}
      {isByRule && (
        <>
          <SelectField
            fields={fields}
            name="pieceClass"
            label={pickingText.pieceClass}
            options={pieceClasses.map((one) => ({ value: one, label: t(pieceClassText[one]) }))}
          />
          <SelectField
            fields={fields}
            name="channelId"
            label={columnText.channel}
            options={(channels.data ?? []).map(({ id, channelCode }) => ({ value: id, label: channelCode }))}
          />
          <SelectField
            fields={fields}
            name="customerId"
            label={columnText.customer}
            options={customerOptions(customers.data)}
          />
          <SelectField
            fields={fields}
            name="zoneId"
            label={pickingText.zone}
            hint={t(pickingText.zoneHint)}
            options={zoneOptions(zones.data)}
          />
        </>
      )}
      <TextField fields={fields} name="perList" label={pickingText.perList} isRequired />
      <CheckField
        fields={fields}
        name="isMixed"
        label={pickingText.isMixed}
        hint={t(pickingText.isMixedHint)}
      />
    </FormBody>
  )
}

/** How many orders there are, and how many lists that makes; it changes with the rule. */
function Count({
  pickable,
  lists,
  selected,
}: {
  pickable: OutputOf<typeof findPickable> | undefined
  lists: number
  selected: number | undefined
}) {
  const t = useText()
  if (!pickable) return <p role="status">{t(pickingText.counting)}</p>
  const { total, orders } = pickable
  const max = orders.ss.length + orders.sm.length + orders.mm.length
  return (
    <div role="status">
      <Alert
        type={max === 0 ? 'warning' : 'info'}
        showIcon
        title={max === 0 ? t(pickingText.noneMatch) : t(pickingText.willCreate, { orders: max, lists })}
        description={
          selected !== undefined && selected > max
            ? t(pickingText.leftOut, { count: selected - max })
            : total > max
              ? t(pickingText.moreMatch, { total, max })
              : undefined
        }
      />
    </div>
  )
}
