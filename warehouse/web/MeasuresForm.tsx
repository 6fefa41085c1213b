import { Alert } from 'antd'
import type { FormEvent } from 'react'
import type { OutputOf } from '../../platform/calls/call.ts'
import { Dialog } from '../../platform/forms/web/Dialog.tsx'
import { FormBody } from '../../platform/forms/web/FormParts.tsx'
import type { Fields } from '../../platform/forms/web/fields.ts'
import { useForm } from '../../platform/forms/web/form.ts'
import { useText } from '../../platform/text/web/language.tsx'
import { satelliteWarehouses, setMeasures, setSatelliteMeasures, warehouseFacts } from '../contract.ts'
import { warehouseText } from '../text.ts'
import { topInfo } from '../top-contract.ts'
import { MeasuresFields, measuresIn, sentMeasures } from './MeasuresFields.tsx'

type Facts = OutputOf<typeof warehouseFacts>

/** Unit and currency, set once and permanently. */
export function MeasuresForm({ of, onClose }: { of: Facts; onClose: () => void }) {
  const form = useForm(setMeasures, {
    initial: measuresIn(of),
    toInput: sentMeasures,
    refreshes: [warehouseFacts, topInfo],
    onDone: onClose,
  })
  return <MeasuresDialog of={of} form={form} onClose={onClose} />
}

type SatelliteFacts = OutputOf<typeof satelliteWarehouses>[number]

/** The same for a satellite's warehouse. */
export function SatelliteMeasuresForm({ of, onClose }: { of: SatelliteFacts; onClose: () => void }) {
  const { satelliteId } = of
  const form = useForm(setSatelliteMeasures, {
    initial: measuresIn(of),
    toInput: (typed) => ({ satelliteId, ...sentMeasures(typed) }),
    refreshes: [satelliteWarehouses],
    onDone: onClose,
  })
  return <MeasuresDialog of={of} form={form} onClose={onClose} />
}

function MeasuresDialog({
  of,
  form: { fields, ...form },
  onClose,
}: {
  of: Facts
  form: {
    fields: Fields<ReturnType<typeof measuresIn>>
    onSubmit: (event: FormEvent) => void
    isPending: boolean
  }
  onClose: () => void
}) {
  const t = useText()
  return (
    <Dialog title={t(warehouseText.measures)} onClose={onClose}>
      <Alert type="warning" showIcon title={t(warehouseText.fixWarning)} style={{ marginBottom: 16 }} />
      <FormBody fields={fields} {...form} submitText={warehouseText.fixForGood} onCancel={onClose}>
        <MeasuresFields fields={fields} of={of} />
      </FormBody>
    </Dialog>
  )
}
