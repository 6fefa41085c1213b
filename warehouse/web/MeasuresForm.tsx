import { Alert, Modal } from 'antd'
import type { OutputOf } from '../../lib/call.ts'
import { useDictionary } from '../../lib/web/dictionary.tsx'
import { FormBody, SelectField, TextField } from '../../lib/web/FormParts.tsx'
import { useForm } from '../../lib/web/form.ts'
import { language, useText } from '../../lib/web/language.tsx'
import { webText } from '../../lib/web/text.ts'
import { fixMeasures, topInfo, warehouseFacts } from '../contract.ts'
import { currencies } from '../rules.ts'
import { warehouseText } from '../text.ts'

/** Unit and currency, once and for good. */
export function MeasuresForm({ of, onClose }: { of: OutputOf<typeof warehouseFacts>; onClose: () => void }) {
  const t = useText()
  const units = useDictionary('metricUnit')
  const names = new Intl.DisplayNames(language === 'zh_CN' ? 'zh-CN' : 'en-US', { type: 'currency' })
  const { fields, onSubmit, isPending } = useForm(fixMeasures, {
    initial: {
      unit: of.unit === null ? '' : String(of.unit),
      currencyCode: of.currencyCode ?? '',
      typed: '',
    },
    toInput: ({ unit, ...rest }) => ({ unit: Number(unit), ...rest }),
    refreshes: [warehouseFacts, topInfo],
    onDone: onClose,
  })
  const example = { '1': warehouseText.metricExample, '2': warehouseText.imperialExample }[fields.value.unit]
  return (
    <Modal
      open
      title={t(warehouseText.measures)}
      footer={null}
      onCancel={onClose}
      closable={{ 'aria-label': t(webText.close) }}
      mask={{ closable: false }}
    >
      <Alert type="warning" showIcon title={t(warehouseText.fixWarning)} style={{ marginBottom: 16 }} />
      <FormBody
        fields={fields}
        onSubmit={onSubmit}
        isPending={isPending}
        submitText={warehouseText.fixForGood}
        onCancel={onClose}
      >
        <SelectField
          fields={fields}
          name="unit"
          label={warehouseText.unit}
          isRequired
          disabled={of.unit !== null}
          options={units.options}
          hint={example && t(example)}
        />
        <SelectField
          fields={fields}
          name="currencyCode"
          label={warehouseText.currency}
          isRequired
          disabled={of.currencyCode !== null}
          options={currencies.map((code) => ({ value: code, label: `${code} ${names.of(code) ?? ''}` }))}
        />
        <TextField
          fields={fields}
          name="typed"
          label={warehouseText.typedLabel}
          placeholder={fields.value.currencyCode}
          isRequired
        />
      </FormBody>
    </Modal>
  )
}
