import { useAnswer } from '../../platform/calls/web/call.ts'
import { CheckField, FormBody, TextField } from '../../platform/forms/web/FormParts.tsx'
import { useForm } from '../../platform/forms/web/form.ts'
import { columnText } from '../../platform/lists/column-text.ts'
import { SmallList } from '../../platform/lists/web/SmallList.tsx'
import { useText } from '../../platform/text/web/language.tsx'
import { useFeature, useMay } from '../../platform/ui/web/permission.tsx'
import { type GroupRow, listCustomers, listGroups, saveGroup } from '../contract.ts'
import { customersText } from '../text.ts'

/** The groups of customers that share prices. */
export function GroupsDialog({ onClose }: { onClose: () => void }) {
  const t = useText()
  const may = useMay()
  return (
    <SmallList
      title={t(customersText.groups)}
      width={640}
      list={useAnswer(listGroups, {})}
      columns={[
        { title: t(customersText.groupCode), dataIndex: 'groupCode' },
        { title: t(customersText.groupName), dataIndex: 'groupName' },
      ]}
      used={{ title: t(customersText.customersTitle), dataIndex: 'customers' }}
      nameOf={({ groupCode }) => groupCode}
      empty={t(customersText.noGroups)}
      newLabel={t(customersText.newGroup)}
      mayEdit={useFeature('customer') === 'full' && may(saveGroup.permission)}
      form={(of, close) => <GroupForm of={of} onClose={close} />}
      onClose={onClose}
    />
  )
}

function GroupForm({ of, onClose }: { of: GroupRow | undefined; onClose: () => void }) {
  const { fields, ...form } = useForm(saveGroup, {
    initial: {
      groupCode: of?.groupCode ?? '',
      groupName: of?.groupName ?? '',
      isEnabled: of?.isEnabled ?? true,
    },
    toInput: (typed) => ({ ...typed, ...(of && { id: of.id, rowVersion: of.rowVersion }) }),
    refreshes: [listGroups, listCustomers],
    onDone: onClose,
  })
  return (
    <FormBody fields={fields} {...form} onCancel={onClose}>
      <TextField
        fields={fields}
        name="groupCode"
        label={customersText.groupCode}
        isRequired
        disabled={of !== undefined}
      />
      <TextField fields={fields} name="groupName" label={customersText.groupName} isRequired />
      <CheckField fields={fields} name="isEnabled" label={columnText.enabled} />
    </FormBody>
  )
}
