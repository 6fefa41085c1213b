import { Button, Card } from 'antd'
import { type FormEvent, useState } from 'react'
import type { OutputOf } from '../../platform/calls/call.ts'
import { Dialog } from '../../platform/forms/web/Dialog.tsx'
import {
  CheckField,
  ChoiceField,
  FormBody,
  SelectField,
  TextField,
} from '../../platform/forms/web/FormParts.tsx'
import { type Fields, neededNumberIn } from '../../platform/forms/web/fields.ts'
import { useForm } from '../../platform/forms/web/form.ts'
import { listed, type Text } from '../../platform/text/text.ts'
import { useDictionary } from '../../platform/text/web/dictionary.tsx'
import { language, useText } from '../../platform/text/web/language.tsx'
import { FactList } from '../../platform/ui/web/FactList.tsx'
import {
  satelliteWarehouses,
  setSatelliteSettings,
  setWarehouseSettings,
  warehouseFacts,
} from '../contract.ts'
import { interceptable, type WarehouseSettings } from '../settings.ts'
import { warehouseText } from '../text.ts'

type Facts = OutputOf<typeof warehouseFacts>

const overWords: Record<WarehouseSettings['overReceivePolicy'], Text> = {
  allow: warehouseText.overAllow,
  warn: warehouseText.overWarn,
  block: warehouseText.overBlock,
}
const pickWords: Record<WarehouseSettings['pickStrategy'], Text> = {
  fifo: warehouseText.fifo,
  location_priority: warehouseText.byPriority,
}

/** The working rules of the warehouse, and their edit form. */
export function SettingsCard({ facts, mayEdit }: { facts: Facts; mayEdit: boolean }) {
  const t = useText()
  const states = useDictionary('orderStatus')
  const [isOpen, setOpen] = useState(false)
  const { settings } = facts
  const yes = (value: boolean) => t(value ? warehouseText.yes : warehouseText.no)
  return (
    <Card
      size="small"
      title={t(warehouseText.settings)}
      extra={
        mayEdit && (
          <Button size="small" aria-label={t(warehouseText.editSettings)} onClick={() => setOpen(true)}>
            {t(warehouseText.edit)}
          </Button>
        )
      }
    >
      <FactList
        facts={[
          [warehouseText.autoAudit, yes(settings.autoAudit)],
          [warehouseText.receiveOneStep, yes(settings.receiveOneStep)],
          [warehouseText.overReceivePolicy, t(overWords[settings.overReceivePolicy])],
          [warehouseText.overReceivePercent, settings.overReceivePercent],
          [warehouseText.weighRequired, yes(settings.weighRequired)],
          [
            warehouseText.interceptAllowed,
            listed(settings.interceptAllowed.map(states.textOf), language) || '–',
          ],
          [warehouseText.interceptNeedsReview, yes(settings.interceptNeedsReview)],
          [warehouseText.chargeSunkFreight, yes(settings.chargeSunkFreight)],
          [warehouseText.reprintNeedsPermission, yes(settings.reprintNeedsPermission)],
          [warehouseText.pickStrategy, t(pickWords[settings.pickStrategy])],
          [warehouseText.balanceWarnDefault, settings.balanceWarnDefault ?? t(warehouseText.notSet)],
          [warehouseText.receiverDays, settings.receiverDays],
        ]}
      />
      {isOpen && <SettingsForm of={facts} onClose={() => setOpen(false)} />}
    </Card>
  )
}

/** The working rules as form values. */
const typedIn = ({ settings }: Facts) => ({
  ...settings,
  overReceivePercent: String(settings.overReceivePercent),
  balanceWarnDefault: settings.balanceWarnDefault ?? '',
  receiverDays: String(settings.receiverDays),
})
type Typed = ReturnType<typeof typedIn>

const sentSettings = (typed: Typed) => ({
  ...typed,
  overReceivePercent: neededNumberIn(typed.overReceivePercent),
  receiverDays: neededNumberIn(typed.receiverDays),
})

function SettingsForm({ of, onClose }: { of: Facts; onClose: () => void }) {
  const form = useForm(setWarehouseSettings, {
    draft: 'warehouse-settings',
    initial: typedIn(of),
    toInput: (typed) => ({ rowVersion: of.rowVersion, ...sentSettings(typed) }),
    refreshes: [warehouseFacts],
    onDone: onClose,
  })
  return <SettingsDialog title={warehouseText.editSettings} form={form} onClose={onClose} />
}

type SatelliteFacts = OutputOf<typeof satelliteWarehouses>[number]

/** The same for a satellite's warehouse. */
export function SatelliteSettingsForm({ of, onClose }: { of: SatelliteFacts; onClose: () => void }) {
  const { satelliteId, rowVersion } = of
  const form = useForm(setSatelliteSettings, {
    draft: `warehouse-settings-${satelliteId}`,
    initial: typedIn(of),
    toInput: (typed) => ({ satelliteId, rowVersion, ...sentSettings(typed) }),
    refreshes: [satelliteWarehouses],
    onDone: onClose,
  })
  return <SettingsDialog title={warehouseText.editSatelliteSettings} form={form} onClose={onClose} />
}

function SettingsDialog({
  title,
  form: { fields, ...form },
  onClose,
}: {
  title: Text
  form: { fields: Fields<Typed>; onSubmit: (event: FormEvent) => void; isPending: boolean }
  onClose: () => void
}) {
  const t = useText()
  const states = useDictionary('orderStatus')
  return (
    <Dialog title={t(title)} onClose={onClose}>
      <FormBody fields={fields} {...form} onCancel={onClose}>
        <CheckField fields={fields} name="autoAudit" label={warehouseText.autoAudit} />
        <CheckField fields={fields} name="receiveOneStep" label={warehouseText.receiveOneStep} />
        <ChoiceField
          fields={fields}
          name="overReceivePolicy"
          label={warehouseText.overReceivePolicy}
          words={overWords}
        />
        <TextField
          fields={fields}
          name="overReceivePercent"
          label={warehouseText.overReceivePercent}
          inputMode="numeric"
          isRequired
        />
        <CheckField fields={fields} name="weighRequired" label={warehouseText.weighRequired} />
        <SelectField
          fields={fields}
          name="interceptAllowed"
          label={warehouseText.interceptAllowed}
          mode="multiple"
          options={interceptable.map((state) => ({ value: state, label: states.textOf(state) }))}
        />
        <CheckField fields={fields} name="interceptNeedsReview" label={warehouseText.interceptNeedsReview} />
        <CheckField fields={fields} name="chargeSunkFreight" label={warehouseText.chargeSunkFreight} />
        <CheckField
          fields={fields}
          name="reprintNeedsPermission"
          label={warehouseText.reprintNeedsPermission}
        />
        <ChoiceField
          fields={fields}
          name="pickStrategy"
          label={warehouseText.pickStrategy}
          words={pickWords}
        />
        <TextField
          fields={fields}
          name="balanceWarnDefault"
          label={warehouseText.balanceWarnDefault}
          inputMode="decimal"
        />
        <TextField
          fields={fields}
          name="receiverDays"
          label={warehouseText.receiverDays}
          hint={t(warehouseText.receiverDaysHint)}
          inputMode="numeric"
          isRequired
        />
      </FormBody>
    </Dialog>
  )
}
