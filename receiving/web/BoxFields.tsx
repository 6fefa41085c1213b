import { Form, Input } from 'antd'
import { inUnit } from '../../platform/lists/columns.ts'
import type { Text } from '../../platform/text/text.ts'
import { useText } from '../../platform/text/web/language.tsx'
import { useUnits } from '../../warehouse/web/unit.ts'
import { receivingText } from '../text.ts'

/** The customer's data of a box, as typed. */
export const unknownBox = { customerBoxNo: '', length: '', width: '', height: '', weight: '' }
/** By box number in lower case. */
export type Boxes = Record<string, typeof unknownBox>

/** The boxes that the lines name: second number, size and weight. */
export function BoxFields({
  id,
  boxNos,
  boxes,
  problem,
  onChange,
}: {
  id: string
  boxNos: string[]
  boxes: Boxes
  problem: Text | undefined
  onChange: (boxes: Boxes) => void
}) {
  const t = useText()
  const { side, weight } = useUnits()
  const columns = [
    { key: 'customerBoxNo', label: t(receivingText.customerBoxNo), inputMode: 'text' },
    { key: 'length', label: t(inUnit(receivingText.length, side)), inputMode: 'decimal' },
    { key: 'width', label: t(inUnit(receivingText.width, side)), inputMode: 'decimal' },
    { key: 'height', label: t(inUnit(receivingText.height, side)), inputMode: 'decimal' },
    { key: 'weight', label: t(inUnit(receivingText.weight, weight)), inputMode: 'decimal' },
  ] as const
  if (boxNos.length === 0) return null
  return (
    <Form.Item
      className="is-wide"
      label={t(receivingText.boxSection)}
      {...(problem && { validateStatus: 'error', help: t(problem) })}
    >
      <div className="inbound-lines">
        <div className="inbound-box inbound-line-heads" aria-hidden>
          <span>{t(receivingText.boxNo)}</span>
          {columns.map(({ key, label }) => (
            <span key={key}>{label}</span>
          ))}
        </div>
        {boxNos.map((boxNo, i) => {
          const box = boxes[boxNo.toLowerCase()] ?? unknownBox
          return (
            <div key={boxNo.toLowerCase()} className="inbound-box">
              <b>{boxNo}</b>
              {columns.map(({ key, label, inputMode }) => (
                <Input
                  key={key}
                  id={i === 0 && key === 'customerBoxNo' ? id : undefined}
                  aria-label={t(receivingText.boxFact, { box: boxNo, what: label })}
                  placeholder={label}
                  inputMode={inputMode}
                  value={box[key]}
                  onChange={({ target }) =>
                    onChange({ ...boxes, [boxNo.toLowerCase()]: { ...box, [key]: target.value } })
                  }
                />
              ))}
            </div>
          )
        })}
      </div>
    </Form.Item>
  )
}
