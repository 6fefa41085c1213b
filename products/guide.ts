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
          'Lists customers’ products. Search by SKU, barcode (full or first part), words in the name, any part of a Chinese name or pinyin initials; if you enter several words, all must match. Paste a column of up to 500 codes from a spreadsheet into the search box; codes that are not found are listed.',
      },
      {
        zh_CN:
          '“新建产品”（快捷键 n）登记一个产品；SKU 在同一客户内唯一，不区分大小写，保存后不能修改。系统条码“客户代码.SKU”随产品自动生成，不能删除。点开一行可编辑资料、测量、添加条码和图片。',
        en_US:
          '“New product” (shortcut n) adds a product. A SKU is unique per customer, not case-sensitive, and can’t be changed after saving. The system barcode “customer code.SKU” is created automatically and can’t be deleted. Open a row to edit details, measure, and add barcodes and images.',
      },
      {
        zh_CN:
          '条码可有多个，各有类型和每码件数；UPC 和 EAN 会检查校验位，扫描 GS1 条码时只保留其中的商品编码。图片最多 5 张，第一张显示在列表中。',
        en_US:
          'A product can have several barcodes, each with a type and the number of pieces per scan. The check digits of UPC and EAN are verified; from a GS1 barcode only the product number is kept. Up to 5 images; the first one is shown in the list.',
      },
      {
        zh_CN:
          '勾选“有效期管理”或“批号管理”的产品，收货时必须有有效期或批号，可扫描 GS1 条码读取；不同有效期或批号的货分开记账。批号按大写保存，最多 20 个字母、数字或符号。',
        en_US:
          'Products with expiry date or lot tracking can only be received with an expiry date or lot number, which can be read from a GS1 barcode. Goods with different expiry dates or lots are kept as separate stock. Lot numbers are saved in upper case and have up to 20 letters, digits or symbols.',
      },
      {
        zh_CN:
          '“导入”用表格新增或更新产品，空白单元格不改变原有内容；可同时上传图片压缩包（5M 以内），文件以 SKU 命名，如 SKU.jpg、SKU_2.png；多个客户有相同 SKU 时用“客户代码.SKU”。未能对应的图片会列出。',
        en_US:
          '“Import” adds or updates products from a spreadsheet; empty cells leave existing values unchanged. You can add images in a ZIP file (up to 5M), named by SKU, such as SKU.jpg and SKU_2.png, or “customer code.SKU” if several customers use the same SKU. Images without a match are listed.',
      },
      {
        zh_CN:
          '勾选产品后“打印 SKU 标签”，或在产品详情中打印：先看清单和预览，选打印机方案、每个打印张数和顺序；打印后回答是否全部打印出来，没有的从第几张起补打并注明原因。标签上是产品的默认条码、客户代码、SKU 和名称；条码太长、线条过细扫不出时改印二维码。',
        en_US:
          'Select products and choose “Print SKU labels”, or print from the product details: check the list and preview, choose a printer profile, the copies of each and the order. After printing, confirm whether all labels came out; if not, reprint from the first missing label and give the reason. Labels show the default barcode, customer code, SKU and name; a barcode too long to print readably becomes a QR code.',
      },
    ],
    terms: [
      {
        term: { zh_CN: '申报 / 实测', en_US: 'Declared / measured' },
        meaning: {
          zh_CN:
            '申报值由客户提供，实测值由仓库测量；有实测值时以实测值计费。任一边长（按大小对应）或重量相差超过 5% 时标记“实测有差异”。',
          en_US:
            'Declared values come from the customer, measured values from the warehouse. If measured values exist, fees are based on them. If any side (compared by size) or the weight differs by more than 5%, the product is flagged “Measurements differ”.',
        },
      },
      {
        term: { zh_CN: '待测量', en_US: 'To be measured' },
        meaning: {
          zh_CN: '没有尺寸或没有重量，申报和实测都没有。',
          en_US: 'Neither declared nor measured size or weight is available.',
        },
      },
      {
        term: productsText.auditStatus,
        meaning: {
          zh_CN: '新产品待审核；审核通过后才能入库。',
          en_US: 'New products are pending approval; they can be received only after approval.',
        },
      },
    ],
  },
]
