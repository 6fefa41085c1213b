import type { call } from './desk.ts'

type Send = <T>(path: string, data: object) => ReturnType<typeof call<T>>

/** A customer and a product with only the required fields. */
export const plainCustomer = {
  customerName: 'Acme',
  mnemonic: null,
  groupId: null,
  contact: null,
  phone: null,
  email: null,
  countryCode: null,
  address: null,
  salesRepId: null,
  remark: null,
}
export const plainProduct = {
  nameZh: null,
  category: null,
  brand: null,
  declaredLength: '10',
  declaredWidth: '10',
  declaredHeight: '10',
  declaredWeight: '1',
  declaredValue: null,
  declaredCurrency: null,
  hsCode: null,
  originCountry: null,
  isBattery: false,
  isLiquid: false,
  isFragile: false,
  isDangerous: false,
  expiryManaged: false,
  shelfLifeDays: null,
  lotManaged: false,
  warnStock: null,
  warnAgeDays: null,
}

/** A customer with one product, by API; all their free text fields have the given text. */
export async function someGoods(send: Send, words = 'Thing') {
  const make = async (path: string, data: object) => {
    const { data: made, success, message } = await send<{ id: number }>(path, data)
    if (!success) throw new Error(`${path}: ${message}`)
    return made.id
  }
  const customerId = await make('/gateway/wms/customer/create', {
    ...plainCustomer,
    customerCode: 'ACME',
    customerName: words,
    contact: words,
    address: words,
    remark: words,
  })
  const productId = await make('/gateway/wms/product/create', {
    ...plainProduct,
    customerId,
    sku: 'BOT-1',
    nameZh: words,
    nameEn: words,
    category: words,
    brand: words,
  })
  return { customerId, productId }
}
