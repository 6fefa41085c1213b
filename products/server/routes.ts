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
  getProduct,
  listProducts,
  listSkuLabels,
  measureProduct,
  printSkuLabels,
  productCustomers,
  removeBarcode,
  switchProducts,
} from '../contract.ts'
import * as barcodes from './barcodes.ts'
import { customerChoice, productPage } from './find.ts'
import * as images from './images.ts'
import { skuLabels } from './labels.ts'
import * as products from './products.ts'

export function productRoutes({ answer, answerPrepared, database }: Server, files: Files) {
  answer(listProducts, productPage(files))
  answer(getProduct, products.getProduct(files))
  answer(productCustomers, customerChoice)
  answer(createProduct, products.createProduct)
  answer(editProduct, products.editProduct)
  answer(approveProducts, products.approveProducts)
  answer(switchProducts, products.switchProducts)
  answer(measureProduct, products.measureProduct)
  answer(addBarcode, barcodes.addBarcode)
  answer(removeBarcode, barcodes.removeBarcode)
  answer(chooseBarcode, barcodes.chooseBarcode)
  answerPrepared(addImage, images.drawSmall(files, database), images.addImage(files))
  answer(arrangeImages, images.arrangeImages)
  answer(listSkuLabels, skuLabels.list)
  answer(printSkuLabels, skuLabels.start)
}
