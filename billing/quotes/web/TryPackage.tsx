import { Checkbox, Select } from 'antd'
import { useId, useState } from 'react'
import type { OutputOf } from '../../../platform/calls/call.ts'
import { inUnit } from '../../../platform/lists/columns.ts'
import type { Text } from '../../../platform/text/text.ts'
import { useText } from '../../../platform/text/web/language.tsx'
import { useToday } from '../../../warehouse/web/today.ts'
import { useUnits } from '../../../warehouse/web/unit.ts'
import { freightCalculator } from '../../pricing/freight.ts'
import { type ContentOf, type getQuote, versionContent } from '../contract.ts'
import { quotePageText } from '../text.ts'
import { TryInput, TryOutcome } from './TryParts.tsx'
import './quotes.css'

const measures = ['weight', 'length', 'width', 'height'] as const
const labels: Record<(typeof measures)[number], Text> = {
  weight: quotePageText.tryWeight,
  length: quotePageText.tryLength,
  width: quotePageText.tryWidth,
  height: quotePageText.tryHeight,
}
const isMeasure = (typed: string) => /^\d{1,8}(\.\d{1,3})?$/.test(typed) && /[1-9]/.test(typed)
const isAmount = (typed: string) => /^\d{1,12}(\.\d{1,2})?$/.test(typed) && /[1-9]/.test(typed)

/** What one package would cost by these prices, from the function that charges it. */
export function TryPackage({
  content,
  of,
}: {
  content: ContentOf<'freight'>
  of: Pick<OutputOf<typeof getQuote>, 'channel' | 'unit' | 'currencyCode' | 'fuelRates'>
}) {
  const t = useText()
  const id = useId()
  const units = useUnits()
  const today = useToday()
  const zones = [...new Set(content.rows.map(({ zoneCode }) => zoneCode))]
  const [zone, setZone] = useState<string>()
  const [typed, setTyped] = useState({ weight: '', length: '', width: '', height: '' })
  const [insured, setInsured] = useState('')
  const [isHome, setHome] = useState(true)
  const [isSigned, setSigned] = useState(false)
  const { channel } = of
  if (!channel) return null
  const size = (name: (typeof measures)[number]) => (isMeasure(typed[name]) ? typed[name] : null)
  const measured = {
    weight: size('weight'),
    length: size('length'),
    width: size('width'),
    height: size('height'),
  }
  // The editor also holds what is no number yet.
  const read = versionContent.safeParse(content)
  if (!read.success || read.data.kind !== 'freight') return null
  const version = { versionId: 0, ...read.data, fuelRates: of.fuelRates }
  const price = () =>
    freightCalculator(version)(
      {
        ...channel,
        zoneCode: zone ?? zones[0] ?? null,
        remoteLevel: 'none',
        addressKind: isHome ? 'residential' : 'commercial',
        signature: isSigned,
        services: isSigned ? ['signature'] : [],
        insurance: isAmount(insured) ? insured : null,
        pieces: 1,
        estimated: measured,
        packages: [{ packageSeq: 1, ...measured }],
      },
      {
        discount: '1',
        chargeDate: today,
        unit: of.unit ?? 1,
        currency: of.currencyCode ?? '',
      },
    )
  return (
    <section aria-label={t(quotePageText.tryPackage)}>
      <h3>{t(quotePageText.tryPackage)}</h3>
      <div className="quote-try">
        {zones.length > 0 && (
          <div>
            <label htmlFor={`${id}-zone`}>{t(quotePageText.tryZone)}</label>
            <Select
              id={`${id}-zone`}
              value={zone ?? zones[0]}
              options={zones.map((value) => ({ value, label: value }))}
              onChange={setZone}
            />
          </div>
        )}
        {measures.map((name) => (
          <TryInput
            key={name}
            label={inUnit(labels[name], name === 'weight' ? units.weight : units.side)}
            value={typed[name]}
            onChange={(value) => setTyped({ ...typed, [name]: value })}
          />
        ))}
        <TryInput
          label={inUnit(quotePageText.tryInsured, of.currencyCode ?? '')}
          value={insured}
          onChange={setInsured}
        />
        <Checkbox checked={isHome} onChange={({ target }) => setHome(target.checked)}>
          {t(quotePageText.tryResidential)}
        </Checkbox>
        <Checkbox checked={isSigned} onChange={({ target }) => setSigned(target.checked)}>
          {t(quotePageText.trySignature)}
        </Checkbox>
      </div>
      <div role="status">
        {measured.weight !== null && <TryOutcome of={price()} currency={of.currencyCode} />}
      </div>
    </section>
  )
}
