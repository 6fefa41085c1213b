import { Button, Flex, Input } from 'antd'
import { useState } from 'react'
import type { OutputOf } from '../../../platform/calls/call.ts'
import { useCommand } from '../../../platform/calls/web/call.ts'
import { useFormInside } from '../../../platform/forms/web/closing.ts'
import { useUnsaved } from '../../../platform/forms/web/drafts.ts'
import { useText } from '../../../platform/text/web/language.tsx'
import { webText } from '../../../platform/text/web/text.ts'
import { useToday } from '../../../warehouse/web/today.ts'
import { type getQuote, setFuelRates } from '../contract.ts'
import { quotePageText, quoteText } from '../text.ts'
import { quoteReadings } from './QuotePage.tsx'
import './quotes.css'

type Rate = { startsOn: string; percent: string }

/** The fuel surcharge by its first day. What has started is shown, what comes is edited. */
export function FuelRates({ of, mayEdit }: { of: OutputOf<typeof getQuote>; mayEdit: boolean }) {
  const t = useText()
  const today = useToday()
  const started = of.fuelRates.filter(({ startsOn }) => startsOn <= today)
  const later = of.fuelRates.filter(({ startsOn }) => startsOn > today).toReversed()
  // With the version they were read at: a refresh must not make them look newer than they are.
  const [edited, setEdited] = useState<{ rates: Rate[]; rowVersion: number }>()
  const rates = edited?.rates ?? later
  useUnsaved(edited !== undefined)
  useFormInside({ isDirty: edited !== undefined, clear: () => setEdited(undefined) })
  const save = useCommand(setFuelRates, { refreshes: quoteReadings })
  const change = (next: Rate[]) => setEdited({ rates: next, rowVersion: edited?.rowVersion ?? of.rowVersion })
  const set = (place: number, part: Partial<Rate>) =>
    change(rates.map((rate, i) => (i === place ? { ...rate, ...part } : rate)))
  return (
    <section aria-label={t(quoteText.fuelRates)}>
      <h3>{t(quoteText.fuelRates)}</h3>
      <p className="hint">{t(quotePageText.fuelHint)}</p>
      <table className="quote-rows">
        <thead>
          <tr>
            <th>{t(quotePageText.startsOn)}</th>
            <th>{t(quotePageText.percent)}</th>
            <th />
          </tr>
        </thead>
        <tbody>
          {started.slice(0, 5).map(({ startsOn, percent }) => (
            <tr key={startsOn}>
              <td>{startsOn}</td>
              <td>{percent}</td>
              <td />
            </tr>
          ))}
          {mayEdit &&
            [...rates.entries()].map(([place, rate]) => (
              <tr key={place}>
                <td>
                  <Input
                    type="date"
                    aria-label={t(quotePageText.cell, { column: t(quotePageText.startsOn), row: place + 1 })}
                    value={rate.startsOn}
                    onChange={({ target }) => set(place, { startsOn: target.value })}
                  />
                </td>
                <td>
                  <Input
                    inputMode="decimal"
                    aria-label={t(quotePageText.cell, { column: t(quotePageText.percent), row: place + 1 })}
                    value={rate.percent}
                    onChange={({ target }) => set(place, { percent: target.value })}
                  />
                </td>
                <td>
                  <Button
                    type="text"
                    danger
                    aria-label={t(quotePageText.removeFuel, { day: rate.startsOn })}
                    onClick={() => change(rates.filter((_, i) => i !== place))}
                  >
                    ✕
                  </Button>
                </td>
              </tr>
            ))}
          {!mayEdit &&
            later.map(({ startsOn, percent }) => (
              <tr key={startsOn}>
                <td>{startsOn}</td>
                <td>{percent}</td>
                <td />
              </tr>
            ))}
        </tbody>
      </table>
      {mayEdit && (
        <Flex gap={8}>
          <Button onClick={() => change([...rates, { startsOn: '', percent: '' }])}>
            {t(quotePageText.addFuel)}
          </Button>
          {edited && (
            <>
              <Button
                type="primary"
                loading={save.isPending}
                onClick={() =>
                  save.mutate({ quoteId: of.id, ...edited }, { onSuccess: () => setEdited(undefined) })
                }
              >
                {t(quotePageText.saveFuel)}
              </Button>
              <Button onClick={() => setEdited(undefined)}>{t(webText.discardChanges)}</Button>
            </>
          )}
        </Flex>
      )}
    </section>
  )
}
