import { Button, Flex, Input } from 'antd'
import type { OutputOf } from '../../../platform/calls/call.ts'
import { useCommand } from '../../../platform/calls/web/call.ts'
import { useFormInside } from '../../../platform/forms/web/closing.ts'
import { useDraft } from '../../../platform/forms/web/drafts.ts'
import { ChangedNotice } from '../../../platform/forms/web/FormParts.tsx'
import { useText } from '../../../platform/text/web/language.tsx'
import { webText } from '../../../platform/text/web/text.ts'
import { RemoveButton } from '../../../platform/ui/web/RemoveButton.tsx'
import { useToday } from '../../../warehouse/web/today.ts'
import { type getQuote, setFuelRates } from '../contract.ts'
import { quotePageText, quoteText } from '../text.ts'
import { quoteReadings } from './quote-sections.ts'
import './quotes.css'

type Rate = { startsOn: string; percent: string }

/** The rates to come while they are edited. What was typed stays until it is saved or discarded. */
export function useFuelDraft(
  of: Pick<OutputOf<typeof getQuote>, 'id' | 'rowVersion'>,
  later: Rate[],
  mayEdit: boolean,
) {
  const draft = useDraft(
    mayEdit ? `fuel-rates-${of.id}` : undefined,
    { rates: later },
    { rowVersion: of.rowVersion, rowKeys: { rates: ({ startsOn }) => startsOn } },
  )
  const saving = useCommand(setFuelRates, { refreshes: quoteReadings })
  const save = () => {
    const { rates } = draft.value
    void saving
      .mutateAsync({ quoteId: of.id, rates, rowVersion: draft.rowVersion ?? of.rowVersion })
      .then(draft.clear, () => {})
  }
  return { draft, save, isPending: saving.isPending }
}

/** The fuel surcharge by its first day. What has started is shown, what comes is edited. */
export function FuelRates({ of, mayEdit }: { of: OutputOf<typeof getQuote>; mayEdit: boolean }) {
  const t = useText()
  const today = useToday()
  const started = of.fuelRates.filter(({ startsOn }) => startsOn <= today)
  const later = of.fuelRates.filter(({ startsOn }) => startsOn > today).toReversed()
  const { draft, save, isPending } = useFuelDraft(of, later, mayEdit)
  const { rates } = draft.value
  useFormInside(draft)
  const change = (next: Rate[]) => draft.change({ rates: next })
  const set = (place: number, part: Partial<Rate>) =>
    change(rates.map((rate, i) => (i === place ? { ...rate, ...part } : rate)))
  return (
    <section aria-label={t(quoteText.fuelRates)}>
      <h3>{t(quoteText.fuelRates)}</h3>
      <p className="hint">{t(quotePageText.fuelHint)}</p>
      <ChangedNotice fields={draft} isPending={isPending} />
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
                  <RemoveButton
                    label={t(quotePageText.removeFuel, { day: rate.startsOn })}
                    onRemove={() => change(rates.filter((_, i) => i !== place))}
                  />
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
          {draft.isDirty && (
            <>
              <Button type="primary" loading={isPending} onClick={save}>
                {t(quotePageText.saveFuel)}
              </Button>
              <Button onClick={draft.clear}>{t(webText.discardChanges)}</Button>
            </>
          )}
        </Flex>
      )}
    </section>
  )
}
