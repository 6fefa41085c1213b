import { Alert, Flex, Input, Modal, Radio } from 'antd'
import { useState } from 'react'
import { useText } from '../../../platform/text/web/language.tsx'
import { webText } from '../../../platform/text/web/text.ts'
import { MAX_FREIGHT_ROWS } from '../contract.ts'
import type { CellValue, Grid } from '../freight-grid.ts'
import { measurePaste, type Pasted, type PasteOffer, readPaste } from '../freight-paste.ts'
import { freightText, valueTexts } from '../freight-text.ts'

type Way = 'replace' | 'merge' | 'cells'

/** What a pasted block was recognised as, before it is applied. Without a block it asks for one. */
export function FreightPaste({
  grid,
  value,
  offer,
  knownZones,
  onApply,
  onClose,
}: {
  grid: Grid
  /** Which value of the cells is shown. */
  value: CellValue
  offer: PasteOffer | null
  knownZones: readonly string[]
  onApply: (pasted: Pasted, isReplacing: boolean) => void
  onClose: () => void
}) {
  const t = useText()
  const [text, setText] = useState('')
  const [chosen, setWay] = useState<Way>()
  const read = offer ?? readPaste(text, knownZones)
  const isPlain = read?.pasted.kind === 'cells'
  // A table has one value: beside the prices it is added to them. A list has all.
  const canReplace = value === 'price' || read?.pasted.kind === 'list'
  const way: Way = isPlain ? 'cells' : (chosen ?? (canReplace ? 'replace' : 'merge'))
  const pasted = way === 'cells' ? read?.plain : read?.pasted
  const size = pasted && measurePaste(pasted)
  const isTooBig = size !== undefined && size.rows * size.columns > MAX_FREIGHT_ROWS
  return (
    <Modal
      open
      title={t(freightText.paste)}
      okText={t(freightText.apply)}
      okButtonProps={{ disabled: !pasted || isTooBig, autoFocus: offer !== null }}
      onOk={() => pasted && onApply(pasted, way === 'replace')}
      onCancel={onClose}
      closable={{ 'aria-label': t(webText.close) }}
      mask={{ closable: false }}
    >
      <Flex vertical gap={12}>
        {!offer && (
          <Input.TextArea
            rows={4}
            value={text}
            aria-label={t(freightText.pasteHere)}
            placeholder={t(freightText.pasteHere)}
            onChange={({ target }) => setText(target.value)}
            autoFocus
          />
        )}
        <div role="status">
          {size && pasted && (
            <>
              <strong>
                {t(freightText.pasteSize, { rows: size.rows, columns: size.columns })}
                {size.notNumbers > 0 && t(freightText.andNotNumbers, { count: size.notNumbers })}
              </strong>
              <Recognised pasted={pasted} />
              {pasted.kind !== 'list' && (
                <p className="hint">{t(freightText.pasteValue, { value: t(valueTexts[value]) })}</p>
              )}
            </>
          )}
          {!read && text.trim() !== '' && t(freightText.notBlock)}
        </div>
        {isTooBig && (
          <Alert type="error" showIcon title={t(freightText.tooMany, { max: MAX_FREIGHT_ROWS })} />
        )}
        {read && !isPlain && (
          <Radio.Group
            aria-label={t(freightText.pasteAs)}
            value={way}
            onChange={({ target }) => setWay(target.value)}
          >
            <Flex vertical gap={4}>
              {canReplace && <Radio value="replace">{t(freightText.pasteReplace)}</Radio>}
              {grid.tiers.length > 0 && <Radio value="merge">{t(freightText.pasteMerge)}</Radio>}
              <Radio value="cells">{t(freightText.pasteCells)}</Radio>
            </Flex>
          </Radio.Group>
        )}
      </Flex>
    </Modal>
  )
}

function Recognised({ pasted }: { pasted: Pasted }) {
  const t = useText()
  if (pasted.kind === 'cells') return <p className="hint">{t(freightText.pasteCells)}</p>
  const zones =
    pasted.kind === 'table' ? pasted.zones : [...new Set(pasted.rows.map(({ zoneCode }) => zoneCode))]
  const text = pasted.kind === 'table' ? freightText.pasteTable : freightText.pasteList
  return <p className="hint">{t(text, { zones: zones.join(', ') })}</p>
}
