import { Input } from 'antd'
import { useId, useState } from 'react'
import { columnText } from '../../../platform/lists/column-text.ts'
import type { Text } from '../../../platform/text/text.ts'
import { useText } from '../../../platform/text/web/language.tsx'
import { areaOf, type ZoneRow, zoneFor } from '../rules.ts'
import { remoteTexts, zoneText } from '../text.ts'
import './zones.css'

/** Finds the zone of an address, and shows the deciding row. */
export function ZoneTry({ rows }: { rows: readonly (ZoneRow & { rowNo: number })[] }) {
  const t = useText()
  const id = useId()
  const [typed, setTyped] = useState({ zip: '', country: '', state: '', city: '' })
  // Most tables cover one country, so it is prefilled.
  const countryCode = typed.country.trim().toUpperCase() || (rows[0]?.countryCode ?? '')
  const hasAddress = typed.zip.trim() !== '' || typed.state.trim() !== '' || typed.city.trim() !== ''
  const match = hasAddress
    ? zoneFor(rows, { countryCode, stateCode: typed.state, city: typed.city, zip: typed.zip })
    : undefined
  const cell = (name: keyof typeof typed, label: Text, placeholder = '') => (
    <div>
      <label htmlFor={`${id}-${name}`}>{t(label)}</label>
      <Input
        id={`${id}-${name}`}
        value={typed[name]}
        placeholder={placeholder}
        autoComplete="off"
        onChange={({ target }) => setTyped({ ...typed, [name]: target.value })}
        onPressEnter={(event) => event.preventDefault()}
      />
    </div>
  )
  return (
    <section className="zone-try" aria-label={t(zoneText.tryIt)}>
      <h3>{t(zoneText.tryIt)}</h3>
      <div className="zone-try-cells">
        {cell('zip', zoneText.zip)}
        {cell('country', columnText.country, countryCode)}
        {cell('state', zoneText.state)}
        {cell('city', zoneText.city)}
      </div>
      <p role="status">
        {match && (
          <>
            <strong>{t(zoneText.tryAnswer, { zone: match.zoneCode })}</strong>
            {match.remoteLevel !== 'none' && ` · ${t(remoteTexts[match.remoteLevel])}`}
            {' · '}
            {t(zoneText.tryRow, { row: match.rowNo, area: areaOf(match) })}
          </>
        )}
        {hasAddress && !match && t(zoneText.tryNone)}
      </p>
    </section>
  )
}
