import { Modal } from 'antd'
import type { OutputOf } from '../../lib/call.ts'
import { countries } from '../../lib/countries.ts'
import { useDictionary } from '../../lib/web/dictionary.tsx'
import { FormBody, SelectField, TextField } from '../../lib/web/FormParts.tsx'
import { useForm } from '../../lib/web/form.ts'
import { language, useText } from '../../lib/web/language.tsx'
import { webText } from '../../lib/web/text.ts'
import { zoneLabel, zones } from '../../lib/zones.ts'
import { editWarehouse, topInfo, warehouseFacts } from '../contract.ts'
import { warehouseText } from '../text.ts'

/** Everything about the warehouse that can change. */
export function FactsForm({ of, onClose }: { of: OutputOf<typeof warehouseFacts>; onClose: () => void }) {
  const t = useText()
  const types = useDictionary('position_type')
  const { fields, onSubmit, isPending } = useForm(editWarehouse, {
    draft: 'warehouse-facts',
    initial: {
      warehouseCode: of.warehouseCode,
      warehouseName: of.warehouseName,
      positionType: of.positionType,
      countryCode: of.countryCode ?? '',
      stateCode: of.stateCode ?? '',
      city: of.city ?? '',
      zip: of.zip ?? '',
      address1: of.address1 ?? '',
      address2: of.address2 ?? '',
      contact: of.contact ?? '',
      phone: of.phone ?? '',
      email: of.email ?? '',
      timeZone: of.timeZone,
      snapshotTime: of.snapshotTime,
      minVolume: of.minVolume,
    },
    toInput: (typed) => ({ rowVersion: of.rowVersion, ...typed }),
    refreshes: [warehouseFacts, topInfo],
    onDone: onClose,
  })
  const now = new Date()
  return (
    <Modal
      open
      title={t(warehouseText.editFacts)}
      footer={null}
      onCancel={onClose}
      closable={{ 'aria-label': t(webText.close) }}
      mask={{ closable: false }}
    >
      <FormBody fields={fields} onSubmit={onSubmit} isPending={isPending} onCancel={onClose}>
        <TextField fields={fields} name="warehouseCode" label={warehouseText.warehouseCode} isRequired />
        <TextField fields={fields} name="warehouseName" label={warehouseText.warehouseName} isRequired />
        <SelectField
          fields={fields}
          name="positionType"
          label={warehouseText.positionType}
          isRequired
          options={types.options}
        />
        <SelectField
          fields={fields}
          name="countryCode"
          label={warehouseText.country}
          isRequired
          options={countries(language).map(({ code, name }) => ({ value: code, label: `${code} ${name}` }))}
        />
        <TextField fields={fields} name="stateCode" label={warehouseText.state} isRequired />
        <TextField fields={fields} name="city" label={warehouseText.city} isRequired />
        <TextField fields={fields} name="zip" label={warehouseText.zip} isRequired />
        <TextField fields={fields} name="address1" label={warehouseText.address1} isRequired />
        <TextField fields={fields} name="address2" label={warehouseText.address2} />
        <TextField fields={fields} name="contact" label={warehouseText.contact} isRequired />
        <TextField fields={fields} name="phone" label={warehouseText.phone} inputMode="tel" isRequired />
        <TextField fields={fields} name="email" label={warehouseText.email} inputMode="email" />
        <SelectField
          fields={fields}
          name="timeZone"
          label={warehouseText.timeZone}
          isRequired
          options={zones.map((zone) => ({ value: zone.id, label: zoneLabel(zone, now, language) }))}
        />
        <TextField
          fields={fields}
          name="snapshotTime"
          label={warehouseText.snapshotTime}
          hint={t(warehouseText.snapshotRange)}
          isRequired
        />
        <TextField
          fields={fields}
          name="minVolume"
          label={warehouseText.minVolume}
          inputMode="decimal"
          isRequired
        />
      </FormBody>
    </Modal>
  )
}
