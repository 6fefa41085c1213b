import { columnText } from '../../lib/column-text.ts'
import { NothingYet } from '../../lib/web/NothingYet.tsx'
import { productsText } from '../text.ts'

export function ProductListPage() {
  return (
    <NothingYet
      title={productsText.productsTitle}
      feature="product"
      empty={productsText.noProducts}
      columns={[
        columnText.sku,
        columnText.status,
        productsText.image,
        columnText.customer,
        productsText.names,
        productsText.barcodes,
        productsText.declared,
        productsText.measured,
        productsText.stock,
      ]}
    />
  )
}
