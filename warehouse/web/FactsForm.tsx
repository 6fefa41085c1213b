import type { FormEvent } from 'react'
import type { OutputOf } from '../../platform/calls/call.ts'
import { Dialog } from '../../platform/forms/web/Dialog.tsx'
import { FormBody, TextField } from '../../platform/forms/web/FormParts.tsx'
import type { Fields } from '../../platform/forms/web/fields.ts'
import { useForm } from '../../platform/forms/web/form.ts'
import { inUnit } from '../../platform/lists/columns.ts'
import type { Text } from '../../platform/text/text.ts'
import { useText } from '../../platform/text/web/language.tsx'
import { editSatelliteWarehouse, editWarehouse, satelliteWarehouses, warehouseFacts } from '../contract.ts'
import { warehouseText } from '../text.ts'
import { topInfo } from '../top-contract.ts'
import { unitsOf } from '../units.ts'
import { FactsFields, factsIn } from './FactsFields.tsx'

type Facts = OutputOf<typeof warehouseFacts>

/** Everything about the warehouse that can be changed. */
export function FactsForm({ of, onClose }: { of: Facts; onClose: () => void }) {
  const form = useForm(editWarehouse, {
    draft: 'warehouse-facts',
    initial: { ...factsIn(of), minVolume: of.minVolume },
    toInput: (typed) => ({ rowVersion: of.rowVersion, ...typed }),
    refreshes: [warehouseFacts, topInfo],
    onDone: onClose,
  })
  return <FactsDialog of={of} title={warehouseText.editFacts} form={form} onClose={onClose} />
}

type SatelliteFacts = OutputOf<typeof satelliteWarehouses>[number]

/** The same for a satellite's warehouse. */
export function SatelliteFactsForm({ of, onClose }: { of: SatelliteFacts; onClose: () => void }) {
  const { satelliteId } = of
  const form = useForm(editSatelliteWarehouse, {
    draft: `warehouse-facts-${satelliteId}`,
    initial: { ...factsIn(of), minVolume: of.minVolume },
    toInput: (typed) => ({ satelliteId, rowVersion: of.rowVersion, ...typed }),
    refreshes: [satelliteWarehouses],
    onDone: onClose,
  })
  return <FactsDialog of={of} title={warehouseText.editSatellite} form={form} onClose={onClose} />
}

type Typed = ReturnType<typeof factsIn> & { minVolume: string }

function FactsDialog({
  of,
  title,
  form: { fields, ...form },
  onClose,
}: {
  of: Facts
  title: Text
  form: { fields: Fields<Typed>; onSubmit: (event: FormEvent) => void; isPending: boolean }
  onClose: () => void
}) {
  const t = useText()
  const { volume } = unitsOf(of.unit)
  return (
    <Dialog title={t(title)} onClose={onClose}>
      <FormBody fields={fields} {...form} onCancel={onClose}>
        <FactsFields fields={fields} />
        <TextField
          fields={fields}
          name="minVolume"
          label={inUnit(warehouseText.minVolume, volume)}
          inputMode="decimal"
          isRequired
        />
      </FormBody>
    </Dialog>
  )
}
