import { useAnswer } from '../../../platform/calls/web/call.ts'
import { Dialog } from '../../../platform/forms/web/Dialog.tsx'
import { FormBody, TextField } from '../../../platform/forms/web/FormParts.tsx'
import { useForm } from '../../../platform/forms/web/form.ts'
import { useText } from '../../../platform/text/web/language.tsx'
import { useFeature, useMay } from '../../../platform/ui/web/permission.tsx'
import { QueryBoundary } from '../../../platform/ui/web/QueryBoundary.tsx'
import { DEFAULT_PATTERN } from '../bin-pattern.ts'
import { getLocation, listLocations, locationPattern, previewBins, setPattern } from '../contract.ts'
import { inventoryText } from '../text.ts'

/** How aisle, bay and level are parsed from a code. */
export function PatternDialog({ onClose }: { onClose: () => void }) {
  const t = useText()
  const now = useAnswer(locationPattern, {})
  return (
    <Dialog title={t(inventoryText.pattern)} onClose={onClose}>
      <p>{t(inventoryText.patternHint)}</p>
      <QueryBoundary answer={now}>
        {({ pattern, fit, rest }) => (
          <>
            <p className="hint">{t(inventoryText.patternReads, { fit, rest })}</p>
            <PatternForm key={pattern} pattern={pattern} onClose={onClose} />
          </>
        )}
      </QueryBoundary>
    </Dialog>
  )
}

function PatternForm({ pattern, onClose }: { pattern: string; onClose: () => void }) {
  const t = useText()
  const may = useMay()
  const mayEdit = useFeature('location') === 'full' && may(setPattern.permission)
  const { fields, ...form } = useForm(setPattern, {
    initial: { pattern },
    toInput: (typed) => typed,
    refreshes: [locationPattern, listLocations, getLocation, previewBins],
    onDone: onClose,
  })
  if (!mayEdit) return <code>{pattern}</code>
  return (
    <FormBody fields={fields} {...form} onCancel={onClose}>
      <TextField
        fields={fields}
        name="pattern"
        label={inventoryText.pattern}
        hint={t(inventoryText.patternExample, { example: `${DEFAULT_PATTERN}, {aisle:1}{bay:2}{level:2}` })}
        isRequired
      />
    </FormBody>
  )
}
