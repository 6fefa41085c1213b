import { dictionary } from '../platform/text/dictionary.ts'
import { remoteTexts } from './zones/text.ts'

export const channelsDictionaries = [
  dictionary('channelLabelSource', {
    carrier_api: { zh_CN: '承运商 API', en_US: 'Carrier API' },
    self_built: { zh_CN: '自建渠道', en_US: 'Self-built' },
    uploaded: { zh_CN: '客户上传面单', en_US: 'Uploaded by customer' },
    platform: { zh_CN: '平台面单', en_US: 'Platform label' },
    none: { zh_CN: '无需面单', en_US: 'No label' },
  }),
  dictionary('channelBillingMethod', {
    none: { zh_CN: '不计运费', en_US: 'No freight' },
    price_book: { zh_CN: '按报价计费', en_US: 'By price book' },
    carrier_cost: { zh_CN: '按渠道费用', en_US: 'By carrier cost' },
    flat: { zh_CN: '固定单价', en_US: 'Flat per package' },
  }),
  dictionary(
    'hwmsLabelFormat',
    {
      pdf_100x150: { zh_CN: 'PDF 100×150mm', en_US: 'PDF 4×6 in' },
      pdf_100x100: { zh_CN: 'PDF 100×100mm', en_US: 'PDF 100×100 mm' },
      pdf_100x180: { zh_CN: 'PDF 100×180mm', en_US: 'PDF 100×180 mm' },
      pdf_100x200: { zh_CN: 'PDF 100×200mm', en_US: 'PDF 100×200 mm' },
      pdf_a4: { zh_CN: 'PDF A4', en_US: 'PDF A4' },
      png_100x150: { zh_CN: '图片 100×150mm', en_US: 'PNG 4×6 in' },
      zpl_100x150: { zh_CN: 'ZPL 100×150mm', en_US: 'ZPL 4×6 in' },
    },
    ['zpl_100x150'],
  ),
  dictionary('weightBasis', {
    actual: { zh_CN: '实重', en_US: 'Actual weight' },
    volumetric: { zh_CN: '体积重', en_US: 'Volumetric weight' },
    max: { zh_CN: '取大者', en_US: 'Larger of the two' },
  }),
  dictionary('remoteLevel', remoteTexts),
  dictionary('dimRounding', {
    none: { zh_CN: '不取整', en_US: 'No rounding' },
    nearest: { zh_CN: '四舍五入', en_US: 'Round to nearest' },
    ceil: { zh_CN: '向上取整', en_US: 'Round up' },
  }),
]
