import { Button, Form, Input, InputNumber, Select } from 'antd'
import { useState } from 'react'
import { inUnit } from '../../../platform/lists/columns.ts'
import { toAmount } from '../../../platform/text/amount.ts'
import { useText } from '../../../platform/text/web/language.tsx'
import { RemoveButton } from '../../../platform/ui/web/RemoveButton.tsx'
import { useCurrency, useUnits } from '../../../warehouse/web/unit.ts'
import { sumOf } from '../../pricing/amounts.ts'
import type { StorageTier } from '../../pricing/price-types.ts'
import type { ContentOf } from '../contract.ts'
import { rentOfStay } from '../rent-of-stay.ts'
import { quotePageText } from '../text.ts'
import './quotes.css'

type Content = ContentOf<'storage'>

const DAYS = 120

/** Rent by the age of the goods, and what a stay would cost. */
export function StorageEditor({
  value,
  minVolume,
  onChange,
  isReadOnly,
}: {
  value: Content
  /** The least that a piece counts as. */
  minVolume: string
  onChange: (next: Content) => void
  isReadOnly: boolean
}) {
  const t = useText()
  const { volume } = useUnits()
  const currency = useCurrency()
  const priced = currency && volume && `${currency} / ${volume}`
  const set = (place: number, part: Partial<Content['tiers'][number]>) =>
    onChange({ ...value, tiers: value.tiers.map((tier, i) => (i === place ? { ...tier, ...part } : tier)) })
  const add = () => {
    const before = value.tiers.at(-1)
    const next = {
      ageFrom: (before?.ageTo ?? before?.ageFrom ?? 0) + 1,
      ageTo: null,
      price: '0',
      quality: 'all',
    } as const
    const closed = before?.ageTo === null ? { ...before, ageTo: before.ageFrom + 29 } : before
    const tiers = closed ? [...value.tiers.slice(0, -1), closed] : []
    onChange({ ...value, tiers: [...tiers, { ...next, ageFrom: closed?.ageTo ? closed.ageTo + 1 : 1 }] })
  }
  const labelOf = (column: keyof typeof heads, place: number) =>
    t(quotePageText.cell, { column: t(heads[column]), row: place + 1 })
  return (
    <>
      <p className="hint">{t(quotePageText.storageHint, { min: `${minVolume} ${volume}`.trim() })}</p>
      <Form.Item label={t(quotePageText.freeDays)} htmlFor="free-days">
        <InputNumber
          id="free-days"
          min={0}
          max={3650}
          precision={0}
          value={value.freeDays}
          disabled={isReadOnly}
          onChange={(freeDays) => onChange({ ...value, freeDays: freeDays ?? 0 })}
        />
      </Form.Item>
      <div className="quote-scroll">
        <table className="quote-rows">
          <thead>
            <tr>
              {Object.values(heads).map((head) => (
                <th key={head.en_US}>{t(head === heads.price ? inUnit(head, priced) : head)}</th>
              ))}
              <th />
            </tr>
          </thead>
          <tbody>
            {[...value.tiers.entries()].map(([place, tier]) => (
              <tr key={place}>
                <td>
                  <InputNumber
                    aria-label={labelOf('ageFrom', place)}
                    min={1}
                    max={9999}
                    precision={0}
                    value={tier.ageFrom}
                    disabled={isReadOnly}
                    onChange={(ageFrom) => set(place, { ageFrom: ageFrom ?? 1 })}
                  />
                </td>
                <td>
                  <InputNumber
                    aria-label={labelOf('ageTo', place)}
                    min={1}
                    max={9999}
                    precision={0}
                    value={tier.ageTo}
                    disabled={isReadOnly}
                    onChange={(ageTo) => set(place, { ageTo: ageTo ?? null })}
                  />
                </td>
                <td>
                  <Input
                    aria-label={labelOf('price', place)}
                    inputMode="decimal"
                    value={tier.price}
                    disabled={isReadOnly}
                    onChange={({ target }) => set(place, { price: target.value })}
                  />
                </td>
                <td>
                  <Select
                    aria-label={labelOf('quality', place)}
                    value={tier.quality}
                    disabled={isReadOnly}
                    options={(['all', 'good', 'defective'] as const).map((quality) => ({
                      value: quality,
                      label: t(qualities[quality]),
                    }))}
                    onChange={(quality: StorageTier['quality']) => set(place, { quality })}
                  />
                </td>
                <td>
                  {!isReadOnly && (
                    <RemoveButton
                      label={t(quotePageText.removeTier, { row: place + 1 })}
                      onRemove={() =>
                        onChange({ ...value, tiers: value.tiers.filter((_, i) => i !== place) })
                      }
                    />
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {!isReadOnly && <Button onClick={add}>{t(quotePageText.addTier)}</Button>}
      <Preview of={value} />
    </>
  )
}

const heads = {
  ageFrom: quotePageText.ageFrom,
  ageTo: quotePageText.ageTo,
  price: quotePageText.storagePrice,
  quality: quotePageText.quality,
}
const qualities = {
  all: quotePageText.allQualities,
  good: { zh_CN: '良品', en_US: 'Good' },
  defective: { zh_CN: '次品', en_US: 'Defective' },
}

/** The rent of each of the days to come. Days without a price are marked: they are not free. */
function Preview({ of }: { of: Content }) {
  const t = useText()
  const units = useUnits()
  const currency = useCurrency()
  const [volume, setVolume] = useState('1')
  const isWhole =
    /^\d{1,6}(\.\d{1,6})?$/.test(volume) && of.tiers.every(({ price }) => /^\d+(\.\d+)?$/.test(price))
  const days = isWhole ? rentOfStay(of, volume, DAYS) : []
  const priced = days.filter((amount) => amount !== null)
  const highest = Math.max(0.01, ...priced.map(Number))
  return (
    <section aria-label={t(quotePageText.preview)}>
      <h3>{t(quotePageText.preview)}</h3>
      <Form.Item label={t(inUnit(quotePageText.previewVolume, units.volume))} htmlFor="preview-volume">
        <Input
          id="preview-volume"
          inputMode="decimal"
          value={volume}
          onChange={({ target }) => setVolume(target.value)}
        />
      </Form.Item>
      {days.length > 0 && (
        <>
          <p>
            {t(quotePageText.previewTotal, {
              days: priced.length,
              amount: `${toAmount(sumOf(priced))} ${currency}`.trim(),
            })}
          </p>
          {priced.length < DAYS && (
            <p className="quote-warning">{t(quotePageText.previewOpen, { count: DAYS - priced.length })}</p>
          )}
          <svg className="quote-chart" viewBox={`0 0 ${DAYS} 100`} preserveAspectRatio="none" role="img">
            <title>{t(quotePageText.preview)}</title>
            {[...days.entries()].map(([place, amount]) => {
              const day = place + 1
              const height = amount === null ? 100 : (Number(amount) / highest) * 100
              return (
                <rect
                  key={day}
                  {...(amount === null && { style: { fill: 'var(--warn-text)', fillOpacity: 0.25 } })}
                  x={place}
                  width={0.9}
                  y={100 - height}
                  height={height}
                >
                  <title>
                    {amount === null
                      ? t(quotePageText.previewDayOpen, { day })
                      : t(quotePageText.previewDay, { day, amount })}
                  </title>
                </rect>
              )
            })}
          </svg>
        </>
      )}
    </section>
  )
}
