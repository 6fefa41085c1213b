import { Alert, Input } from 'antd'
import type { OutputOf } from '../../../platform/calls/call.ts'
import { Dialog } from '../../../platform/forms/web/Dialog.tsx'
import { Field } from '../../../platform/forms/web/Field.tsx'
import { FormBody, TextField } from '../../../platform/forms/web/FormParts.tsx'
import { useForm } from '../../../platform/forms/web/form.ts'
import { fill } from '../../../platform/text/text.ts'
import { useText } from '../../../platform/text/web/language.tsx'
import { listReturns, openReturn } from '../contract.ts'
import { fieldOf, quantityProblems } from '../rules.ts'
import { returnsText } from '../text.ts'

type Line = OutputOf<typeof listReturns>['lines'][number]

/** How many pieces of each product come back; empty where none does. */
export function ReturnDialog({ id, lines, onClose }: { id: number; lines: Line[]; onClose: () => void }) {
  const t = useText()
  const open = lines.filter(({ shipped, returned }) => returned < shipped)
  const form = useForm(openReturn, {
    initial: {
      trackingNo: '',
      ...Object.fromEntries(open.map(({ productId }) => [fieldOf(productId), ''])),
    } as Record<string, string>,
    toInput: (value) => ({
      id,
      trackingNo: value.trackingNo ?? '',
      remark: null,
      lines: open.flatMap(({ productId }) => {
        const typed = value[fieldOf(productId)]?.trim()
        return typed ? [{ productId, quantity: Number(typed) }] : []
      }),
    }),
    also: (value) => quantityProblems(open, value),
    refreshes: [listReturns],
    onDone: onClose,
  })
  const { fields } = form
  return (
    <Dialog title={t(returnsText.openReturn)} onClose={onClose}>
      <Alert type="info" showIcon title={t(returnsText.hint)} />
      <FormBody {...form} submitText={returnsText.openReturn} onCancel={onClose}>
        {open.map(({ productId, sku, shipped, returned }) => (
          <Field
            key={productId}
            fields={fields}
            name={fieldOf(productId)}
            label={fill(returnsText.quantityOf, { sku, shipped, returned })}
          >
            {(aria) => <Input inputMode="numeric" {...aria} {...fields.bind(fieldOf(productId))} />}
          </Field>
        ))}
        <TextField fields={fields} name="trackingNo" label={returnsText.trackingNo} maxLength={60} />
      </FormBody>
    </Dialog>
  )
}
