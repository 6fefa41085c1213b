import { sql } from 'kysely'
import type { Party, Shipment } from '../../../carriers/carrier.ts'
import { toGrams, toMillimetres } from '../../../carriers/carrier.ts'
import type { Db } from '../../../platform/database/server/db.ts'
import { linesSent } from '../../audit.ts'

type Row = {
  orderNo: string
  seq: number
  unit: number | null
  currency: string | null
  service: string | null
  weight: string | null
  length: string | null
  width: string | null
  height: string | null
  value: string
  sender: Party
  recipient: Omit<Party, 'address1' | 'address2'> & Parameters<typeof linesSent>[0]
  signature: boolean
  insuredValue: string | null
}

/**
 * A package as a carrier wants it described; without a shipment where its weight or size is unknown.
 *
 * An order is insured as a whole: each of its packages for an equal share, and the shares add up to the cent.
 */
export async function shipmentOf(
  db: Db,
  tenantId: number,
  packageId: number,
): Promise<{ service: string; shipment: Shipment | undefined }> {
  const { rows } = await sql<Row>`
    select o.order_no, p.package_seq as seq, w.unit, w.currency_code as currency, h.service_code as service,
      coalesce(p.weight, o.est_weight)::text as weight, coalesce(p.length, o.est_length)::text as length,
      coalesce(p.width, o.est_width)::text as width, coalesce(p.height, o.est_height)::text as height,
      coalesce((select sum(l.declared_value * l.quantity) from order_lines l
        where l.tenant_id = o.tenant_id and l.order_id = o.id), 0)::text as value,
      case when o.sender_name is not null then
        json_build_object('name', o.sender_name, 'company', '', 'phone', coalesce(o.sender_phone, ''), 'email', '',
          'countryCode', o.sender_country, 'stateCode', coalesce(o.sender_state, ''), 'city', o.sender_city,
          'zip', coalesce(o.sender_postcode, ''), 'address1', o.sender_address, 'address2', '')
      else json_build_object('name', coalesce(w.contact, w.warehouse_name), 'company', w.warehouse_name, 'phone', coalesce(w.phone, ''),
        'email', coalesce(w.email, ''), 'countryCode', coalesce(w.country_code, ''), 'stateCode', coalesce(w.state_code, ''),
        'city', coalesce(w.city, ''), 'zip', coalesce(w.zip, ''), 'address1', coalesce(w.address1, ''),
        'address2', coalesce(w.address2, '')) end as sender,
      json_build_object('name', o.receiver_name, 'company', coalesce(o.company, ''), 'phone', coalesce(o.phone, ''),
        'email', coalesce(o.email, ''), 'countryCode', o.country_code, 'stateCode', coalesce(o.state_code, ''), 'city', o.city,
        'zip', coalesce(o.postcode, ''), 'doorplate', o.doorplate, 'address1', o.address1, 'address2', o.address2,
        'address3', o.address3) as recipient, o.signature,
      nullif(trunc(o.insured_value * k.nth / k.packages, 2) - trunc(o.insured_value * (k.nth - 1) / k.packages, 2), 0)::text as insured_value
    from packages p
    join orders o on o.tenant_id = p.tenant_id and o.id = p.order_id
    join channels h on h.tenant_id = o.tenant_id and h.id = o.channel_id
    join warehouses w on w.tenant_id = p.tenant_id
    cross join lateral (
      select count(*) as packages, count(*) filter (where q.package_seq <= p.package_seq) as nth
      from packages q where q.tenant_id = p.tenant_id and q.order_id = p.order_id) k
    where p.tenant_id = ${tenantId} and p.id = ${packageId}`.execute(db)
  const [row] = rows
  if (!row) throw new Error(`no package ${packageId}`)
  const { weight, length, width, height } = row
  const unit = row.unit ?? 1
  const currency = row.currency ?? 'USD'
  const { doorplate, address1, address2, address3, ...recipient } = row.recipient
  return {
    service: row.service ?? '',
    shipment:
      weight && length && width && height
        ? {
            reference: row.seq > 1 ? `${row.orderNo}-${row.seq}` : row.orderNo,
            from: row.sender,
            to: { ...recipient, ...linesSent({ doorplate, address1, address2, address3 }) },
            parcel: {
              weight: toGrams(weight, unit),
              length: toMillimetres(length, unit),
              width: toMillimetres(width, unit),
              height: toMillimetres(height, unit),
            },
            value: row.value,
            currency,
            signature: row.signature,
            insuredValue: row.insuredValue === null ? null : { amount: row.insuredValue, currency },
          }
        : undefined,
  }
}
