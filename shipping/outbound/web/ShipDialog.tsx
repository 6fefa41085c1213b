import { Alert } from 'antd'
import { Dialog } from '../../../platform/forms/web/Dialog.tsx'
import { FormBody, TextField } from '../../../platform/forms/web/FormParts.tsx'
import { useFields } from '../../../platform/forms/web/fields.ts'
import { useText } from '../../../platform/text/web/language.tsx'
import { outboundText } from '../text.ts'

/** Names what shipping does before it is done, and asks for the truck. */
export function ShipDialog({
  count,
  onShip,
  onClose,
}: {
  count: number
  onShip: (truckNo: string | null) => void
  onClose: () => void
}) {
  const t = useText()
  const fields = useFields({ initial: { truckNo: '' }, check: () => ({}) })
  return (
    <Dialog title={t(outboundText.shipAsk, { count })} onClose={onClose}>
      <Alert type="warning" showIcon title={t(outboundText.shipEffect)} />
      <FormBody
        fields={fields}
        isPending={false}
        submitText={outboundText.ship}
        onCancel={onClose}
        onSubmit={(event) => {
          event.preventDefault()
          onShip(fields.value.truckNo.trim() || null)
          onClose()
        }}
      >
        <TextField fields={fields} name="truckNo" label={outboundText.truckNo} maxLength={40} />
      </FormBody>
    </Dialog>
  )
}
