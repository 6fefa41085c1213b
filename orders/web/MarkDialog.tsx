import { Dialog } from '../../platform/forms/web/Dialog.tsx'
import { FormBody, SelectField } from '../../platform/forms/web/FormParts.tsx'
import { useFields } from '../../platform/forms/web/fields.ts'
import { useText } from '../../platform/text/web/language.tsx'
import { ordersText } from '../text.ts'

/** Priority and tags of the picked orders. */
export function MarkDialog({
  count,
  onMark,
  onClose,
}: {
  count: number
  onMark: (marks: { priority: number; tags: string[] }) => void
  onClose: () => void
}) {
  const t = useText()
  const fields = useFields({ initial: { priority: '0', tags: [] as string[] }, check: () => ({}) })
  return (
    <Dialog title={t(ordersText.markTitle, { count })} onClose={onClose}>
      <FormBody
        fields={fields}
        isPending={false}
        onCancel={onClose}
        onSubmit={(event) => {
          event.preventDefault()
          onMark({ priority: Number(fields.value.priority), tags: fields.value.tags })
          onClose()
        }}
      >
        <SelectField
          fields={fields}
          name="priority"
          label={ordersText.priority}
          isRequired
          options={Array.from({ length: 10 }, (_, n) => ({ value: String(n), label: String(n) }))}
        />
        <SelectField
          fields={fields}
          name="tags"
          label={ordersText.tags}
          hint={t(ordersText.tagsHint)}
          mode="tags"
          options={[]}
        />
      </FormBody>
    </Dialog>
  )
}
