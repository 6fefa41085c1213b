import type { OutputOf } from '../../platform/calls/call.ts'
import { Dialog } from '../../platform/forms/web/Dialog.tsx'
import { FormBody, TextField } from '../../platform/forms/web/FormParts.tsx'
import { type Fields, numberIn } from '../../platform/forms/web/fields.ts'
import { useForm } from '../../platform/forms/web/form.ts'
import { ReasonForm } from '../../platform/forms/web/ReasonDialog.tsx'
import { useText } from '../../platform/text/web/language.tsx'
import { completeInbound, countLoads, type inbound, reopenInbound } from '../contract.ts'
import { readings } from '../scanning/web/readings.ts'
import { receivingText } from '../text.ts'

type Inbound = OutputOf<typeof inbound>

type Loads = { palletCount: string; containerCount: string }

const loadsOf = ({ palletCount, containerCount }: Inbound): Loads => ({
  palletCount: palletCount?.toString() ?? '',
  containerCount: containerCount?.toString() ?? '',
})
const toLoads = ({ palletCount, containerCount }: Loads) => ({
  palletCount: numberIn(palletCount),
  containerCount: numberIn(containerCount),
})

function LoadFields<V extends Loads>({ fields }: { fields: Fields<V> }) {
  const t = useText()
  return (
    <>
      <TextField
        fields={fields}
        name="containerCount"
        label={receivingText.containerCount}
        inputMode="numeric"
      />
      <TextField
        fields={fields}
        name="palletCount"
        label={receivingText.palletCount}
        inputMode="numeric"
        hint={t(receivingText.loadsHint)}
      />
    </>
  )
}

/** Counts pallets and containers of an order that is not charged yet. */
export function CountLoads({ of, onClose }: { of: Inbound; onClose: () => void }) {
  const t = useText()
  const { fields, ...form } = useForm(countLoads, {
    initial: loadsOf(of),
    toInput: (typed) => ({ id: of.id, ...toLoads(typed) }),
    refreshes: readings,
    onDone: onClose,
  })
  return (
    <Dialog title={t(receivingText.countLoads)} onClose={onClose}>
      <FormBody fields={fields} {...form} onCancel={onClose}>
        <LoadFields fields={fields} />
      </FormBody>
    </Dialog>
  )
}

/** Closes an order; with the reason where more or less arrived than expected. */
export function Complete({ of, onClose }: { of: Inbound; onClose: () => void }) {
  const t = useText()
  const products = new Map(of.products.map(({ id, sku }) => [id, sku]))
  const different = of.lines.filter(({ good, defective, expected }) => good + defective !== expected)
  const { fields, ...form } = useForm(completeInbound, {
    initial: { differenceNote: '', ...loadsOf(of) },
    toInput: ({ differenceNote, ...typed }) => ({ id: of.id, differenceNote, ...toLoads(typed) }),
    also: ({ differenceNote }) =>
      different.length > 0 && differenceNote.trim() === ''
        ? { differenceNote: receivingText.reasonNeeded }
        : {},
    refreshes: readings,
    onDone: onClose,
  })
  return (
    <Dialog title={t(receivingText.complete)} onClose={onClose}>
      <FormBody fields={fields} {...form} submitText={receivingText.complete} onCancel={onClose}>
        {different.length > 0 ? (
          <>
            <ul>
              {different.map((line) => {
                const count = line.good + line.defective - line.expected
                return (
                  <li key={line.id}>
                    {products.get(line.productId)}{' '}
                    {count > 0 ? t(receivingText.over, { count }) : t(receivingText.short, { count: -count })}
                  </li>
                )
              })}
            </ul>
            <TextField
              fields={fields}
              name="differenceNote"
              label={receivingText.differenceNote}
              isRequired
            />
          </>
        ) : (
          <p>{t(receivingText.even)}</p>
        )}
        {of.inboundType !== 'init' && <LoadFields fields={fields} />}
      </FormBody>
    </Dialog>
  )
}

export function Reopen({ of, onClose }: { of: Inbound; onClose: () => void }) {
  const t = useText()
  return (
    <ReasonForm
      call={reopenInbound}
      title={t(receivingText.reopen)}
      submitText={receivingText.reopen}
      toInput={(reason) => ({ id: of.id, reason })}
      refreshes={readings}
      onClose={onClose}
    />
  )
}
