import { Dialog } from '../../../platform/forms/web/Dialog.tsx'
import { FormBody } from '../../../platform/forms/web/FormParts.tsx'
import { useForm } from '../../../platform/forms/web/form.ts'
import { fill } from '../../../platform/text/text.ts'
import { useText } from '../../../platform/text/web/language.tsx'
import { notice } from '../../../platform/ui/web/notices.ts'
import { generateBins, listLocations, listZones, locationPattern, previewBins } from '../contract.ts'
import { inventoryText } from '../text.ts'
import { BinRanges, firstRanges, useBinPreview } from './BinRanges.tsx'
import { HoldingFields, holdingsOf, sentHoldings } from './HoldingFields.tsx'

/** Creates many locations: type the ranges, review the codes, create them. */
export function GenerateDialog({ onClose }: { onClose: () => void }) {
  const t = useText()
  const { fields, ...form } = useForm(generateBins, {
    draft: 'generate-bins',
    initial: { ...firstRanges, ...holdingsOf() },
    toInput: sentHoldings,
    refreshes: [listLocations, listZones, locationPattern, previewBins],
    quiet: true,
    onDone: ({ made }) => {
      notice('success', t(inventoryText.made, { count: made }))
      onClose()
    },
  })
  const preview = useBinPreview(fields.value)
  return (
    <Dialog width={640} title={t(inventoryText.generateTitle)} onClose={onClose}>
      <FormBody
        fields={fields}
        {...form}
        submitText={fill(inventoryText.create, { count: preview.count })}
        onCancel={onClose}
      >
        <BinRanges fields={fields} preview={preview} />
        <HoldingFields fields={fields} />
      </FormBody>
    </Dialog>
  )
}
