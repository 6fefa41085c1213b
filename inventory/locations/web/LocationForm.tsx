import type { OutputOf } from '../../../platform/calls/call.ts'
import { Dialog } from '../../../platform/forms/web/Dialog.tsx'
import { FormBody, TextField } from '../../../platform/forms/web/FormParts.tsx'
import { type Fields, neededNumberIn } from '../../../platform/forms/web/fields.ts'
import { useForm } from '../../../platform/forms/web/form.ts'
import { useText } from '../../../platform/text/web/language.tsx'
import { createLocation, editLocation, getLocation, listLocations, listZones } from '../contract.ts'
import { inventoryText } from '../text.ts'
import { HoldingFields, type Holdings, holdingsOf, sentHoldings } from './HoldingFields.tsx'

type Typed = Holdings & { locationCode: string; routeSeq: string }

const sent = (typed: Typed) => ({ ...sentHoldings(typed), routeSeq: neededNumberIn(typed.routeSeq) })

export function NewLocation({ onClose }: { onClose: () => void }) {
  const t = useText()
  const { fields, ...form } = useForm(createLocation, {
    draft: 'new-location',
    initial: { locationCode: '', routeSeq: '0', ...holdingsOf() },
    toInput: sent,
    refreshes: [listLocations, listZones],
    onDone: onClose,
  })
  return (
    <Dialog title={t(inventoryText.newLocation)} onClose={onClose}>
      <FormBody fields={fields} {...form} onCancel={onClose}>
        <Place fields={fields} />
      </FormBody>
    </Dialog>
  )
}

export function EditLocation({ of, onClose }: { of: OutputOf<typeof getLocation>; onClose: () => void }) {
  const { fields, ...form } = useForm(editLocation, {
    draft: `location-${of.id}`,
    initial: { locationCode: of.locationCode, routeSeq: String(of.routeSeq), ...holdingsOf(of) },
    toInput: (typed) => ({ id: of.id, rowVersion: of.rowVersion, ...sent(typed) }),
    refreshes: [listLocations, getLocation, listZones],
    onDone: onClose,
  })
  return (
    <FormBody fields={fields} {...form} onCancel={onClose}>
      <Place fields={fields} />
    </FormBody>
  )
}

function Place<V extends Typed>({ fields }: { fields: Fields<V> }) {
  const t = useText()
  return (
    <>
      <TextField
        fields={fields}
        name="locationCode"
        label={inventoryText.locationCode}
        hint={t(inventoryText.codeHint)}
        isRequired
      />
      <HoldingFields fields={fields} />
      <TextField
        fields={fields}
        name="routeSeq"
        label={inventoryText.routeSeq}
        inputMode="numeric"
        isRequired
      />
    </>
  )
}
