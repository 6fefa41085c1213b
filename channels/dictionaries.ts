import type { Dictionary } from '../platform/text/dictionary.ts'
import { remoteLevels } from './zones/rules.ts'
import { remoteTexts } from './zones/text.ts'

export const channelsDictionaries = [
  {
    code: 'channelLabelSource',
    items: [
      { value: 'carrier_api', text: { zh_CN: '承运商API', en_US: 'Carrier API' } },
      { value: 'self_built', text: { zh_CN: '自建渠道', en_US: 'Self-built' } },
      { value: 'uploaded', text: { zh_CN: '客户上传面单', en_US: 'Uploaded by customer' } },
      { value: 'platform', text: { zh_CN: '平台面单', en_US: 'Platform label' } },
      { value: 'none', text: { zh_CN: '无需面单', en_US: 'No label' } },
    ],
  },
  {
    code: 'channelBillingMethod',
    items: [
      { value: 'none', text: { zh_CN: '不计运费', en_US: 'No freight' } },
      { value: 'price_book', text: { zh_CN: '按报价计费', en_US: 'By price book' } },
      { value: 'carrier_cost', text: { zh_CN: '按渠道费用', en_US: 'By carrier cost' } },
      { value: 'flat', text: { zh_CN: '固定单价', en_US: 'Flat per package' } },
    ],
  },
  {
    code: 'hwmsLabelFormat',
    items: [
      { value: 'pdf_100x150', text: { zh_CN: 'PDF 100×150mm', en_US: 'PDF 4×6 in' } },
      { value: 'pdf_100x100', text: { zh_CN: 'PDF 100×100mm', en_US: 'PDF 100×100 mm' } },
      { value: 'pdf_100x180', text: { zh_CN: 'PDF 100×180mm', en_US: 'PDF 100×180 mm' } },
      { value: 'pdf_100x200', text: { zh_CN: 'PDF 100×200mm', en_US: 'PDF 100×200 mm' } },
      { value: 'pdf_a4', text: { zh_CN: 'PDF A4', en_US: 'PDF A4' } },
      { value: 'png_100x150', text: { zh_CN: '图片 100×150mm', en_US: 'PNG 4×6 in' } },
      { value: 'zpl_100x150', text: { zh_CN: 'ZPL 100×150mm', en_US: 'ZPL 4×6 in' }, enabled: false },
    ],
  },
  {
    code: 'weightBasis',
    items: [
      { value: 'actual', text: { zh_CN: '实重', en_US: 'Actual weight' } },
      { value: 'volumetric', text: { zh_CN: '体积重', en_US: 'Volumetric weight' } },
      { value: 'max', text: { zh_CN: '取大者', en_US: 'Larger of the two' } },
    ],
  },
  {
    code: 'remoteLevel',
    items: remoteLevels.map((value) => ({ value, text: remoteTexts[value] })),
  },
  {
    code: 'dimRounding',
    items: [
      { value: 'none', text: { zh_CN: '不取整', en_US: 'No rounding' } },
      { value: 'nearest', text: { zh_CN: '四舍五入', en_US: 'Round to nearest' } },
      { value: 'ceil', text: { zh_CN: '向上取整', en_US: 'Round up' } },
    ],
  },
] as const satisfies Dictionary[]
