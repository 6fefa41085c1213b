import { Input } from 'antd'
import { useId } from 'react'
import { useAnswer } from '../../../platform/calls/web/call.ts'
import type { Text } from '../../../platform/text/text.ts'
import { language, useText } from '../../../platform/text/web/language.tsx'
import { feeTypeChoices } from '../../fee-types/contract.ts'
import type { GapReason } from '../../pricing/price-types.ts'
import { gapText, quotePageText } from '../text.ts'

/** A figure of a trial. */
export function TryInput({
  label,
  value,
  onChange,
}: {
  label: Text
  value: string
  onChange: (typed: string) => void
}) {
  const t = useText()
  const id = useId()
  return (
    <div>
      <label htmlFor={id}>{t(label)}</label>
      <Input id={id} inputMode="decimal" value={value} onChange={({ target }) => onChange(target.value)} />
    </div>
  )
}

type Outcome = { gap: GapReason } | { amount: string; fees: readonly { feeCode: string; amount: string }[] }

/** The name of a type of fee by its code, in the reader's language. */
export function useFeeName(): (code: string) => string {
  const { data } = useAnswer(feeTypeChoices, {}, { staleTime: 60_000 })
  return (code) => {
    const type = data?.types.find(({ feeCode }) => feeCode === code)
    return (language === 'zh_CN' ? type?.nameZh : type?.nameEn) ?? code
  }
}

/** What a trial comes to, or why it has no price. */
export function TryOutcome({ of, currency }: { of: Outcome; currency: string | null | undefined }) {
  const t = useText()
  const nameOf = useFeeName()
  if ('gap' in of) return <p>{t(gapText[of.gap])}</p>
  return (
    <>
      <strong>
        {t(quotePageText.tryTotal, { amount: [of.amount, currency].filter(Boolean).join(' ') })}
      </strong>
      <ul>
        {of.fees.map(({ feeCode, amount }) => (
          <li key={feeCode}>
            {nameOf(feeCode)} <span className="figures">{amount}</span>
          </li>
        ))}
      </ul>
    </>
  )
}
