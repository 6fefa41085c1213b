import { Checkbox, Select } from 'antd'
import { customerOptions } from '../../customers/web/customer-options.ts'
import type { OutputOf } from '../../platform/calls/call.ts'
import { useAnswer } from '../../platform/calls/web/call.ts'
import { Dialog } from '../../platform/forms/web/Dialog.tsx'
import { Field } from '../../platform/forms/web/Field.tsx'
import {
  CheckField,
  ChoiceField,
  FormBody,
  SelectField,
  searchedByLabel,
  TextField,
} from '../../platform/forms/web/FormParts.tsx'
import type { Fields } from '../../platform/forms/web/fields.ts'
import { useForm } from '../../platform/forms/web/form.ts'
import { countries } from '../../platform/text/countries.ts'
import type { Text } from '../../platform/text/text.ts'
import { language, useText } from '../../platform/text/web/language.tsx'
import { nameOf } from '../../products/web/names.ts'
import {
  createOrder,
  editOrder,
  type getOrder,
  orderChannels,
  orderCustomers,
  orderStatesOf,
} from '../contract.ts'
import { EstimateOfTyped } from '../cost/web/OrderCost.tsx'
import { missingOfSender, type Sender, senderNames, warehouseSends } from '../rules.ts'
import { addressKindText, ordersText } from '../text.ts'
import { lastSender, rememberSender } from './last-sender.ts'
import { emptyLine, type Line, OrderLines, sentLine } from './OrderLines.tsx'
import { readings } from './readings.ts'

type Order = OutputOf<typeof getOrder>

/** A sender as the form has it. */
const typedSender = (sender: Sender) => ({
  senderName: sender.senderName ?? '',
  senderPhone: sender.senderPhone ?? '',
  senderCountry: sender.senderCountry ?? undefined,
  senderState: sender.senderState ?? undefined,
  senderCity: sender.senderCity ?? '',
  senderPostcode: sender.senderPostcode ?? '',
  senderAddress: sender.senderAddress ?? '',
})

const nothing = {
  referenceNo: '',
  channelId: undefined as number | undefined,
  platform: '',
  platformOrderNo: '',
  shopName: '',
  receiverName: '',
  company: '',
  phone: '',
  email: '',
  taxNo: '',
  countryCode: undefined as string | undefined,
  stateCode: undefined as string | undefined,
  city: '',
  postcode: '',
  address1: '',
  address2: '',
  address3: '',
  doorplate: '',
  addressKind: 'residential' as Order['addressKind'],
  hasSender: false,
  ...typedSender(warehouseSends),
  signature: false,
  insuredValue: '',
  remark: '',
  pickRemark: '',
  priority: '0',
  tags: [] as string[],
  lines: [emptyLine(1)] as Line[],
}
type Typed = typeof nothing

/** What of the typed values decides the price. */
const pricedBy = (customerId: number | undefined, typed: Typed) => {
  const { channelId, countryCode, stateCode, city, postcode, addressKind, signature, insuredValue, lines } =
    sent(typed)
  return {
    ...{ customerId: customerId ?? 0, channelId, countryCode, stateCode, city, postcode },
    ...{ addressKind, signature, insuredValue, lines },
  }
}

const senderIn = (typed: Pick<Typed, keyof Sender>) =>
  Object.fromEntries(senderNames.map((name) => [name, typed[name] || null])) as Sender

/** The typed values as the call's input. */
const sent = ({ channelId, countryCode, stateCode, priority, lines, hasSender, ...texts }: Typed) => ({
  ...texts,
  ...(hasSender ? senderIn(texts) : warehouseSends),
  channelId: channelId ?? 0,
  countryCode: countryCode ?? '',
  stateCode: stateCode ?? null,
  priority: Number(priority),
  lines: lines.map(sentLine),
})

function needed({ channelId, hasSender, ...typed }: Typed) {
  const missing = hasSender && (typed.senderName ? missingOfSender(typed) : 'senderName')
  return {
    ...(channelId === undefined && { channelId: ordersText.channelNeeded }),
    ...(missing && { [missing]: ordersText.senderWhole }),
  }
}

const everywhere = countries(language).map(({ code, name }) => ({ value: code, label: `${code} ${name}` }))
const named = <R extends { nameZh: string | null; nameEn: string | null }>(code: string, row: R) =>
  `${code} ${nameOf(row)}`

export function NewOrder({ onClose }: { onClose: () => void }) {
  const t = useText()
  const customers = useAnswer(orderCustomers, {})
  const { fields, ...form } = useForm(createOrder, {
    draft: 'new-order',
    initial: { customerId: undefined as number | undefined, ...nothing },
    toInput: ({ customerId, ...facts }) => ({ customerId: customerId ?? 0, ...sent(facts) }),
    also: (typed) => ({
      ...needed(typed),
      ...(typed.customerId === undefined && { customerId: ordersText.customerNeeded }),
    }),
    refreshes: readings,
    onDone: (_, typed) => {
      if (typed.hasSender) rememberSender(senderIn(typed))
      onClose()
    },
  })
  return (
    <Dialog title={t(ordersText.newOrder)} onClose={onClose} width={960}>
      <FormBody fields={fields} {...form} onCancel={onClose}>
        <div className="order-fields">
          <SelectField
            fields={fields}
            name="customerId"
            label={ordersText.customer}
            isRequired
            options={customerOptions(customers.data?.filter(({ isEnabled }) => isEnabled))}
          />
        </div>
        <Facts fields={fields} customerId={fields.value.customerId} />
      </FormBody>
    </Dialog>
  )
}

export function EditOrder({ of, onClose }: { of: Order; onClose: () => void }) {
  const { fields, ...form } = useForm(editOrder, {
    draft: `order-${of.id}`,
    initial: {
      referenceNo: of.referenceNo,
      channelId: of.channelId as number | undefined,
      platform: of.platform ?? '',
      platformOrderNo: of.platformOrderNo ?? '',
      shopName: of.shopName ?? '',
      receiverName: of.receiverName,
      company: of.company ?? '',
      phone: of.phone ?? '',
      email: of.email ?? '',
      taxNo: of.taxNo ?? '',
      countryCode: of.countryCode as string | undefined,
      stateCode: of.stateCode ?? undefined,
      city: of.city,
      postcode: of.postcode ?? '',
      address1: of.address1,
      address2: of.address2 ?? '',
      address3: of.address3 ?? '',
      doorplate: of.doorplate ?? '',
      addressKind: of.addressKind,
      hasSender: of.senderName !== null,
      ...typedSender(of),
      signature: of.signature,
      insuredValue: of.insuredValue ?? '',
      remark: of.remark ?? '',
      pickRemark: of.pickRemark ?? '',
      priority: String(of.priority),
      tags: of.tags,
      lines: of.lines.map(
        ({ lineNo, productId, sku, quantity, declaredValue }): Line => ({
          key: lineNo,
          productId,
          sku,
          quantity: String(quantity),
          declaredValue: declaredValue ?? '',
        }),
      ),
    },
    toInput: (typed) => ({ id: of.id, rowVersion: of.rowVersion, ...sent(typed) }),
    also: needed,
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
  const { countryCode } = fields.value
  const channels = useAnswer(orderChannels, customerId === undefined ? {} : { customerId })
  const priorities = Array.from({ length: 10 }, (_, n) => ({ value: String(n), label: String(n) }))
  return (
    <>
      <div className="order-fields">
        <TextField fields={fields} name="referenceNo" label={ordersText.referenceNo} isRequired />
        <SelectField
          fields={fields}
          name="channelId"
          label={ordersText.channel}
          isRequired
          options={(channels.data ?? [])
            .filter(({ id, isEnabled }) => isEnabled || id === fields.value.channelId)
            .map((channel) => ({ value: channel.id, label: named(channel.channelCode, channel) }))}
        />
        <SelectField
          fields={fields}
          name="priority"
          label={ordersText.priority}
          isRequired
          options={priorities}
        />
      </div>
      <OrderLines
        id={fields.idOf('lines')}
        lines={fields.value.lines}
        customerId={customerId}
        problem={fields.problemOf('lines')}
        onChange={(lines) => fields.change({ lines } as Partial<V>)}
      />
      <div className="order-fields">
        <TextField fields={fields} name="receiverName" label={ordersText.receiverName} isRequired />
        <TextField fields={fields} name="phone" label={ordersText.phone} />
        <TextField fields={fields} name="email" label={ordersText.email} />
        <CountryField fields={fields} name="countryCode" label={ordersText.country} state="stateCode" />
        <StateField fields={fields} name="stateCode" label={ordersText.state} country={countryCode} />
        <TextField fields={fields} name="city" label={ordersText.city} isRequired />
        <TextField fields={fields} name="postcode" label={ordersText.postcode} />
        <TextField fields={fields} name="address1" label={ordersText.address1} isRequired />
        <TextField fields={fields} name="address2" label={ordersText.address2} />
        <TextField fields={fields} name="address3" label={ordersText.address3} />
        <TextField fields={fields} name="doorplate" label={ordersText.doorplate} />
        <TextField fields={fields} name="company" label={ordersText.company} />
        <TextField fields={fields} name="taxNo" label={ordersText.taxNo} />
        <ChoiceField
          fields={fields}
          name="addressKind"
          label={ordersText.addressKind}
          words={addressKindText}
        />
        <TextField fields={fields} name="insuredValue" label={ordersText.insuredValue} />
        <TextField fields={fields} name="platform" label={ordersText.platform} />
        <TextField fields={fields} name="platformOrderNo" label={ordersText.platformOrderNo} />
        <TextField fields={fields} name="shopName" label={ordersText.shopName} />
        <SelectField fields={fields} name="tags" label={ordersText.tags} mode="tags" options={[]} />
        <TextField fields={fields} name="pickRemark" label={ordersText.pickRemark} />
        <TextField fields={fields} name="remark" label={ordersText.remark} />
        <CheckField fields={fields} name="signature" label={ordersText.signature} />
      </div>
      <SenderFields fields={fields} />
      <EstimateOfTyped typed={pricedBy(customerId, fields.value)} />
    </>
  )
}

/** Who the label names as the sender. Ticked in a new order, it offers the last one. */
function SenderFields<V extends Typed>({ fields }: { fields: Fields<V> }) {
  const t = useText()
  const { hasSender, senderCountry } = fields.value
  const begin = () => {
    const last = fields.value.senderName === '' ? lastSender() : undefined
    fields.change({ hasSender: true, ...(last && typedSender(last)) } as Partial<V>)
  }
  return (
    <fieldset className="order-sender">
      <legend>{t(ordersText.sender)}</legend>
      <Checkbox
        id={fields.idOf('hasSender')}
        checked={hasSender}
        onChange={({ target }) =>
          target.checked ? begin() : fields.change({ hasSender: false } as Partial<V>)
        }
      >
        {t(ordersText.hasSender)}
      </Checkbox>
      {hasSender && (
        <div className="order-fields">
          <TextField fields={fields} name="senderName" label={ordersText.senderName} isRequired />
          <TextField fields={fields} name="senderPhone" label={ordersText.senderPhone} />
          <CountryField
            fields={fields}
            name="senderCountry"
            label={ordersText.senderCountry}
            state="senderState"
          />
          <StateField
            fields={fields}
            name="senderState"
            label={ordersText.senderState}
            country={senderCountry}
          />
          <TextField fields={fields} name="senderCity" label={ordersText.senderCity} isRequired />
          <TextField fields={fields} name="senderPostcode" label={ordersText.senderPostcode} />
          <TextField fields={fields} name="senderAddress" label={ordersText.senderAddress} isRequired />
        </div>
      )}
    </fieldset>
  )
}

type Part<V> = { fields: Fields<V>; name: keyof V & string; label: Text }

/** Another country has other states. */
function CountryField<V extends Typed>({
  fields,
  name,
  label,
  state,
}: Part<V> & { state: keyof V & string }) {
  return (
    <Field fields={fields} name={name} label={label} isRequired>
      {(answer) => (
        <Select
          id={fields.idOf(name)}
          {...answer}
          value={fields.value[name] as string | undefined}
          options={everywhere}
          showSearch={searchedByLabel}
          onBlur={() => fields.leave(name)}
          onChange={(value: string) => fields.change({ [name]: value, [state]: undefined } as Partial<V>)}
        />
      )}
    </Field>
  )
}

function StateField<V extends Typed>({ country, ...part }: Part<V> & { country: string | undefined }) {
  const states = useAnswer(orderStatesOf, { countryCode: country ?? '' }, { enabled: country !== undefined })
  return (
    <SelectField
      {...part}
      options={(states.data ?? []).map((state) => ({
        value: state.stateCode,
        label: named(state.stateCode, state),
      }))}
    />
  )
}
