import { sql } from 'kysely'
import type { InputOf, OutputOf } from '../../platform/calls/call.ts'
import { refuseField, refuseRight } from '../../platform/calls/refusal.ts'
import { hasPermission, type Who } from '../../platform/calls/who.ts'
import type { Db, Tx } from '../../platform/database/server/db.ts'
import { codeKey } from '../../platform/lists/codes.ts'
import { articleKey } from '../../platform/scanning/gs1.ts'
import * as productsCalls from '../../products/contract.ts'
import { addBarcode } from '../../products/server/barcodes.ts'
import { lockProduct } from '../../products/server/products.ts'
import type * as calls from '../scanning/contract.ts'
import { receivingText } from '../text.ts'

const MAX_OWNERS = 5

export async function codeOwners(
  db: Db,
  who: Who,
  { customerId, scanned }: InputOf<typeof calls.codeOwners>,
): Promise<OutputOf<typeof calls.codeOwners>> {
  const { rows } = await sql<OutputOf<typeof calls.codeOwners>[number]>`
    select c.customer_code, p.sku from products p
    join customers c on c.tenant_id = p.tenant_id and c.id = p.customer_id
    where p.tenant_id = ${who.tenantId} and p.customer_id <> ${customerId} and (p.sku_key = ${codeKey(scanned)} or p.id in (
      select b.product_id from product_barcodes b
      where b.tenant_id = ${who.tenantId} and b.barcode_key = ${articleKey(scanned)}))
    order by c.customer_code, p.sku_key limit ${MAX_OWNERS}`.execute(db)
  return rows
}

/**
 * Links a scanned barcode to a product.
 *
 * A code of another customer's goods more likely means that those goods arrived than that two customers share
 * it, so it needs a second confirmation and the permission to edit products.
 */
export async function linkBarcode(
  tx: Tx,
  who: Who,
  { isForeign, ...given }: InputOf<typeof calls.linkBarcode>,
): Promise<OutputOf<typeof calls.linkBarcode>> {
  const { customerId } = await lockProduct(tx, who, given.id)
  const [owner] = await codeOwners(tx, who, { customerId, scanned: given.barcode })
  if (owner) {
    const { customerCode, sku } = owner
    if (!isForeign)
      refuseField('barcode', receivingText.codeBelongs, { code: given.barcode, customerCode, sku })
    const { permission } = productsCalls.addBarcode
    if (!hasPermission(who.permissions, permission)) refuseRight(who, permission)
  }
  return addBarcode(tx, who, given)
}
