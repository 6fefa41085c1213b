import { Alert } from 'antd'
import { Dialog } from '../../../platform/forms/web/Dialog.tsx'
import { FormBody, TextField } from '../../../platform/forms/web/FormParts.tsx'
import { useAsk } from '../../../platform/forms/web/form.ts'
import { useText } from '../../../platform/text/web/language.tsx'
import { outboundText } from '../text.ts'

/** Names what shipping does before it is done, and asks for the truck. */
export function ShipDialog({
  count,
  onShip,
  onClose,
}: {
  count: number
  onShip: (truckNo: string | null) => Promise<boolean>
  onClose: () => void
}) {
  const t = useText()
  const { fields, ...form } = useAsk({
    initial: { truckNo: '' },
    onSubmit: ({ truckNo }) => onShip(truckNo.trim() || null),
    onClose,
  })
  return (
    <Dialog title={t(outboundText.shipAsk, { count })} onClose={onClose}>
      <Alert type="warning" showIcon title={t(outboundText.shipEffect)} />
      <FormBody fields={fields} {...form} submitText={outboundText.ship} onCancel={onClose}>
        <TextField fields={fields} name="truckNo" label={outboundText.truckNo} maxLength={40} />
      </FormBody>
    </Dialog>
  )
}
