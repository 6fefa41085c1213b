import { composeLabels, type LabelToDraw } from '../shipping/labels/server/compose-labels.ts'
import { sampleParcel } from '../shipping/watermarks/sample-label.ts'

const COUNT = 100

const label = (at: number): LabelToDraw => ({
  waybillId: at,
  orderId: at,
  orderNo: `OB261117-${String(at).padStart(5, '0')}`,
  status: 'pending_shipment',
  referenceNo: `WEB-${at}`,
  customerCode: 'ACME',
  channelCode: 'LOCAL',
  channelName: '同城当日达 Same day',
  labelSource: 'self_built',
  labelFormat: 'pdf_100x150',
  trackingNo: `TH${String(at).padStart(12, '0')}`,
  storageKey: null,
  labelSpace: null,
  packageNo: 1,
  packageCount: 1,
  weight: '1.250',
  pickRemark: null,
  pickNo: null,
  basketNo: null,
  sender: null,
  recipient: { name: '李雷 Li Lei', rows: ['20 Maple Street, Apartment 12', 'Springfield IL 62701', 'US'] },
  template: null,
  copyNo: 1,
})

/** A hundred labels of our own with a watermark, as one file: how long it takes, and how large the file is. */
export async function hundredLabels(): Promise<{ ms: number; bytes: number }> {
  const labels = Array.from({ length: COUNT }, (_, at) => label(at + 1))
  const goods = sampleParcel.lines.map((line) => ({ ...line, routeSeq: 0, name: line.sku }))
  const ground = {
    sender: { name: 'WH01', rows: ['100 Dock Road'], unit: 1, printTime: '2026-11-17 14:05' },
    goods: new Map(labels.map(({ orderId }) => [orderId, goods])),
    logo: undefined,
    open: async () => Buffer.alloc(0),
  }
  const since = performance.now()
  const { bytes, problems } = await composeLabels(labels, ground, {
    copies: 1,
    packingSlip: 'none',
    items: ['sku_loc_qty', 'order_no', 'print_time'],
    text: null,
    language: 'zh_CN',
  })
  if (!bytes || problems.size > 0) throw new Error('labels are missing')
  return { ms: performance.now() - since, bytes: bytes.length }
}
