import { Button, Flex, Tag } from 'antd'
import { useState } from 'react'
import type { OutputOf } from '../../platform/calls/call.ts'
import { Dialog } from '../../platform/forms/web/Dialog.tsx'
import { FormBody, TextField } from '../../platform/forms/web/FormParts.tsx'
import type { Fields } from '../../platform/forms/web/fields.ts'
import { useForm } from '../../platform/forms/web/form.ts'
import { useDictionary } from '../../platform/text/web/dictionary.tsx'
import { useText } from '../../platform/text/web/language.tsx'
import { useFeature, useMay } from '../../platform/ui/web/permission.tsx'
import { WideTable } from '../../platform/ui/web/WideTable.tsx'
import { trimmed } from '../../products/measures.ts'
import { MeasureField } from '../../warehouse/web/MeasureField.tsx'
import { useUnits } from '../../warehouse/web/unit.ts'
import { addBox, type inbound, measureBox } from '../contract.ts'
import { readings } from '../scanning/web/readings.ts'
import { inboundStates } from '../states.ts'
import { receivingText } from '../text.ts'

type Inbound = OutputOf<typeof inbound>
type Box = Inbound['boxes'][number]

/** The boxes of an order: declared, measured, and received. */
export function InboundBoxes({ of }: { of: Inbound }) {
  const t = useText()
  const may = useMay()
  const states = useDictionary('inboundBoxStatus')
  const { side, weight } = useUnits()
  const sized = (sides: (string | null)[], heavy: string | null) =>
    [
      sides.every((side) => side !== null) &&
        `${sides.map((side) => trimmed(side ?? '')).join(' × ')} ${side}`,
      heavy !== null && `${trimmed(heavy)} ${weight}`,
    ]
      .filter(Boolean)
      .join(' · ')
  const [editing, setEditing] = useState<Box | 'new'>()
  const isOpen = useFeature('receiving') === 'full'
  const mayMeasure = isOpen && may(measureBox.permission) && inboundStates.allows(of.status, 'measure_box')
  const mayAdd = isOpen && may(addBox.permission) && inboundStates.allows(of.status, 'add_box')
  if (of.boxes.length === 0 && !mayAdd) return null
  const close = () => setEditing(undefined)
  return (
    <section aria-label={t(receivingText.boxSection)}>
      <h3>{t(receivingText.boxSection)}</h3>
      {of.boxes.length > 0 && (
        <WideTable<Box>
          size="small"
          rowKey="id"
          dataSource={of.boxes}
          pagination={false}
          {...(of.boxes.length > 10 && { scroll: { y: 320 } })}
          columns={[
            {
              title: t(receivingText.boxNo),
              render: (_, { boxNo, customerBoxNo }) => (
                <>
                  <b>{boxNo}</b> {customerBoxNo}
                </>
              ),
            },
            {
              title: t(receivingText.boxState),
              render: (_, { status, isExtra }) =>
                isExtra ? <Tag color="warning">{t(receivingText.extraBox)}</Tag> : states.textOf(status),
            },
            {
              title: t(receivingText.declared),
              render: (_, box) => sized([box.length, box.width, box.height], box.weight),
            },
            {
              title: t(receivingText.measured),
              render: (_, box) =>
                sized([box.measuredLength, box.measuredWidth, box.measuredHeight], box.measuredWeight),
            },
            ...(mayMeasure
              ? [
                  {
                    title: '',
                    key: 'measure',
                    render: (_: unknown, box: Box) => (
                      <Button
                        size="small"
                        aria-label={t(receivingText.measureOf, { box: box.boxNo })}
                        onClick={() => setEditing(box)}
                      >
                        {t(receivingText.measureBox)}
                      </Button>
                    ),
                  },
                ]
              : []),
          ]}
        />
      )}
      {mayAdd && (
        <Flex className="inbound-boxes-more">
          <Button onClick={() => setEditing('new')}>{t(receivingText.addBox)}</Button>
        </Flex>
      )}
      {editing === 'new' && <NewBox of={of} onClose={close} />}
      {editing !== undefined && editing !== 'new' && <Measure of={of} box={editing} onClose={close} />}
    </section>
  )
}

const unknown = { length: '', width: '', height: '', weight: '' }

function SizeFields<V extends typeof unknown>({ fields }: { fields: Fields<V> }) {
  return (
    <div className="inbound-sizes">
      {(['length', 'width', 'height'] as const).map((name) => (
        <MeasureField key={name} fields={fields} unit="side" name={name} label={receivingText[name]} />
      ))}
      <MeasureField fields={fields} unit="weight" name="weight" label={receivingText.weight} />
    </div>
  )
}

function NewBox({ of, onClose }: { of: Inbound; onClose: () => void }) {
  const t = useText()
  const { fields, ...form } = useForm(addBox, {
    initial: { boxNo: '', ...unknown },
    toInput: (typed) => ({ id: of.id, ...typed }),
    refreshes: readings,
    onDone: onClose,
  })
  return (
    <Dialog title={t(receivingText.addBox)} onClose={onClose}>
      <FormBody fields={fields} {...form} onCancel={onClose}>
        <TextField fields={fields} name="boxNo" label={receivingText.boxNo} isRequired />
        <SizeFields fields={fields} />
      </FormBody>
    </Dialog>
  )
}

function Measure({ of, box, onClose }: { of: Inbound; box: Box; onClose: () => void }) {
  const t = useText()
  const { fields, ...form } = useForm(measureBox, {
    initial: {
      length: box.measuredLength ?? '',
      width: box.measuredWidth ?? '',
      height: box.measuredHeight ?? '',
      weight: box.measuredWeight ?? '',
    },
    toInput: (typed) => ({ id: of.id, ofBoxId: box.id, ...typed }),
    refreshes: readings,
    onDone: onClose,
  })
  return (
    <Dialog title={t(receivingText.measureOf, { box: box.boxNo })} onClose={onClose}>
      <FormBody fields={fields} {...form} onCancel={onClose}>
        <SizeFields fields={fields} />
      </FormBody>
    </Dialog>
  )
}
