import type { call } from './desk.ts'

type Send = <T>(path: string, data: object) => ReturnType<typeof call<T>>

/** A customer with one product, by calls; every free text of theirs is the one given. */
export async function someGoods(send: Send, words = 'Thing') {
  const make = async (path: string, data: object) => {
    const { data: made, success, message } = await send<{ id: number }>(path, data)
    if (!success) throw new Error(`${path}: ${message}`)
    return made.id
  }
  const customerId = await make('/gateway/wms/customer/create', {
    customerCode: 'ACME',
    customerName: words,
    mnemonic: null,
    groupId: null,
    contact: words,
    phone: null,
    email: null,
    countryCode: null,
    address: words,
    salesRepId: null,
    remark: words,
  })
  const productId = await make('/gateway/wms/product/create', {
    customerId,
    sku: 'BOT-1',
    nameZh: words,
    nameEn: words,
    category: words,
    brand: words,
    declaredLength: '10',
    declaredWidth: '4',
    declaredHeight: '3',
    declaredWeight: '2',
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
    warnStock: null,
    warnAgeDays: null,
  })
  return { customerId, productId }
}
