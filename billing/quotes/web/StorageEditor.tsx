import { Button, Form, Input, InputNumber, Select } from 'antd'
import { useState } from 'react'
import { inUnit } from '../../../platform/lists/columns.ts'
import { useText } from '../../../platform/text/web/language.tsx'
import { useCurrency, useUnits } from '../../../warehouse/web/unit.ts'
import type { StorageTier } from '../../pricing/price-types.ts'
import { rentOfDay } from '../../pricing/rent.ts'
import type { ContentOf } from '../contract.ts'
import { quotePageText } from '../text.ts'
import './quotes.css'

type Content = ContentOf<'storage'>

const DAYS = 120

/** Rent by the age of the goods, and what a stay would cost. */
export function StorageEditor({
  value,
  onChange,
  isReadOnly,
}: {
  value: Content
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
                    <Button
                      type="text"
                      danger
                      aria-label={t(quotePageText.removeTier, { row: place + 1 })}
                      onClick={() => onChange({ ...value, tiers: value.tiers.filter((_, i) => i !== place) })}
                    >
                      ✕
                    </Button>
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

const dayAfter = (start: string, days: number) =>
  new Date(Date.parse(`${start}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)

/** The rent of good goods for each of the days to come, by the function that charges it. */
function Preview({ of }: { of: Content }) {
  const t = useText()
  const units = useUnits()
  const currency = useCurrency()
  const [volume, setVolume] = useState('1')
  const putawayDate = '2026-01-01'
  const isWhole =
    /^\d{1,6}(\.\d{1,6})?$/.test(volume) && of.tiers.every(({ price }) => /^\d+(\.\d+)?$/.test(price))
  const days = isWhole
    ? Array.from({ length: DAYS }, (_, day) => {
        const rent = rentOfDay(
          { versionId: 0, ...of },
          [
            {
              productId: 1,
              batchId: null,
              quality: 'good',
              quantity: 1,
              putawayDate,
              unitVolume: volume,
              isUnmeasured: false,
            },
          ],
          { discount: '1', chargeDate: dayAfter(putawayDate, day), unit: 1, minVolume: '0.000001' },
        )
        return 'gap' in rent ? null : Number(rent.amount)
      })
    : []
  const most = Math.max(0.01, ...days.map((amount) => amount ?? 0))
  const total = days.reduce<number>((sum, amount) => sum + Math.round((amount ?? 0) * 100), 0) / 100
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
            {t(quotePageText.previewTotal, { days: DAYS, amount: `${total.toFixed(2)} ${currency}`.trim() })}
          </p>
          <svg className="quote-chart" viewBox={`0 0 ${DAYS} 100`} preserveAspectRatio="none" role="img">
            <title>{t(quotePageText.preview)}</title>
            {[...days.entries()].map(([day, amount]) => (
              <rect
                key={day}
                x={day}
                width={0.9}
                y={100 - ((amount ?? 0) / most) * 100}
                height={((amount ?? 0) / most) * 100}
              >
                <title>
                  {t(quotePageText.previewDay, { day: day + 1, amount: (amount ?? 0).toFixed(2) })}
                </title>
              </rect>
            ))}
          </svg>
        </>
      )}
    </section>
  )
}
