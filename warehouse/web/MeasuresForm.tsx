import { Alert } from 'antd'
import type { OutputOf } from '../../lib/call.ts'
import { Dialog } from '../../lib/web/Dialog.tsx'
import { FormBody } from '../../lib/web/FormParts.tsx'
import { useForm } from '../../lib/web/form.ts'
import { useText } from '../../lib/web/language.tsx'
import { fixMeasures, warehouseFacts } from '../contract.ts'
import { topInfo } from '../door-contract.ts'
import { warehouseText } from '../text.ts'
import { MeasuresFields, measuresIn, sentMeasures } from './MeasuresFields.tsx'

/** Unit and currency, once and for good. */
export function MeasuresForm({ of, onClose }: { of: OutputOf<typeof warehouseFacts>; onClose: () => void }) {
  const t = useText()
  const { fields, onSubmit, isPending } = useForm(fixMeasures, {
    initial: measuresIn(of),
    toInput: sentMeasures,
    refreshes: [warehouseFacts, topInfo],
    onDone: onClose,
  })
  return (
    <Dialog title={t(warehouseText.measures)} onClose={onClose}>
      <Alert type="warning" showIcon title={t(warehouseText.fixWarning)} style={{ marginBottom: 16 }} />
      <FormBody
        fields={fields}
        onSubmit={onSubmit}
        isPending={isPending}
        submitText={warehouseText.fixForGood}
        onCancel={onClose}
      >
        <MeasuresFields fields={fields} of={of} />
      </FormBody>
    </Dialog>
  )
}
