import { blankCustomer, blankProduct } from '../testing/blank-inputs.ts'
import type { call } from './desk.ts'

type Send = <T>(path: string, data: object) => ReturnType<typeof call<T>>

export const sizedProduct = {
  ...blankProduct,
  declaredLength: '10',
  declaredWidth: '10',
  declaredHeight: '10',
  declaredWeight: '1',
}

/** A customer with one product, by API; all their free text fields have the given text. */
export async function someGoods(send: Send, words = 'Thing') {
  const make = async (path: string, data: object) => {
    const { data: made, success, message } = await send<{ id: number }>(path, data)
    if (!success) throw new Error(`${path}: ${message}`)
    return made.id
  }
  const customerId = await make('/gateway/wms/customer/create', {
    ...blankCustomer,
    customerCode: 'ACME',
    customerName: words,
    contact: words,
    address: words,
    remark: words,
  })
  const productId = await make('/gateway/wms/product/create', {
    ...sizedProduct,
    customerId,
    sku: 'BOT-1',
    nameZh: words,
    nameEn: words,
    category: words,
    brand: words,
  })
  return { customerId, productId }
}
