import { Checkbox, Input, Select } from 'antd'
import { type ReactNode, useId, useMemo, useState } from 'react'
import { remoteTexts, zoneText } from '../../../channels/zones/text.ts'
import { customerOptions } from '../../../customers/web/customer-options.ts'
import type { OutputOf } from '../../../platform/calls/call.ts'
import { useAnswer } from '../../../platform/calls/web/call.ts'
import { searchedByLabel } from '../../../platform/forms/web/FormParts.tsx'
import { columnText } from '../../../platform/lists/column-text.ts'
import { inUnit } from '../../../platform/lists/columns.ts'
import { fill, type Text } from '../../../platform/text/text.ts'
import { useText } from '../../../platform/text/web/language.tsx'
import { useSettled } from '../../../platform/ui/web/settled.ts'
import { useToday } from '../../../warehouse/web/today.ts'
import { useUnits } from '../../../warehouse/web/unit.ts'
import { explain, isExplained } from '../../fees/explain.ts'
import { whatIfChoices } from '../../what-if/contract.ts'
import { type ContentOf, type getQuote, tryPackage, versionContent } from '../contract.ts'
import { gapText, quotePageText, sourceText } from '../text.ts'
import { factsOfTrial, priceOfTrial } from '../try-package.ts'
import { TryInput, useFeeName } from './TryParts.tsx'
import './quotes.css'

type Answer = OutputOf<typeof tryPackage>
type Quote = Pick<
  OutputOf<typeof getQuote>,
  'id' | 'side' | 'channel' | 'unit' | 'currencyCode' | 'fuelRates' | 'zones'
>

const measures = ['weight', 'length', 'width', 'height'] as const
const labels: Record<(typeof measures)[number], Text> = {
  weight: quotePageText.tryWeight,
  length: quotePageText.tryLength,
  width: quotePageText.tryWidth,
  height: quotePageText.tryHeight,
}
const places = [
  ['countryCode', columnText.country],
  ['stateCode', zoneText.state],
  ['city', zoneText.city],
  ['postcode', zoneText.zip],
] as const

const ASK_MS = 250
const empty = {
  ...{ countryCode: '', stateCode: '', city: '', postcode: '' },
  ...{ weight: '', length: '', width: '', height: '', pieces: '1', insuredValue: '' },
}

/** What one package would cost: where it goes, for whom and when, by these prices or by those in force. */
export function TryPackage({ content, of }: { content: ContentOf<'freight'>; of: Quote }) {
  const t = useText()
  const id = useId()
  const units = useUnits()
  const today = useToday()
  const [typed, setTyped] = useState(empty)
  const [zone, setZone] = useState<string>()
  const [customerId, setCustomer] = useState<number | null>(null)
  const [day, setDay] = useState<string>()
  const [isHome, setHome] = useState(true)
  const [isSigned, setSigned] = useState(false)
  const [isInForce, setInForce] = useState(false)
  const customers = useAnswer(whatIfChoices, {}, { staleTime: 60_000, enabled: of.side === 'sale' })
  const rowZones = [...new Set(content.rows.map(({ zoneCode }) => zoneCode))]
  const zoneCode = zone ?? rowZones[0] ?? ''
  const date = day ?? today

  const parsed = useMemo(
    () =>
      tryPackage.input.safeParse({
        ...typed,
        ...{ quoteId: of.id, customerId, date, zoneCode, isHome, isSigned },
        pieces: Number(typed.pieces || '1'),
      }),
    [typed, of.id, customerId, date, zoneCode, isHome, isSigned],
  )
  const settled = useSettled(parsed, ASK_MS)
  const isReady = settled.success && settled.data.weight !== null
  const answer = useAnswer(tryPackage, settled.data ?? noPackage, { enabled: isReady })
  const { channel } = of
  if (!channel) return null

  const input = (name: keyof typeof empty, label: Text) => (
    <TryInput
      key={name}
      label={label}
      value={typed[name]}
      onChange={(value) => setTyped({ ...typed, [name]: value })}
    />
  )
  const field = (name: string, label: Text, control: (inputId: string) => ReactNode) => (
    <div>
      <label htmlFor={`${id}-${name}`}>{t(label)}</label>
      {control(`${id}-${name}`)}
    </div>
  )
  const hasPieces = content.rows.some(({ billingCode }) => billingCode === 'piece')
  return (
    <section aria-label={t(quotePageText.tryPackage)}>
      <h3>{t(quotePageText.tryPackage)}</h3>
      <div className="quote-try">
        {places.map(([name, label]) => input(name, label))}
        {rowZones.length > 0 &&
          typed.countryCode.trim() === '' &&
          field('zone', quotePageText.tryZone, (inputId) => (
            <Select
              id={inputId}
              value={zoneCode}
              options={rowZones.map((value) => ({ value, label: value }))}
              onChange={setZone}
            />
          ))}
        {of.side === 'sale' &&
          field('customer', quotePageText.tryCustomer, (inputId) => (
            <Select<number | null>
              id={inputId}
              value={customerId}
              allowClear={customerId !== null}
              showSearch={searchedByLabel}
              placeholder={t(quotePageText.tryAnyone)}
              options={customerOptions(customers.data?.customers)}
              onChange={(next) => setCustomer(next ?? null)}
            />
          ))}
        {field('day', quotePageText.tryDay, (inputId) => (
          <Input
            id={inputId}
            type="date"
            value={date}
            onChange={({ target }) => setDay(target.value || undefined)}
          />
        ))}
        {measures.map((name) =>
          input(name, inUnit(labels[name], name === 'weight' ? units.weight : units.side)),
        )}
        {hasPieces && input('pieces', quotePageText.tryPackagePieces)}
        {input('insuredValue', inUnit(quotePageText.tryInsured, of.currencyCode ?? ''))}
        {field('prices', quotePageText.tryPrices, (inputId) => (
          <Select
            id={inputId}
            value={isInForce}
            options={[
              { value: false, label: t(quotePageText.tryThese) },
              { value: true, label: t(quotePageText.tryInForce) },
            ]}
            onChange={setInForce}
          />
        ))}
        <Checkbox checked={isHome} onChange={({ target }) => setHome(target.checked)}>
          {t(quotePageText.tryResidential)}
        </Checkbox>
        <Checkbox checked={isSigned} onChange={({ target }) => setSigned(target.checked)}>
          {t(quotePageText.trySignature)}
        </Checkbox>
      </div>
      <div role="status">
        {!parsed.success && <p className="hint">{t(quotePageText.notNumbers)}</p>}
        {isReady && parsed.success && answer.data && (
          <PriceResult
            answer={answer.data}
            outcome={
              isInForce ? inForceOf(answer.data) : priced(content, of, channel, answer.data, parsed.data)
            }
            isInForce={isInForce}
            hasCustomer={customerId !== null}
            hasZones={of.zones !== null || rowZones.length > 0}
            currency={of.currencyCode}
          />
        )}
      </div>
    </section>
  )
}

const noPackage = {
  ...empty,
  quoteId: 0,
  customerId: null,
  date: '',
  zoneCode: '',
  pieces: 1,
  isHome: true,
  isSigned: false,
}

type Outcome = { amount: string; fees: Answer['fees'] } | { problem: Text | string }

const inForceOf = ({ amount, fees, problem }: Answer): Outcome =>
  amount === null ? { problem: problem ?? '' } : { amount, fees }

/** By the prices as they are edited, with the zone and the discount that the server found. */
function priced(
  content: ContentOf<'freight'>,
  of: Quote,
  channel: NonNullable<Quote['channel']>,
  answer: Answer,
  parsed: Parameters<typeof factsOfTrial>[2] & { date: string },
): Outcome {
  // The editor also holds what is no number yet.
  const read = versionContent.safeParse(content)
  if (!read.success || read.data.kind !== 'freight') return { problem: quotePageText.notNumbers }
  const result = priceOfTrial(
    { versionId: 0, ...read.data, fuelRates: of.fuelRates },
    factsOfTrial(channel, answer, parsed),
    {
      ...{ discount: answer.own.discount, chargeDate: parsed.date },
      ...{ unit: of.unit ?? 1, currency: of.currencyCode ?? '' },
    },
  )
  return 'gap' in result ? { problem: gapText[result.gap] } : result
}

function PriceResult({
  answer,
  outcome,
  isInForce,
  hasCustomer,
  hasZones,
  currency,
}: {
  answer: Answer
  outcome: Outcome
  isInForce: boolean
  hasCustomer: boolean
  hasZones: boolean
  currency: string | null
}) {
  const t = useText()
  const nameOf = useFeeName()
  const { weight, volume } = useUnits()
  const { zoneCode, remoteLevel, inForce, own } = answer
  const discount = isInForce ? inForce?.discount : own.discount
  const fees = 'fees' in outcome ? outcome.fees : []
  const billable = fees.flatMap(({ detail }) =>
    isExplained(detail) && detail.kind === 'freight'
      ? detail.packages.flatMap(({ billableWeight }) => billableWeight ?? [])
      : [],
  )
  const facts = [
    ...(zoneCode !== null
      ? [fill(quotePageText.tryZoneIs, { zone: zoneCode, level: t(remoteTexts[remoteLevel ?? 'none']) })]
      : hasZones
        ? [quotePageText.tryNoZone]
        : []),
    ...billable.map((each) => fill(quotePageText.tryBillable, { weight: `${each} ${weight ?? ''}`.trim() })),
    ...(isInForce && inForce
      ? [
          fill(quotePageText.tryVersion, {
            ...{ code: inForce.quoteCode, no: inForce.versionNo, source: t(sourceText[inForce.source]) },
          }),
        ]
      : []),
    ...(discount ? [fill(quotePageText.tryDiscount, { discount })] : []),
  ]
  const names = { productOf: String, boxOf: String, nights: [], weight: weight ?? '', volume: volume ?? '' }
  return (
    <>
      <p>{facts.map((fact) => t(fact)).join(' · ')}</p>
      {!isInForce && hasCustomer && !own.isUsed && <p className="hint">{t(quotePageText.tryOther)}</p>}
      {'problem' in outcome ? (
        <p>{typeof outcome.problem === 'string' ? outcome.problem : t(outcome.problem)}</p>
      ) : (
        <>
          <strong>
            {t(quotePageText.tryTotal, { amount: [outcome.amount, currency].filter(Boolean).join(' ') })}
          </strong>
          <ul>
            {fees.map(({ feeCode, amount, detail }) => (
              <li key={feeCode}>
                {nameOf(feeCode)} <span className="figures">{amount}</span>
                <ul>
                  {(isExplained(detail) ? explain(detail, names) : []).map((line) => (
                    <li key={line.what.en_US} className="hint">
                      {t(line.what)}: {t(line.how)} <span className="figures">{line.amount}</span>
                    </li>
                  ))}
                </ul>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}
