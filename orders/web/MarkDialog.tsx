import type { SentTo } from '../../platform/calls/call.ts'
import { Dialog } from '../../platform/forms/web/Dialog.tsx'
import { ChoiceField, FormBody, SelectField } from '../../platform/forms/web/FormParts.tsx'
import { useAsk } from '../../platform/forms/web/form.ts'
import { useText } from '../../platform/text/web/language.tsx'
import type { markOrders } from '../contract.ts'
import { dialogText } from '../dialog-text.ts'
import { type MarksTyped, marksIn } from '../marks.ts'
import { ordersText } from '../text.ts'

const ways = {
  keep: dialogText.unchanged,
  add: dialogText.addTags,
  replace: dialogText.replaceTags,
}

/** Priority and tags of the picked orders; what is not touched stays as each order has it. */
export function MarkDialog({
  count,
  onMark,
  onClose,
}: {
  count: number
  onMark: (marks: Omit<SentTo<typeof markOrders>, 'ids'>) => Promise<boolean>
  onClose: () => void
}) {
  const t = useText()
  const initial: MarksTyped = { priority: undefined, way: 'keep', tags: [] }
  const { fields, ...form } = useAsk({
    initial,
    onSubmit: async (typed) => {
      const marks = marksIn(typed)
      return marks !== undefined && onMark(marks)
    },
    onClose,
  })
  return (
    <Dialog title={t(dialogText.markTitle, { count })} onClose={onClose}>
      <FormBody fields={fields} {...form} canSubmit={marksIn(fields.value) !== undefined} onCancel={onClose}>
        <SelectField
          fields={fields}
          name="priority"
          label={ordersText.priority}
          placeholder={t(dialogText.unchanged)}
          options={Array.from({ length: 10 }, (_, n) => ({ value: String(n), label: String(n) }))}
        />
        <ChoiceField fields={fields} name="way" label={dialogText.changeTags} words={ways} />
        {fields.value.way !== 'keep' && (
          <SelectField
            fields={fields}
            name="tags"
            label={ordersText.tags}
            hint={fields.value.way === 'replace' && t(dialogText.replaceHint)}
            mode="tags"
            options={[]}
          />
        )}
      </FormBody>
    </Dialog>
  )
}
