import type { OutputOf } from '../../platform/calls/call.ts'
import { SelectField, TextField } from '../../platform/forms/web/FormParts.tsx'
import type { Fields } from '../../platform/forms/web/fields.ts'
import type { Text } from '../../platform/text/text.ts'
import { useDictionary } from '../../platform/text/web/dictionary.tsx'
import { language, useText } from '../../platform/text/web/language.tsx'
import type { warehouseFacts } from '../contract.ts'
import { inLetters } from '../rules.ts'
import { warehouseText } from '../text.ts'
import { currencyOptions } from './currencies.ts'
import './measures.css'

type Facts = Pick<OutputOf<typeof warehouseFacts>, 'unit' | 'currencyCode'>

export const measuresIn = (of: Facts) => ({
  unit: of.unit === null ? '' : String(of.unit),
  currencyCode: of.currencyCode ?? '',
  typed: '',
})
type Typed = ReturnType<typeof measuresIn>

export const sentMeasures = ({ unit, ...rest }: Typed) => ({ unit: Number(unit), ...rest })

/** Unit and currency, and both typed again. Fixed values cannot be chosen. */
export function MeasuresFields({ fields, of }: { fields: Fields<Typed>; of: Facts }) {
  const t = useText()
  const units = useDictionary('metricUnit')
  const { unit, currencyCode } = fields.value
  const letters = unit && currencyCode ? inLetters({ currencyCode, unit: Number(unit) }) : ''
  return (
    <>
      <MeasuresPreview currencyCode={currencyCode} />
      <SelectField
        fields={fields}
        name="unit"
        label={warehouseText.unit}
        isRequired
        disabled={of.unit !== null}
        options={units.options}
      />
      <SelectField
        fields={fields}
        name="currencyCode"
        label={warehouseText.currency}
        isRequired
        disabled={of.currencyCode !== null}
        options={currencyOptions()}
      />
      <TextField
        fields={fields}
        name="typed"
        label={warehouseText.typedLabel}
        hint={letters && t(warehouseText.typedHint, { letters })}
        autoCapitalize="characters"
        spellCheck={false}
        isRequired
      />
    </>
  )
}

/** The same parcel in both systems. */
const parcel: { what: Text; metric: string; imperial: string }[] = [
  { what: warehouseText.weight, metric: '2.500 kg', imperial: '5.512 lb' },
  { what: warehouseText.size, metric: '30 × 20 × 10 cm', imperial: '11.81 × 7.87 × 3.94 in' },
  { what: warehouseText.volume, metric: '0.006 m³', imperial: '0.212 ft³' },
]

function MeasuresPreview({ currencyCode }: { currencyCode: string }) {
  const t = useText()
  const price = currencyCode
    ? new Intl.NumberFormat(language === 'zh_CN' ? 'zh-CN' : 'en-US', {
        style: 'currency',
        currency: currencyCode,
        currencyDisplay: 'code',
      }).format(1234.5)
    : '–'
  return (
    <table className="measures-preview">
      <caption>{t(warehouseText.preview)}</caption>
      <thead>
        <tr>
          <td />
          <th scope="col">{t(warehouseText.metric)}</th>
          <th scope="col">{t(warehouseText.imperial)}</th>
        </tr>
      </thead>
      <tbody>
        {[...parcel, { what: warehouseText.price, metric: price, imperial: price }].map(
          ({ what, metric, imperial }) => (
            <tr key={what.en_US}>
              <th scope="row">{t(what)}</th>
              <td>{metric}</td>
              <td>{imperial}</td>
            </tr>
          ),
        )}
      </tbody>
    </table>
  )
}
