import type { Server } from '../../platform/calls/server/serve.ts'
import type { Files } from '../../platform/files/server/files.ts'
import {
  addBarcode,
  addImage,
  approveProducts,
  arrangeImages,
  chooseBarcode,
  createProduct,
  editProduct,
  listProducts,
  listSkuLabels,
  measureProduct,
  printSkuLabels,
  product,
  productCustomers,
  removeBarcode,
  switchProducts,
} from '../contract.ts'
import * as barcodes from './barcodes.ts'
import { customerChoice, productPage } from './find.ts'
import * as images from './images.ts'
import { skuLabels } from './labels.ts'
import * as products from './products.ts'

export function productRoutes({ answer }: Server, files: Files) {
  answer(listProducts, productPage(files))
  answer(product, products.oneProduct(files))
  answer(productCustomers, customerChoice)
  answer(createProduct, products.create)
  answer(editProduct, products.edit)
  answer(approveProducts, products.approve)
  answer(switchProducts, products.switchOn)
  answer(measureProduct, products.measure)
  answer(addBarcode, barcodes.add)
  answer(removeBarcode, barcodes.remove)
  answer(chooseBarcode, barcodes.choose)
  answer(addImage, images.add(files))
  answer(arrangeImages, images.arrange)
  answer(listSkuLabels, skuLabels.list)
  answer(printSkuLabels, skuLabels.start)
}
