import type { GuideSection } from '../lib/guide.ts'
import { productsText } from './text.ts'

export const productsGuide: readonly GuideSection[] = [
  {
    id: 'products',
    paths: ['/query/productArchives'],
    title: productsText.productsTitle,
    paragraphs: [
      {
        zh_CN:
          '按 SKU 和客户列出产品：名称、条码、尺寸重量和库存。SKU 只在同一客户内唯一，两个客户可以有相同的 SKU。此页面只供查看。',
        en_US:
          'Lists products by SKU and customer: name, barcodes, size, weight and stock. A SKU is unique within one customer only; two customers may use the same one. The screen is for looking up.',
      },
    ],
    terms: [
      {
        term: { zh_CN: '申报 / 实测', en_US: 'Declared / measured' },
        meaning: {
          zh_CN: '申报值由客户提供，实测值由仓库测量；有实测值时以实测值计费。',
          en_US:
            'Declared by the customer, measured by the warehouse; where measured, that is what fees are based on.',
        },
      },
    ],
  },
]
