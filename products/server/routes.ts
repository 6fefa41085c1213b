import type { Server } from '../../platform/calls/server/serve.ts'
import type { Files } from '../../platform/files/server/files.ts'
import * as calls from '../contract.ts'
import * as barcodes from './barcodes.ts'
import { customerChoice, productPage } from './find.ts'
import * as images from './images.ts'
import { skuLabels } from './labels.ts'
import * as products from './products.ts'

export function productRoutes({ answer, answerPrepared, database }: Server, files: Files) {
  answer(calls.listProducts, productPage(files))
  answer(calls.getProduct, products.getProduct(files))
  answer(calls.productCustomers, customerChoice)
  answer(calls.createProduct, products.createProduct)
  answer(calls.editProduct, products.editProduct)
  answer(calls.approveProducts, products.approveProducts)
  answer(calls.switchProducts, products.switchProducts)
  answer(calls.measureProduct, products.measureProduct)
  answer(calls.addBarcode, barcodes.addBarcode)
  answer(calls.removeBarcode, barcodes.removeBarcode)
  answer(calls.chooseBarcode, barcodes.chooseBarcode)
  answerPrepared(calls.addImage, images.drawSmall(files, database), images.addImage(files))
  answer(calls.arrangeImages, images.arrangeImages)
  answer(calls.listSkuLabels, skuLabels.list)
  answer(calls.printSkuLabels, skuLabels.start)
}
