import { Button, Flex, Modal, Table } from 'antd'
import { useState } from 'react'
import { Answered } from '../../lib/web/Answered.tsx'
import { useAnswer } from '../../lib/web/call.ts'
import { useDictionary } from '../../lib/web/dictionary.tsx'
import { CheckField, FormBody, SelectField, TextField } from '../../lib/web/FormParts.tsx'
import { useForm } from '../../lib/web/form.ts'
import { useText } from '../../lib/web/language.tsx'
import { useFeature, useMay } from '../../lib/web/permission.tsx'
import { webText } from '../../lib/web/text.ts'
import { listLocations, listZones, saveZone, type ZoneRow } from '../contract.ts'
import { inventoryText } from '../text.ts'
import { StatusTag } from './StatusTag.tsx'

/** The zones of the warehouse; each holds goods of one quality. */
export function ZonesDialog({ onClose }: { onClose: () => void }) {
  const t = useText()
  const may = useMay()
  const mayEdit = useFeature('location') === 'full' && may(saveZone.permission)
  const zones = useAnswer(listZones, {})
  const qualityWords = useDictionary('stockQuality')
  const purposeWords = useDictionary('locationPurpose')
  const [edited, setEdited] = useState<ZoneRow | 'new'>()
  return (
    <Modal
      open
      width={760}
      title={t(inventoryText.zones)}
      footer={null}
      onCancel={onClose}
      closable={{ 'aria-label': t(webText.close) }}
    >
      {edited ? (
        <ZoneForm of={edited === 'new' ? undefined : edited} onClose={() => setEdited(undefined)} />
      ) : (
        <Flex vertical gap={12}>
          {mayEdit && (
            <Flex justify="end">
              <Button type="primary" onClick={() => setEdited('new')}>
                {t(inventoryText.newZone)}
              </Button>
            </Flex>
          )}
          <Answered answer={zones}>
            {(list) => (
              <Table
                size="small"
                rowKey="id"
                dataSource={list}
                pagination={false}
                scroll={{ x: 'max-content' }}
                locale={{ emptyText: <span className="hint">{t(inventoryText.noZones)}</span> }}
                columns={[
                  { title: t(inventoryText.zoneCode), dataIndex: 'zoneCode' },
                  { title: t(inventoryText.zoneName), dataIndex: 'zoneName' },
                  {
                    title: t(inventoryText.quality),
                    render: (_, { quality }) => qualityWords.textOf(quality),
                  },
                  {
                    title: t(inventoryText.purpose),
                    render: (_, { purpose }) => purposeWords.textOf(purpose),
                  },
                  {
                    title: t(inventoryText.status),
                    render: (_, { isEnabled }) => <StatusTag isEnabled={isEnabled} />,
                  },
                  { title: t(inventoryText.locations), dataIndex: 'locations', align: 'right' },
                  ...(mayEdit
                    ? [
                        {
                          title: '',
                          render: (_: unknown, zone: ZoneRow) => (
                            <Button
                              type="link"
                              aria-label={`${t(inventoryText.edit)} ${zone.zoneCode}`}
                              onClick={() => setEdited(zone)}
                            >
                              {t(inventoryText.edit)}
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

function ZoneForm({ of, onClose }: { of: ZoneRow | undefined; onClose: () => void }) {
  const t = useText()
  const qualityWords = useDictionary('stockQuality')
  const purposeWords = useDictionary('locationPurpose')
  const { fields, onSubmit, isPending } = useForm(saveZone, {
    initial: {
      zoneCode: of?.zoneCode ?? '',
      zoneName: of?.zoneName ?? '',
      quality: of?.quality ?? 'good',
      purpose: of?.purpose ?? 'storage',
      isEnabled: of?.isEnabled ?? true,
    },
    toInput: (typed) => ({ ...typed, ...(of && { id: of.id, rowVersion: of.rowVersion }) }),
    refreshes: [listZones, listLocations],
    onDone: onClose,
  })
  return (
    <FormBody fields={fields} onSubmit={onSubmit} isPending={isPending} onCancel={onClose}>
      <TextField fields={fields} name="zoneCode" label={inventoryText.zoneCode} isRequired />
      <TextField fields={fields} name="zoneName" label={inventoryText.zoneName} isRequired />
      <SelectField
        fields={fields}
        name="quality"
        label={inventoryText.quality}
        isRequired
        disabled={(of?.locations ?? 0) > 0}
        hint={(of?.locations ?? 0) > 0 && t(inventoryText.zoneQualityKept)}
        options={qualityWords.options}
      />
      <SelectField
        fields={fields}
        name="purpose"
        label={inventoryText.purpose}
        hint={t(inventoryText.zonePurposeHint)}
        isRequired
        options={purposeWords.options}
      />
      <CheckField
        fields={fields}
        name="isEnabled"
        label={inventoryText.enabled}
        hint={t(inventoryText.zoneDisabledHint)}
      />
    </FormBody>
  )
}
