import { Select } from 'antd'
import { useId, useState } from 'react'
import { useAnswer } from '../../../platform/calls/web/call.ts'
import { inUnit } from '../../../platform/lists/columns.ts'
import type { Text } from '../../../platform/text/text.ts'
import { useDictionary } from '../../../platform/text/web/dictionary.tsx'
import { useText } from '../../../platform/text/web/language.tsx'
import { topInfo } from '../../../warehouse/top-contract.ts'
import { useUnits } from '../../../warehouse/web/unit.ts'
import { operationFees } from '../../pricing/operation.ts'
import { type ContentOf, versionContent } from '../contract.ts'
import { quotePageText } from '../text.ts'
import { handledIn, neededFigures, type Trial, type TrialFigure } from '../try-handling.ts'
import { TryInput, TryOutcome } from './TryParts.tsx'

const kinds = ['inbound', 'return', 'order'] as const
type Kind = (typeof kinds)[number]

const empty: Trial = {
  ...{ pieces: '1', skus: '1', weight: '', length: '', width: '', height: '' },
  ...{ boxes: '', boxWeight: '', pallets: '', containers: '' },
}

/** What one document would cost by these prices, from the function that charges it. */
export function TryHandling({ content }: { content: ContentOf<'operation'> }) {
  const t = useText()
  const id = useId()
  const documents = useDictionary('bill_order_type')
  const { side, weight } = useUnits()
  const { data: top } = useAnswer(topInfo, {}, { staleTime: 60_000 })
  const [chosen, setChosen] = useState<Kind>()
  const [typed, setTyped] = useState(empty)
  const present = kinds.filter((kind) => content.rules.some(({ billOrderType }) => billOrderType === kind))
  const kind = chosen && present.includes(chosen) ? chosen : present[0]
  // The editor also holds what is no number yet.
  const read = versionContent.safeParse(content)
  if (!kind || !top || !read.success || read.data.kind !== 'operation') return null
  const { dimDivisor, rules } = read.data
  const handled = handledIn(typed, kind)
  const labels: Record<TrialFigure, Text> = {
    weight: inUnit(quotePageText.tryPieceWeight, weight),
    length: inUnit(quotePageText.tryLength, side),
    width: inUnit(quotePageText.tryWidth, side),
    height: inUnit(quotePageText.tryHeight, side),
    boxes: quotePageText.tryBoxes,
    boxWeight: inUnit(quotePageText.tryBoxWeight, weight),
    pallets: quotePageText.tryPallets,
    containers: quotePageText.tryContainers,
  }
  const input = (name: keyof Trial, label: Text) => (
    <TryInput
      key={name}
      label={label}
      value={typed[name]}
      onChange={(value) => setTyped({ ...typed, [name]: value })}
    />
  )
  return (
    <section aria-label={t(quotePageText.tryHandling)}>
      <h3>{t(quotePageText.tryHandling)}</h3>
      <div className="quote-try">
        <div>
          <label htmlFor={`${id}-kind`}>{t(quotePageText.tryDocument)}</label>
          <Select
            id={`${id}-kind`}
            value={kind}
            options={present.map((value) => ({ value, label: documents.textOf(value) }))}
            onChange={setChosen}
          />
        </div>
        {input('skus', quotePageText.trySkus)}
        {input('pieces', quotePageText.tryPieces)}
        {neededFigures(rules, kind).map((name) => input(name, labels[name]))}
      </div>
      <div role="status">
        {handled && (
          <TryOutcome
            of={operationFees({ versionId: 0, dimDivisor, rules }, handled, {
              discount: '1',
              unit: top.unit === 2 ? 2 : 1,
            })}
            currency={top.currencyCode}
          />
        )}
      </div>
    </section>
  )
}
