import { customerOptions } from '../../customers/web/customer-options.ts'
import type { OutputOf } from '../../platform/calls/call.ts'
import { useAnswer } from '../../platform/calls/web/call.ts'
import { type ChosenFile, FilesField } from '../../platform/files/web/FilesField.tsx'
import { Dialog } from '../../platform/forms/web/Dialog.tsx'
import { CheckField, FormBody, SelectField, TextField } from '../../platform/forms/web/FormParts.tsx'
import type { Fields } from '../../platform/forms/web/fields.ts'
import { useForm } from '../../platform/forms/web/form.ts'
import { useDictionary } from '../../platform/text/web/dictionary.tsx'
import { useText } from '../../platform/text/web/language.tsx'
import {
  createInbound,
  editInbound,
  type inbound,
  inboundCustomers,
  inboundTypes,
  MAX_ATTACHMENTS,
  transports,
} from '../contract.ts'
import { readings } from '../scanning/web/readings.ts'
import { receivingText } from '../text.ts'
import { type Boxes, BoxFields, unknownBox } from './BoxFields.tsx'
import { boxNosIn, emptyLine, type Line, LineFields } from './LineFields.tsx'

type Inbound = OutputOf<typeof inbound>

const nothing = {
  inboundType: 'standard' as (typeof inboundTypes)[number],
  referenceNo: '',
  transport: undefined as (typeof transports)[number] | undefined,
  containerNo: '',
  trackingNos: '',
  eta: '',
  originNo: '',
  putawayDate: '',
  remark: '',
  lines: [emptyLine(1)],
  boxes: {} as Boxes,
}
type Typed = typeof nothing

/** The typed values as the call's input. Boxes are those that the lines name. */
const sent = ({ inboundType, transport, trackingNos, lines, boxes, ...texts }: Typed) => ({
  ...texts,
  originNo: inboundType === 'return' ? texts.originNo : null,
  putawayDate: inboundType === 'init' ? texts.putawayDate : null,
  transport: transport ?? null,
  trackingNos: trackingNos.split(/[\s,，、;；]+/).filter(Boolean),
  boxes: boxNosIn(lines).map((boxNo) => ({ boxNo, ...(boxes[boxNo.toLowerCase()] ?? unknownBox) })),
  lines: lines.map(({ boxNo, productId, expected, productionDate, expiryDate, lot }) => ({
    boxNo,
    productId: productId ?? 0,
    expected: Number(expected),
    productionDate,
    expiryDate,
    lot,
  })),
})

export function NewInbound({ onClose }: { onClose: () => void }) {
  const t = useText()
  const customers = useAnswer(inboundCustomers, {})
  const types = useDictionary('inboundType')
  const { fields, ...form } = useForm(createInbound, {
    draft: 'new-inbound',
    initial: {
      customerId: undefined as number | undefined,
      ...nothing,
      fileIds: [] as ChosenFile[],
      isSubmitted: true,
    },
    toInput: ({ customerId, isSubmitted, fileIds, ...facts }) => ({
      customerId: customerId ?? 0,
      inboundType: facts.inboundType,
      isSubmitted,
      fileIds: fileIds.map(({ fileId }) => fileId),
      ...sent(facts),
    }),
    also: ({ customerId }) => (customerId === undefined ? { customerId: receivingText.customerNeeded } : {}),
    refreshes: readings,
    onDone: onClose,
  })
  return (
    <Dialog title={t(receivingText.newInbound)} onClose={onClose} width="min(960px, calc(100vw - 16px))">
      <FormBody fields={fields} {...form} onCancel={onClose}>
        <SelectField
          fields={fields}
          name="customerId"
          label={receivingText.customer}
          isRequired
          options={customerOptions(customers.data?.filter(({ isEnabled }) => isEnabled))}
        />
        <SelectField
          fields={fields}
          name="inboundType"
          label={receivingText.inboundType}
          isRequired
          options={inboundTypes.map((type) => ({ value: type, label: types.textOf(type) }))}
        />
        <Facts fields={fields} customerId={fields.value.customerId} />
        <FilesField
          files={fields.value.fileIds}
          max={MAX_ATTACHMENTS}
          words={{
            files: receivingText.attachments,
            add: receivingText.addAttachment,
            remove: receivingText.removeAttachment,
          }}
          problem={fields.problemOf('fileIds')}
          isWide
          onChange={(fileIds) => fields.change({ fileIds })}
        />
        <CheckField fields={fields} name="isSubmitted" label={receivingText.isSubmitted} />
      </FormBody>
    </Dialog>
  )
}

export function EditInbound({ of, onClose }: { of: Inbound; onClose: () => void }) {
  const productOf = (id: number) => of.products.find((product) => product.id === id)
  const boxOf = (id: number | null) => of.boxes.find((box) => box.id === id)?.boxNo ?? ''
  const { fields, ...form } = useForm(editInbound, {
    draft: `inbound-${of.id}`,
    initial: {
      inboundType: of.inboundType,
      referenceNo: of.referenceNo ?? '',
      transport: of.transport ?? undefined,
      containerNo: of.containerNo ?? '',
      trackingNos: of.trackingNos.join(', '),
      eta: of.eta ?? '',
      originNo: of.originNo ?? '',
      putawayDate: of.putawayDate ?? '',
      remark: of.remark ?? '',
      lines: of.lines.map((line): Line => {
        const product = productOf(line.productId)
        return {
          key: line.id,
          boxNo: boxOf(line.boxId),
          productId: line.productId,
          sku: product?.sku ?? '',
          isDated: product?.expiryManaged || (line.productionDate ?? line.expiryDate) !== null,
          shelfLifeDays: product?.shelfLifeDays ?? null,
          expected: String(line.expected),
          productionDate: line.productionDate ?? '',
          expiryDate: line.expiryDate ?? '',
          hasLot: product?.lotManaged || line.lot !== null,
          lot: line.lot ?? '',
        }
      }),
      boxes: Object.fromEntries(
        of.boxes.map(({ boxNo, customerBoxNo, length, width, height, weight }) => [
          boxNo.toLowerCase(),
          {
            customerBoxNo: customerBoxNo ?? '',
            length: length ?? '',
            width: width ?? '',
            height: height ?? '',
            weight: weight ?? '',
          },
        ]),
      ) as Boxes,
    },
    toInput: (typed) => ({ id: of.id, rowVersion: of.rowVersion, ...sent(typed) }),
    refreshes: readings,
    onDone: onClose,
  })
  return (
    <FormBody fields={fields} {...form} onCancel={onClose}>
      <Facts fields={fields} customerId={of.customerId} />
    </FormBody>
  )
}

function Facts<V extends Typed>({
  fields,
  customerId,
}: {
  fields: Fields<V>
  customerId: number | undefined
}) {
  const t = useText()
  const ways = useDictionary('inboundTransport')
  const { inboundType } = fields.value
  return (
    <>
      {inboundType === 'init' && (
        <TextField
          fields={fields}
          name="putawayDate"
          label={receivingText.putawayDate}
          type="date"
          isRequired
        />
      )}
      {inboundType === 'return' && (
        <TextField fields={fields} name="originNo" label={receivingText.originNo} />
      )}
      <TextField fields={fields} name="referenceNo" label={receivingText.referenceNo} />
      <SelectField
        fields={fields}
        name="transport"
        label={receivingText.transport}
        options={transports.map((way) => ({ value: way, label: ways.textOf(way) }))}
      />
      <TextField fields={fields} name="containerNo" label={receivingText.containerNo} />
      <TextField
        fields={fields}
        name="trackingNos"
        label={receivingText.trackingNos}
        hint={t(receivingText.severalHint)}
      />
      <TextField fields={fields} name="eta" label={receivingText.eta} type="date" />
      <TextField fields={fields} name="remark" label={receivingText.remark} />
      <LineFields
        id={fields.idOf('lines')}
        lines={fields.value.lines}
        customerId={customerId}
        inboundType={fields.value.inboundType}
        problem={fields.problemOf('lines')}
        onChange={(lines) => fields.change({ lines } as Partial<V>)}
      />
      <BoxFields
        id={fields.idOf('boxes')}
        boxNos={boxNosIn(fields.value.lines)}
        boxes={fields.value.boxes}
        problem={fields.problemOf('boxes')}
        onChange={(boxes) => fields.change({ boxes } as Partial<V>)}
      />
    </>
  )
}
