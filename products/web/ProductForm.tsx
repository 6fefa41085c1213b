import { Checkbox } from 'antd'
import type { OutputOf } from '../../platform/calls/call.ts'
import { useAnswer } from '../../platform/calls/web/call.ts'
import { Dialog } from '../../platform/forms/web/Dialog.tsx'
import { FormBody, SelectField, TextField } from '../../platform/forms/web/FormParts.tsx'
import { type Fields, numberIn } from '../../platform/forms/web/fields.ts'
import { useForm } from '../../platform/forms/web/form.ts'
import { countries } from '../../platform/text/countries.ts'
import { language, useText } from '../../platform/text/web/language.tsx'
import { currencyOptions } from '../../warehouse/web/currencies.ts'
import { MeasureField } from '../../warehouse/web/MeasureField.tsx'
import { createProduct, editProduct, getProduct, listProducts, productCustomers } from '../contract.ts'
import { productsText } from '../text.ts'
import './products.css'

type Product = OutputOf<typeof getProduct>

const nothing = {
  nameZh: '',
  nameEn: '',
  category: '',
  brand: '',
  declaredLength: '',
  declaredWidth: '',
  declaredHeight: '',
  declaredWeight: '',
  declaredValue: '',
  declaredCurrency: undefined as string | undefined,
  hsCode: '',
  originCountry: undefined as string | undefined,
  isBattery: false,
  isLiquid: false,
  isFragile: false,
  isDangerous: false,
  expiryManaged: false,
  shelfLifeDays: '',
  lotManaged: false,
  warnStock: '',
  warnAgeDays: '',
}
type Typed = typeof nothing

const sent = ({
  declaredCurrency,
  originCountry,
  shelfLifeDays,
  warnStock,
  warnAgeDays,
  ...typed
}: Typed) => ({
  ...typed,
  declaredCurrency: declaredCurrency ?? null,
  originCountry: originCountry ?? null,
  shelfLifeDays: typed.expiryManaged ? numberIn(shelfLifeDays) : null,
  warnStock: numberIn(warnStock),
  warnAgeDays: numberIn(warnAgeDays),
})

export function NewProduct({ onClose, onMade }: { onClose: () => void; onMade: (id: number) => void }) {
  const t = useText()
  const customers = useAnswer(productCustomers, {})
  const { fields, ...form } = useForm(createProduct, {
    draft: 'new-product',
    initial: { customerId: undefined as number | undefined, sku: '', ...nothing },
    toInput: ({ customerId, sku, ...facts }) => ({ customerId: customerId ?? 0, sku, ...sent(facts) }),
    also: ({ customerId }) => (customerId === undefined ? { customerId: productsText.customerNeeded } : {}),
    refreshes: [listProducts],
    onDone: ({ id }) => onMade(id),
  })
  return (
    <Dialog width={640} title={t(productsText.newProduct)} onClose={onClose}>
      <FormBody fields={fields} {...form} onCancel={onClose}>
        <SelectField
          fields={fields}
          name="customerId"
          label={productsText.customer}
          isRequired
          options={(customers.data ?? [])
            .filter(({ isEnabled }) => isEnabled)
            .map(({ id, customerCode, customerName }) => ({
              value: id,
              label: `${customerCode} · ${customerName}`,
            }))}
        />
        <TextField
          fields={fields}
          name="sku"
          label={productsText.sku}
          hint={t(productsText.skuHint)}
          isRequired
        />
        <Facts fields={fields} />
      </FormBody>
    </Dialog>
  )
}

const textOf = (value: string | number | null) => (value === null ? '' : String(value))

export function EditProduct({ of, onClose }: { of: Product; onClose: () => void }) {
  const { fields, ...form } = useForm(editProduct, {
    draft: `product-${of.id}`,
    initial: {
      nameZh: textOf(of.nameZh),
      nameEn: textOf(of.nameEn),
      category: textOf(of.category),
      brand: textOf(of.brand),
      declaredLength: textOf(of.declaredLength),
      declaredWidth: textOf(of.declaredWidth),
      declaredHeight: textOf(of.declaredHeight),
      declaredWeight: textOf(of.declaredWeight),
      declaredValue: textOf(of.declaredValue),
      declaredCurrency: of.declaredCurrency ?? undefined,
      hsCode: textOf(of.hsCode),
      originCountry: of.originCountry ?? undefined,
      isBattery: of.isBattery,
      isLiquid: of.isLiquid,
      isFragile: of.isFragile,
      isDangerous: of.isDangerous,
      expiryManaged: of.expiryManaged,
      shelfLifeDays: textOf(of.shelfLifeDays),
      lotManaged: of.lotManaged,
      warnStock: textOf(of.warnStock),
      warnAgeDays: textOf(of.warnAgeDays),
    },
    toInput: (typed) => ({ id: of.id, rowVersion: of.rowVersion, ...sent(typed) }),
    refreshes: [listProducts, getProduct],
    onDone: onClose,
  })
  return (
    <FormBody fields={fields} {...form} onCancel={onClose}>
      <Facts fields={fields} />
    </FormBody>
  )
}

const flags = ['isBattery', 'isLiquid', 'isFragile', 'isDangerous', 'expiryManaged', 'lotManaged'] as const

function Facts<V extends Typed>({ fields }: { fields: Fields<V> }) {
  const t = useText()
  return (
    <>
      <TextField fields={fields} name="nameZh" label={productsText.nameZh} />
      <TextField fields={fields} name="nameEn" label={productsText.nameEn} />
      <div className="field-row">
        <TextField fields={fields} name="category" label={productsText.category} />
        <TextField fields={fields} name="brand" label={productsText.brand} />
      </div>
      <div className="field-row">
        {(['declaredLength', 'declaredWidth', 'declaredHeight'] as const).map((name) => (
          <MeasureField key={name} fields={fields} unit="side" name={name} label={productsText[name]} />
        ))}
        <MeasureField
          fields={fields}
          unit="weight"
          name="declaredWeight"
          label={productsText.declaredWeight}
        />
      </div>
      <fieldset className="flags">
        <legend>{t(productsText.flags)}</legend>
        {flags.map((name) => (
          <Checkbox
            key={name}
            checked={fields.value[name]}
            onChange={(event) => fields.change({ [name]: event.target.checked } as Partial<V>)}
          >
            {t(productsText[name])}
          </Checkbox>
        ))}
      </fieldset>
      <div className="field-row">
        {fields.value.expiryManaged && (
          <TextField
            fields={fields}
            name="shelfLifeDays"
            label={productsText.shelfLifeDays}
            isRequired
            inputMode="numeric"
          />
        )}
        <TextField fields={fields} name="warnStock" label={productsText.warnStock} inputMode="numeric" />
        <TextField fields={fields} name="warnAgeDays" label={productsText.warnAgeDays} inputMode="numeric" />
      </div>
      <div className="field-row">
        <TextField
          fields={fields}
          name="declaredValue"
          label={productsText.declaredValue}
          inputMode="decimal"
        />
        <SelectField
          fields={fields}
          name="declaredCurrency"
          label={productsText.declaredCurrency}
          options={currencyOptions()}
        />
        <TextField fields={fields} name="hsCode" label={productsText.hsCode} inputMode="numeric" />
      </div>
      <SelectField
        fields={fields}
        name="originCountry"
        label={productsText.originCountry}
        options={countries(language).map(({ code, name }) => ({ value: code, label: `${code} ${name}` }))}
      />
    </>
  )
}
