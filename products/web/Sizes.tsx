import { Flex, Tag } from 'antd'
import type { OutputOf } from '../../platform/calls/call.ts'
import { FormBody } from '../../platform/forms/web/FormParts.tsx'
import { useForm } from '../../platform/forms/web/form.ts'
import { inUnit } from '../../platform/lists/columns.ts'
import { labelled } from '../../platform/text/text.ts'
import { LocalTime } from '../../platform/text/web/LocalTime.tsx'
import { language, useText } from '../../platform/text/web/language.tsx'
import { WideTable } from '../../platform/ui/web/WideTable.tsx'
import { MeasureField } from '../../warehouse/web/MeasureField.tsx'
import { useUnits } from '../../warehouse/web/unit.ts'
import { getProduct, listProducts, measureProduct } from '../contract.ts'
import { billed, differences, type Measures, sidesInWords, trimmed } from '../measures.ts'
import { productsText } from '../text.ts'
import { SizeTags } from './Tags.tsx'
import './products.css'

type Product = OutputOf<typeof getProduct>

const declaredOf = (of: Product): Measures => ({
  length: of.declaredLength,
  width: of.declaredWidth,
  height: of.declaredHeight,
  weight: of.declaredWeight,
})
const measuredOf = (of: Product): Measures => ({
  length: of.measuredLength,
  width: of.measuredWidth,
  height: of.measuredHeight,
  weight: of.measuredWeight,
})

/** Declared beside measured sizes, and which of them fees use. */
export function Sizes({ of }: { of: Product }) {
  const t = useText()
  const { side, weight } = useUnits()
  const [declared, measured] = [declaredOf(of), measuredOf(of)]
  const apart = differences(declared, measured)
  const figures = (item: Measures) => ({
    size: sidesInWords(item),
    weight: item.weight === null ? '' : trimmed(item.weight),
  })
  const flagged = (text: string, isApart: boolean) =>
    isApart ? (
      <>
        {text} <Tag color="error">{t(productsText.apart)}</Tag>
      </>
    ) : (
      text
    )
  return (
    <Flex vertical gap={12}>
      <SizeTags measuredDiffers={of.measuredDiffers} lacksSize={of.lacksSize} />
      <WideTable
        size="small"
        rowKey="what"
        pagination={false}
        dataSource={[
          { what: t(productsText.declared), ...figures(declared), isFound: false },
          { what: t(productsText.measured), ...figures(measured), isFound: true },
          { what: t(productsText.billedOn), ...figures(billed(declared, measured)), isFound: false },
        ]}
        columns={[
          { title: '', dataIndex: 'what', rowScope: 'row' },
          {
            title: t(inUnit(productsText.sidesTitle, side)),
            render: (_, row) => flagged(row.size, row.isFound && apart.sides),
          },
          {
            title: t(inUnit(productsText.weight, weight)),
            render: (_, row) => flagged(row.weight, row.isFound && apart.weight),
          },
        ]}
      />
      {of.measuredAt && (
        <p className="hint">
          {labelled(t(productsText.measuredBy), of.measuredByName ?? '–', language)} ·{' '}
          <LocalTime at={of.measuredAt} />
        </p>
      )}
    </Flex>
  )
}

export function MeasureForm({ of, onClose }: { of: Product; onClose: () => void }) {
  const t = useText()
  const { side, weight } = useUnits()
  const { fields, ...form } = useForm(measureProduct, {
    draft: `measure-${of.id}`,
    initial: { measuredLength: '', measuredWidth: '', measuredHeight: '', measuredWeight: '' },
    toInput: (typed) => ({ id: of.id, rowVersion: of.rowVersion, ...typed }),
    refreshes: [listProducts, getProduct],
    onDone: onClose,
  })
  const { measuredLength, measuredWidth, measuredHeight, measuredWeight } = fields.value
  const isNumber = (text: string) => /^\d+(\.\d+)?$/.test(text.trim())
  const sides = [measuredLength, measuredWidth, measuredHeight]
  const typed: Measures = {
    ...(sides.every(isNumber)
      ? { length: measuredLength.trim(), width: measuredWidth.trim(), height: measuredHeight.trim() }
      : { length: null, width: null, height: null }),
    weight: isNumber(measuredWeight) ? measuredWeight.trim() : null,
  }
  const apart = differences(declaredOf(of), typed)
  const declared = declaredOf(of)
  return (
    <FormBody fields={fields} {...form} onCancel={onClose}>
      <p>
        {t(productsText.declared)}:{' '}
        {[
          sidesInWords(declared) && `${sidesInWords(declared)} ${side}`,
          declared.weight && `${trimmed(declared.weight)} ${weight}`,
        ]
          .filter(Boolean)
          .join(' · ') || '–'}
      </p>
      <div className="field-row">
        <MeasureField
          fields={fields}
          unit="side"
          name="measuredLength"
          label={productsText.length}
          autoFocus
        />
        <MeasureField fields={fields} unit="side" name="measuredWidth" label={productsText.width} />
        <MeasureField fields={fields} unit="side" name="measuredHeight" label={productsText.height} />
        <MeasureField fields={fields} unit="weight" name="measuredWeight" label={productsText.weight} />
      </div>
      <div role="status">
        {(apart.sides || apart.weight) && (
          <p>
            <Tag color="error">{t(productsText.differsHint)}</Tag>
            {[apart.sides && t(productsText.sidesTitle), apart.weight && t(productsText.weight)]
              .filter(Boolean)
              .join(' · ')}
          </p>
        )}
      </div>
    </FormBody>
  )
}
