import { Button, Flex, Input, InputNumber, Select } from 'antd'
import type { Text } from '../../../platform/text/text.ts'
import { useDictionary } from '../../../platform/text/web/dictionary.tsx'
import { useText } from '../../../platform/text/web/language.tsx'
import { itemLimits, MAX_ITEMS, MAX_ROWS } from '../contract.ts'
import { watermarkText } from '../text.ts'
import { nextItem, problemWith, type StampItem, type StampLayout, watermarkItems } from '../watermark.ts'

type Layout = Omit<StampLayout, 'items'> & { items: StampItem[] }

const figures = [
  { name: 'xMm', label: watermarkText.x, ...itemLimits.xMm, step: 0.5 },
  { name: 'yMm', label: watermarkText.y, ...itemLimits.yMm, step: 0.5 },
  { name: 'wMm', label: watermarkText.width, ...itemLimits.wMm, step: 1 },
  { name: 'fontPt', label: watermarkText.fontPt, ...itemLimits.fontPt, step: 0.5 },
  { name: 'maxRows', label: watermarkText.maxRows, min: 1, max: MAX_ROWS, step: 1 },
] as const satisfies {
  name: keyof StampItem
  label: Text
  min: number
  max: number
  step: number
}[]

/** The stamped items in order, each with its position fields. */
export function StampItems({ layout, onChange }: { layout: Layout; onChange: (items: StampItem[]) => void }) {
  const t = useText()
  const { items } = layout
  const move = (place: number, by: number) => {
    const [taken] = items.slice(place, place + 1)
    if (taken) onChange(items.toSpliced(place, 1).toSpliced(place + by, 0, taken))
  }
  return (
    <div className="stamp-items">
      {items.map((item, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an item has no name of its own; its place is what it is called by
        <fieldset key={place} aria-label={t(watermarkText.item, { place: place + 1 })}>
          <Flex className="is-wide" justify="space-between" align="center" gap={8}>
            <strong>{t(watermarkText.item, { place: place + 1 })}</strong>
            <Flex gap={4}>
              <Button
                size="small"
                aria-label={t(watermarkText.moveUp, { place: place + 1 })}
                disabled={place === 0}
                onClick={() => move(place, -1)}
              >
                ↑
              </Button>
              <Button
                size="small"
                aria-label={t(watermarkText.moveDown, { place: place + 1 })}
                disabled={place === items.length - 1}
                onClick={() => move(place, 1)}
              >
                ↓
              </Button>
              <Button
                size="small"
                danger
                aria-label={t(watermarkText.removeItem, { place: place + 1 })}
                onClick={() => onChange(items.toSpliced(place, 1))}
              >
                ×
              </Button>
            </Flex>
          </Flex>
          <ItemFields
            item={item}
            onChange={(next) => onChange(items.toSpliced(place, 1, { ...item, ...next }))}
          />
          <Problem layout={layout} place={place} />
        </fieldset>
      ))}
      <Button disabled={items.length >= MAX_ITEMS} onClick={() => onChange([...items, nextItem(layout)])}>
        {t(watermarkText.addItem)}
      </Button>
    </div>
  )
}

/** Read out while an item is being moved. */
function Problem({ layout, place }: { layout: Layout; place: number }) {
  const t = useText()
  const problem = problemWith(layout, place)
  return problem && <span className="stamp-problem is-wide">{t(problem.message)}</span>
}

function ItemFields({ item, onChange }: { item: StampItem; onChange: (next: Partial<StampItem>) => void }) {
  const t = useText()
  const words = useDictionary('labelWatermarkItem')
  return (
    <>
      {/* biome-ignore lint/a11y/noLabelWithoutControl: the choice inside is one */}
      <label className="is-wide">
        {t(watermarkText.kind)}
        <Select
          value={item.item}
          onChange={(kind) => onChange({ item: kind })}
          showSearch={{ optionFilterProp: 'label' }}
          options={watermarkItems.map((value) => ({ value, label: words.textOf(value) }))}
        />
      </label>
      {item.item === 'custom_text' && (
        // biome-ignore lint/a11y/noLabelWithoutControl: the field inside is one
        <label className="is-wide">
          {t(watermarkText.text)}
          <Input
            value={item.text ?? ''}
            maxLength={30}
            onChange={({ target }) => onChange({ text: target.value })}
          />
        </label>
      )}
      {figures.map(({ name, label, min, max, step }) => (
        // biome-ignore lint/a11y/noLabelWithoutControl: the field inside is one
        <label key={name}>
          {t(label)}
          <InputNumber
            min={min}
            max={max}
            step={step}
            precision={name === 'maxRows' ? 0 : 1}
            value={item[name]}
            onChange={(typed) => onChange({ [name]: typed ?? Number.NaN })}
          />
        </label>
      ))}
    </>
  )
}
