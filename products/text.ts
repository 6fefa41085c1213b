import type { Text } from '../lib/text.ts'

export const productsText = {
  productsTitle: { zh_CN: '产品档案', en_US: 'Products' },
  image: { zh_CN: '图片', en_US: 'Picture' },
  names: { zh_CN: '产品名称（中/英）', en_US: 'Name (Chinese / English)' },
  barcodes: { zh_CN: '条码', en_US: 'Barcodes' },
  declared: { zh_CN: '申报尺寸/重量', en_US: 'Declared size / weight' },
  measured: { zh_CN: '实测尺寸/重量', en_US: 'Measured size / weight' },
  stock: { zh_CN: '库存', en_US: 'Stock' },
  noProducts: { zh_CN: '暂无产品', en_US: 'No products yet' },
} as const satisfies Record<string, Text>
