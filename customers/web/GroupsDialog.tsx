import { Button, Flex, Modal, Table } from 'antd'
import { useState } from 'react'
import { Answered } from '../../lib/web/Answered.tsx'
import { useAnswer } from '../../lib/web/call.ts'
import { FormBody, SelectField, TextField } from '../../lib/web/FormParts.tsx'
import { useForm } from '../../lib/web/form.ts'
import { useText } from '../../lib/web/language.tsx'
import { useFeature, useMay } from '../../lib/web/permission.tsx'
import { webText } from '../../lib/web/text.ts'
import { type GroupRow, listCustomers, listGroups, saveGroup } from '../contract.ts'
import { customersText } from '../text.ts'
import { StatusTag } from './StatusTag.tsx'

/** The groups of customers who share prices. */
export function GroupsDialog({ onClose }: { onClose: () => void }) {
  const t = useText()
  const may = useMay()
  const access = useFeature('customer')
  const mayEdit = access === 'full' && may(saveGroup.permission)
  const groups = useAnswer(listGroups, {})
  const [edited, setEdited] = useState<GroupRow | 'new'>()
  return (
    <Modal
      open
      width={640}
      title={t(customersText.groups)}
      footer={null}
      onCancel={onClose}
      closable={{ 'aria-label': t(webText.close) }}
    >
      {edited ? (
        <GroupForm of={edited === 'new' ? undefined : edited} onClose={() => setEdited(undefined)} />
      ) : (
        <Flex vertical gap={12}>
          {mayEdit && (
            <Flex justify="end">
              <Button type="primary" onClick={() => setEdited('new')}>
                {t(customersText.newGroup)}
              </Button>
            </Flex>
          )}
          <Answered answer={groups}>
            {(list) => (
              <Table
                size="small"
                rowKey="id"
                dataSource={list}
                pagination={false}
                scroll={{ x: 'max-content' }}
                locale={{ emptyText: <span className="hint">{t(customersText.noGroups)}</span> }}
                columns={[
                  { title: t(customersText.groupCode), dataIndex: 'groupCode' },
                  { title: t(customersText.groupName), dataIndex: 'groupName' },
                  {
                    title: t(customersText.status),
                    render: (_, { isEnabled }) => <StatusTag isEnabled={isEnabled} />,
                  },
                  { title: t(customersText.customersTitle), dataIndex: 'customers', align: 'right' },
                  ...(mayEdit
                    ? [
                        {
                          title: '',
                          render: (_: unknown, group: GroupRow) => (
                            <Button type="link" onClick={() => setEdited(group)}>
                              {t(customersText.edit)}
                            </Button>
                          ),
                        },
                      ]
                    : []),
                ]}
              />
            )}
          </Answered>
        </Flex>
      )}
    </Modal>
  )
}

function GroupForm({ of, onClose }: { of: GroupRow | undefined; onClose: () => void }) {
  const t = useText()
  const { fields, onSubmit, isPending } = useForm(saveGroup, {
    initial: {
      groupCode: of?.groupCode ?? '',
      groupName: of?.groupName ?? '',
      isEnabled: of?.isEnabled === false ? '0' : '1',
    },
    toInput: ({ isEnabled, ...typed }) => ({
      ...typed,
      isEnabled: isEnabled === '1',
      ...(of && { id: of.id, rowVersion: of.rowVersion }),
    }),
    refreshes: [listGroups, listCustomers],
    onDone: onClose,
  })
  return (
    <FormBody fields={fields} onSubmit={onSubmit} isPending={isPending} onCancel={onClose}>
      <TextField
        fields={fields}
        name="groupCode"
        label={customersText.groupCode}
        isRequired
        disabled={of !== undefined}
      />
      <TextField fields={fields} name="groupName" label={customersText.groupName} isRequired />
      <SelectField
        fields={fields}
        name="isEnabled"
        label={customersText.status}
        isRequired
        options={[
          { value: '1', label: t(customersText.enabled) },
          { value: '0', label: t(customersText.disabled) },
        ]}
      />
    </FormBody>
  )
}
