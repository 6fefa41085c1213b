import type { GuideSection } from '../platform/text/guide.ts'
import { productsText } from './text.ts'

export const productsGuide: readonly GuideSection[] = [
  {
    id: 'products',
    paths: ['/query/productArchives'],
    title: productsText.productsTitle,
    paragraphs: [
      {
        zh_CN:
          '列出客户的产品。可按 SKU、条码（全码或开头）、名称中的词、中文名称的任意一段或拼音首字母搜索；多个词同时满足。从表格复制一列编码粘贴到搜索框，一次最多 500 个，未找到的会列出。',
        en_US:
          'Lists the products of the customers. Search by SKU, by barcode or its beginning, by words of a name, by any part of a Chinese name or its pinyin initials; several words must all be met. Paste a column of up to 500 codes into the search box; those that are not found are named.',
      },
      {
        zh_CN:
          '“新建产品”（快捷键 n）登记一个产品；SKU 在同一客户内唯一，不区分大小写，保存后不能修改。系统条码“客户代码.SKU”随产品自动生成，不能删除。点开一行可编辑资料、测量、添加条码和图片。',
        en_US:
          'New product (key n) enters one. A SKU is unique within its customer, whatever its case, and never changes. The system barcode, customer code, a dot and the SKU, comes with the product and stays. Open a row to edit it, to measure, and to add barcodes and pictures.',
      },
      {
        zh_CN:
          '条码可有多个，各有类型和每码件数；UPC 和 EAN 会检查校验位，扫描 GS1 条码时只保留其中的商品编码。图片最多 5 张，第一张显示在列表中。',
        en_US:
          'A product has several barcodes, each with its kind and the pieces one scan stands for. The check digits of UPC and EAN are verified; of a GS1 barcode the article number is kept. There are at most 5 pictures, the first of which stands in the list.',
      },
      {
        zh_CN:
          '勾选“效期管理”或“批号管理”的产品，收货时必须有有效期或批号，可扫描 GS1 条码读取；不同有效期或批号的货分开记账。批号按大写保存，最多 20 个字母、数字或符号。',
        en_US:
          'Of a product whose expiry dates or lots are kept, goods come in only with their date or lot, which a GS1 barcode may say. Goods of another date or lot are kept apart in the books. A lot is kept in capitals and has at most 20 letters, digits or signs.',
      },
      {
        zh_CN:
          '“导入”用表格新增或更新产品，空白单元格不改变原有内容；可同时上传图片压缩包（5M 以内），文件以 SKU 命名，如 SKU.jpg、SKU_2.png；多个客户有相同 SKU 时用“客户代码.SKU”。未能对应的图片会列出。',
        en_US:
          'Import enters or updates products from a sheet; an empty cell changes nothing. Pictures can come along in a ZIP of at most 5M, named by SKU such as SKU.jpg and SKU_2.png, or customer code, dot and SKU where customers share one. Pictures without a match are listed.',
      },
      {
        zh_CN:
          '勾选产品后“打印 SKU 标签”，或在产品详情中打印：先看清单和预览，选打印机方案、每个打印张数和顺序；打印后回答是否全部打印出来，没有的从第几张起补打并注明原因。标签上是产品的默认条码、客户代码、SKU 和名称；条码太长、线条过细扫不出时改印二维码。',
        en_US:
          'Tick products and print SKU labels, or print them from a product’s details: look through the list and the preview, choose a printer profile, how many of each and in which order; then say whether all came out, and print the rest again with a reason. A label shows the default barcode, the customer code, the SKU and the names; a barcode too long for bars that a scanner can read becomes a QR code.',
      },
    ],
    terms: [
      {
        term: { zh_CN: '申报 / 实测', en_US: 'Declared / measured' },
        meaning: {
          zh_CN:
            '申报值由客户提供，实测值由仓库测量；有实测值时以实测值计费。任一边长（按大小对应）或重量相差超过 5% 时标记“实测有差异”。',
          en_US:
            'Declared by the customer, measured by the warehouse; where measured, that is what fees are based on. More than 5% between the sides, taken by size, or the weights is flagged.',
        },
      },
      {
        term: { zh_CN: '待测量', en_US: 'To be measured' },
        meaning: {
          zh_CN: '没有尺寸或没有重量，申报和实测都没有。',
          en_US: 'No size or no weight is known, neither declared nor measured.',
        },
      },
      {
        term: productsText.auditStatus,
        meaning: {
          zh_CN: '新产品待审核；审核通过后才能入库。',
          en_US: 'A new product is pending; only once it has passed may it come in.',
        },
      },
    ],
  },
]
