import { blankCustomer, blankProduct } from '../testing/blank-inputs.ts'
import { asCompany, type call } from './desk.ts'

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

/** Bolts in a bin, the customer who owns them, and a channel with numbers of its own: TN000001 to TN000099. */
export const someBolts = (tenantId: number, { pieces = 50, needsPhone = false } = {}) =>
  asCompany(tenantId, async (owner) => {
    await owner.query(
      `with zone as (
        insert into location_zones (tenant_id, zone_code, zone_name, quality) values (tenant_now(), 'GOOD', 'Good', 'good') returning id),
      bin as (
        insert into locations (tenant_id, location_code, zone_id, purpose) select tenant_now(), 'A-01', id, 'storage' from zone),
      customer as (
        insert into customers (tenant_id, customer_code, customer_name, search_line)
        values (tenant_now(), 'ACME', 'Acme', 'acme') returning id),
      channel as (
        insert into channels (tenant_id, channel_code, name_zh, name_en, search_line, carrier, label_source, billing_method, label_format,
          countries, need_phone)
        values (tenant_now(), 'LOCAL', '同城', 'Local', 'local', 'SELF', 'self_built', 'flat', 'pdf_100x150', '{DE}', $1) returning id),
      pool as (
        insert into number_pools (tenant_id, channel_id, kind, prefix, digits, start_no, next_no, end_no, first_number, last_number)
        select tenant_now(), id, 'range', 'TN', 6, 1, 1, 99, 'TN000001', 'TN000099' from channel),
      product as (
        insert into products (tenant_id, customer_id, sku, name_zh, name_en, search_line, declared_length, declared_width,
          declared_height, declared_weight)
        select tenant_now(), id, 'BOLT', '螺栓', 'Bolt', 'bolt', 10, 8, 5, 0.5 from customer returning id, customer_id),
      words as (
        insert into product_words (tenant_id, word, product_id) select tenant_now(), 'bolt', id from product)
      insert into batches (tenant_id, customer_id, product_id, putaway_date)
      select tenant_now(), customer_id, id, '2026-01-01' from product`,
      [needsPhone],
    )
    await owner.query(`update products set audit_status = 'passed' where tenant_id = tenant_now()`)
    await owner.query(
      `select post_stock('test', (select min(id) from accounts where tenant_id = tenant_now()), null, array[
        row(1, 'T-1', 1, 'receive', (select id from locations where tenant_id = tenant_now() and location_code = 'A-01'),
          (select id from batches where tenant_id = tenant_now()), 'good', $1::int, 0, 0)::stock_line])`,
      [pieces],
    )
    const { rows } = await owner.query<{ customer: string; product: string; channel: string }>(`
      select (select id from customers where tenant_id = tenant_now()) as customer,
        (select id from products where tenant_id = tenant_now()) as product,
        (select id from channels where tenant_id = tenant_now()) as channel`)
    const [{ customer, product, channel } = { customer: '', product: '', channel: '' }] = rows
    return { customerId: Number(customer), productId: Number(product), channelId: Number(channel) }
  })
