import type { OutputOf } from '../../lib/call.ts'
import { inUnit } from '../../lib/columns.ts'
import { Dialog } from '../../lib/web/Dialog.tsx'
import { FormBody, TextField } from '../../lib/web/FormParts.tsx'
import { useForm } from '../../lib/web/form.ts'
import { useText } from '../../lib/web/language.tsx'
import { editWarehouse, warehouseFacts } from '../contract.ts'
import { topInfo } from '../door-contract.ts'
import { warehouseText } from '../text.ts'
import { unitsOf } from '../units.ts'
import { FactsFields, factsIn } from './FactsFields.tsx'

/** Everything about the warehouse that can change. */
export function FactsForm({ of, onClose }: { of: OutputOf<typeof warehouseFacts>; onClose: () => void }) {
  const t = useText()
  const { volume } = unitsOf(of.unit)
  const { fields, onSubmit, isPending } = useForm(editWarehouse, {
    draft: 'warehouse-facts',
    initial: { ...factsIn(of), minVolume: of.minVolume },
    toInput: (typed) => ({ rowVersion: of.rowVersion, ...typed }),
    refreshes: [warehouseFacts, topInfo],
    onDone: onClose,
  })
  return (
    <Dialog title={t(warehouseText.editFacts)} onClose={onClose}>
      <FormBody fields={fields} onSubmit={onSubmit} isPending={isPending} onCancel={onClose}>
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
