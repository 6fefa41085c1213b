import { Button, Form, Input, Modal, Select } from 'antd'
import { useState } from 'react'
import type { OutputOf } from '../../lib/call.ts'
import { useAnswer } from '../../lib/web/call.ts'
import { useDictionary } from '../../lib/web/dictionary.tsx'
import { CheckField, FormBody, SelectField, TextField } from '../../lib/web/FormParts.tsx'
import type { Fields } from '../../lib/web/fields.ts'
import { useForm } from '../../lib/web/form.ts'
import { useText } from '../../lib/web/language.tsx'
import { webText } from '../../lib/web/text.ts'
import {
  createInbound,
  editInbound,
  type inbound,
  inboundCustomers,
  inboundProducts,
  inboundTypes,
  transports,
} from '../contract.ts'
import { receivingText } from '../text.ts'
import { readings } from './readings.ts'

type Inbound = OutputOf<typeof inbound>
type Line = {
  key: number
  boxNo: string
  productId: number | undefined
  sku: string
  expected: string
  expiryDate: string
}

const emptyLine = (key: number): Line => ({
  key,
  boxNo: '',
  productId: undefined,
  sku: '',
  expected: '',
  expiryDate: '',
})

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
}
type Typed = typeof nothing
type Boxes = Inbound['boxes']

/** What was typed, as the call wants it. Boxes are those that the lines name; what was known of them stays known. */
const sent = ({ inboundType, transport, trackingNos, lines, ...texts }: Typed, known: Boxes = []) => {
  const boxNos = new Map(
    lines.flatMap(({ boxNo }) => (boxNo.trim() ? [[boxNo.trim().toLowerCase(), boxNo.trim()]] : [])),
  )
  return {
    ...texts,
    originNo: inboundType === 'return' ? texts.originNo : null,
    putawayDate: inboundType === 'init' ? texts.putawayDate : null,
    transport: transport ?? null,
    trackingNos: trackingNos.split(/[\s,，、;；]+/).filter(Boolean),
    boxes: [...boxNos].map(([key, boxNo]) => {
      const box = known.find((one) => one.boxNo.toLowerCase() === key)
      const { customerBoxNo = null, length = null, width = null, height = null, weight = null } = box ?? {}
      return { boxNo, customerBoxNo, length, width, height, weight }
    }),
    lines: lines.map(({ boxNo, productId, expected, expiryDate }) => ({
      boxNo,
      productId: productId ?? 0,
      expected: Number(expected),
      productionDate: null,
      expiryDate,
    })),
  }
}

export function NewInbound({ onClose }: { onClose: () => void }) {
  const t = useText()
  const customers = useAnswer(inboundCustomers, {})
  const types = useDictionary('inboundType')
  const { fields, onSubmit, isPending } = useForm(createInbound, {
    draft: 'new-inbound',
    initial: { customerId: undefined as number | undefined, ...nothing, isSubmitted: true },
    toInput: ({ customerId, isSubmitted, ...facts }) => ({
      customerId: customerId ?? 0,
      inboundType: facts.inboundType,
      isSubmitted,
      ...sent(facts),
    }),
    also: ({ customerId }) => (customerId === undefined ? { customerId: receivingText.customerNeeded } : {}),
    refreshes: readings,
    onDone: onClose,
  })
  return (
    <Modal
      open
      title={t(receivingText.newInbound)}
      footer={null}
      onCancel={onClose}
      width={820}
      closable={{ 'aria-label': t(webText.close) }}
      mask={{ closable: false }}
    >
      <FormBody fields={fields} onSubmit={onSubmit} isPending={isPending} onCancel={onClose}>
        <SelectField
          fields={fields}
          name="customerId"
          label={receivingText.customer}
          isRequired
          options={(customers.data ?? [])
            .filter(({ isEnabled }) => isEnabled)
            .map(({ id, customerCode, customerName }) => ({
              value: id,
              label: `${customerCode} ${customerName}`,
            }))}
        />
        <SelectField
          fields={fields}
          name="inboundType"
          label={receivingText.inboundType}
          isRequired
          options={inboundTypes.map((type) => ({ value: type, label: types.textOf(type) }))}
        />
        <Facts fields={fields} customerId={fields.value.customerId} />
        <CheckField fields={fields} name="isSubmitted" label={receivingText.isSubmitted} />
      </FormBody>
    </Modal>
  )
}

export function EditInbound({ of, onClose }: { of: Inbound; onClose: () => void }) {
  const skuOf = (id: number) => of.products.find((one) => one.id === id)?.sku ?? ''
  const boxOf = (id: number | null) => of.boxes.find((one) => one.id === id)?.boxNo ?? ''
  const { fields, onSubmit, isPending } = useForm(editInbound, {
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
      lines: of.lines.map(
        (line): Line => ({
          key: line.id,
          boxNo: boxOf(line.boxId),
          productId: line.productId,
          sku: skuOf(line.productId),
          expected: String(line.expected),
          expiryDate: line.expiryDate ?? '',
        }),
      ),
    },
    toInput: (typed) => ({ id: of.id, rowVersion: of.rowVersion, ...sent(typed, of.boxes) }),
    refreshes: readings,
    onDone: onClose,
  })
  return (
    <FormBody fields={fields} onSubmit={onSubmit} isPending={isPending} onCancel={onClose}>
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
      <Lines fields={fields} customerId={customerId} />
    </>
  )
}

function Lines<V extends Typed>({
  fields,
  customerId,
}: {
  fields: Fields<V>
  customerId: number | undefined
}) {
  const t = useText()
  const { lines } = fields.value
  const [search, setSearch] = useState('')
  const found = useAnswer(
    inboundProducts,
    { customerId: customerId ?? 0, ...(search && { search }) },
    { enabled: customerId !== undefined },
  )
  const set = (next: Line[]) => fields.change({ lines: next } as Partial<V>)
  const edit = (key: number, part: Partial<Line>) =>
    set(lines.map((line) => (line.key === key ? { ...line, ...part } : line)))
  const problem = fields.problemOf('lines') ?? fields.problemOf('boxes' as 'lines')
  const options = (line: Line) => {
    const known = (found.data ?? []).map(({ id, sku, nameZh, nameEn }) => ({
      value: id,
      label: `${sku} ${nameZh ?? nameEn ?? ''}`,
      sku,
    }))
    const isThere = line.productId === undefined || known.some(({ value }) => value === line.productId)
    return isThere ? known : [{ value: line.productId ?? 0, label: line.sku, sku: line.sku }, ...known]
  }
  return (
    <Form.Item
      label={t(receivingText.lines)}
      required
      {...(customerId === undefined && { extra: t(receivingText.customerFirst) })}
      {...(problem && { validateStatus: 'error', help: t(problem) })}
    >
      <div className="inbound-lines">
        <div className="inbound-line inbound-line-heads" aria-hidden>
          <span>{t(receivingText.boxNo)}</span>
          <span>{t(receivingText.product)}</span>
          <span>{t(receivingText.expected)}</span>
          <span>{t(receivingText.expiry)}</span>
          <span />
        </div>
        {lines.map((line, i) => (
          <div key={line.key} className="inbound-line">
            <Input
              id={i === 0 ? fields.idOf('lines') : undefined}
              aria-label={t(receivingText.lineBox, { row: i + 1 })}
              placeholder={t(receivingText.boxNo)}
              value={line.boxNo}
              onChange={({ target }) => edit(line.key, { boxNo: target.value })}
            />
            <Select
              aria-label={t(receivingText.lineProduct, { row: i + 1 })}
              placeholder={t(receivingText.product)}
              disabled={customerId === undefined}
              value={line.productId}
              showSearch={{ filterOption: false, onSearch: setSearch }}
              onChange={(productId: number, option) =>
                edit(line.key, { productId, sku: Array.isArray(option) ? '' : (option?.sku ?? '') })
              }
              onOpenChange={() => setSearch('')}
              options={options(line)}
            />
            <Input
              aria-label={t(receivingText.lineExpected, { row: i + 1 })}
              placeholder={t(receivingText.expected)}
              inputMode="numeric"
              value={line.expected}
              onChange={({ target }) => edit(line.key, { expected: target.value })}
            />
            <Input
              type="date"
              aria-label={t(receivingText.lineExpiry, { row: i + 1 })}
              value={line.expiryDate}
              onChange={({ target }) => edit(line.key, { expiryDate: target.value })}
            />
            <Button
              type="text"
              danger
              disabled={lines.length === 1}
              aria-label={t(receivingText.removeLine, { row: i + 1 })}
              onClick={() => set(lines.filter(({ key }) => key !== line.key))}
            >
              ✕
            </Button>
          </div>
        ))}
        <Button
          onClick={() =>
            set([
              ...lines,
              {
                ...emptyLine(Math.max(...lines.map(({ key }) => key)) + 1),
                boxNo: lines.at(-1)?.boxNo ?? '',
              },
            ])
          }
        >
          {t(receivingText.addLine)}
        </Button>
      </div>
    </Form.Item>
  )
}
