import { Alert, Flex } from 'antd'
import type { SentTo } from '../../../platform/calls/call.ts'
import { useAnswer } from '../../../platform/calls/web/call.ts'
import { Dialog } from '../../../platform/forms/web/Dialog.tsx'
import { FormBody, TextField } from '../../../platform/forms/web/FormParts.tsx'
import { useAsk } from '../../../platform/forms/web/form.ts'
import { useText } from '../../../platform/text/web/language.tsx'
import { FactList } from '../../../platform/ui/web/FactList.tsx'
import { useUnits } from '../../../warehouse/web/unit.ts'
import { totalsToShip } from '../contract.ts'
import { loadingText, outboundText } from '../text.ts'

const MAX_NAMED = 5

/** How many there are, and the first of them. */
const shortList = (codes: readonly string[]) =>
  codes.length === 0
    ? ''
    : `${codes.length} · ${codes.slice(0, MAX_NAMED).join(', ')}${codes.length > MAX_NAMED ? ' …' : ''}`

/** Names what is shipped and what that does before it is done, and asks for the truck. */
export function ShipDialog({
  of,
  count,
  onShip,
  onClose,
}: {
  of: SentTo<typeof totalsToShip>
  count: number
  onShip: (truckNo: string | null) => Promise<boolean>
  onClose: () => void
}) {
  const t = useText()
  const units = useUnits()
  const totals = useAnswer(totalsToShip, of, { keep: false }).data
  const unweighed = totals && totals.unweighed > 0 && t(loadingText.unweighed, { count: totals.unweighed })
  const { fields, ...form } = useAsk({
    initial: { truckNo: '' },
    onSubmit: ({ truckNo }) => onShip(truckNo.trim() || null),
    onClose,
  })
  return (
    <Dialog title={t(outboundText.shipAsk, { count })} onClose={onClose}>
      <Flex vertical gap={12}>
        <Alert type="warning" showIcon title={t(outboundText.shipEffect)} />
        <FactList
          facts={[
            [outboundText.packages, totals?.packages],
            [
              outboundText.weight,
              totals && [`${totals.weight} ${units.weight}`.trim(), unweighed].filter(Boolean).join(' · '),
            ],
            [loadingText.carriers, totals?.carriers.join(', ')],
            [loadingText.customers, totals && shortList(totals.customers)],
          ]}
        />
        <FormBody fields={fields} {...form} submitText={outboundText.ship} onCancel={onClose}>
          <TextField fields={fields} name="truckNo" label={outboundText.truckNo} maxLength={40} />
        </FormBody>
      </Flex>
    </Dialog>
  )
}
