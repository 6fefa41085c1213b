import { send } from '../../platform/calls/web/send.ts'
import { printTask } from '../../platform/printing/web/print.ts'
import { printSkuLabels } from '../contract.ts'

/** Prints one label of a product directly. */
export async function printSkuLabel(productId: number): Promise<void> {
  const { taskId } = await send(printSkuLabels, { ids: [productId], layout: 'thermal_100x50', copies: 1 })
  await printTask(taskId)
}
