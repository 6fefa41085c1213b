import { z } from 'zod'
import { rule } from '../platform/calls/problems.ts'
import { amount, code, country, flagText, length, weight, wholeText, words } from '../platform/calls/rules.ts'
import { type ImportColumn, importForm, wholeNote, yesOrNo } from '../platform/imports/imports.ts'
import type { Text } from '../platform/text/text.ts'
import { guessBarcode } from './barcodes.ts'
import {
  checkTogether,
  createProduct,
  editProduct,
  MAX_DAYS,
  MAX_PACKED,
  MAX_STOCK,
  productRules,
} from './contract.ts'
import { productsText } from './text.ts'

const barcode = z
  .string()
  .max(200)
  .transform((typed, ctx) => {
    const read = guessBarcode(typed)
    if (!('problem' in read)) return read
    ctx.addIssue({ code: 'custom', message: rule(read.problem) })
    return z.NEVER
  })

const packQuantity = wholeText(1, MAX_PACKED)

const line = z
  .object({
    customerCode: code,
    sku: code,
    nameZh: words(200).optional(),
    nameEn: words(200).optional(),
    barcode1: barcode.optional(),
    barcode2: barcode.optional(),
    barcode3: barcode.optional(),
    packQuantity1: packQuantity.optional(),
    packQuantity2: packQuantity.optional(),
    packQuantity3: packQuantity.optional(),
    category: words(100).optional(),
    brand: words(100).optional(),
    declaredLength: length.optional(),
    declaredWidth: length.optional(),
    declaredHeight: length.optional(),
    declaredWeight: weight.optional(),
    declaredValue: amount.optional(),
    declaredCurrency: productRules.currency.optional(),
    hsCode: productRules.hsCode.optional(),
    originCountry: country.optional(),
    isBattery: flagText.optional(),
    isLiquid: flagText.optional(),
    isFragile: flagText.optional(),
    isDangerous: flagText.optional(),
    expiryManaged: flagText.optional(),
    shelfLifeDays: wholeText(1, MAX_DAYS).optional(),
    lotManaged: flagText.optional(),
    warnStock: wholeText(0, MAX_STOCK).optional(),
    warnAgeDays: wholeText(1, MAX_DAYS).optional(),
  })
  .check((ctx) => checkTogether(ctx.value, ctx))
  .check(({ value, issues }) => {
    const pairs = [
      ['packQuantity1', value.barcode1, value.packQuantity1],
      ['packQuantity2', value.barcode2, value.packQuantity2],
      ['packQuantity3', value.barcode3, value.packQuantity3],
    ] as const
    for (const [path, code, pieces] of pairs)
      if (pieces !== undefined && !code)
        issues.push({
          code: 'custom',
          path: [path],
          message: rule(productsText.packOfNothing),
          input: pieces,
        })
  })
export type ProductLine = z.output<typeof line>

const numbered = (text: Text, n: number): Text => ({
  zh_CN: `${text.zh_CN} ${n}`,
  en_US: `${text.en_US} ${n}`,
})
const atMost = (max: number): Text => ({ zh_CN: `最多 ${max} 个字符`, en_US: `Up to ${max} characters` })
const sides: Text = {
  zh_CN: '仓库的长度单位，最多 2 位小数；长、宽、高须一起填写',
  en_US: 'In the warehouse’s length unit, up to 2 decimals; enter length, width and height together',
}
const flag: Text = {
  zh_CN: '是 或 否；不填时新产品为否，已有产品不变',
  en_US: 'Yes or no. If empty, No for a new product; an existing product stays unchanged.',
}

const flags: ImportColumn[] = (['isBattery', 'isLiquid', 'isFragile', 'isDangerous'] as const).map((key) => ({
  key,
  title: productsText[key],
  example: '',
  note: flag,
  choices: yesOrNo,
}))

/**
 * Products from a spreadsheet. An existing SKU of the customer is updated; empty cells leave values
 * unchanged.
 */
export const productImport = importForm<ProductLine>({
  kind: 'products',
  title: productsText.productsTitle,
  permission: createProduct.permission,
  editPermission: editProduct.permission,
  feature: createProduct.feature,
  line,
  takesZip: {
    zh_CN: '图片以 SKU 命名，如 SKU.jpg、SKU_2.png',
    en_US: 'Name images by SKU, such as SKU.jpg and SKU_2.png',
  },
  identity: ({ customerCode, sku }) => `${customerCode}.${sku}`.toLowerCase(),
  keys: ['customerCode', 'sku'],
  columns: [
    {
      key: 'customerCode',
      title: productsText.customerCode,
      isRequired: true,
      example: 'ACME-01',
      note: { zh_CN: '已有且启用的客户代码', en_US: 'Code of an enabled customer' },
    },
    {
      key: 'sku',
      title: productsText.sku,
      isRequired: true,
      example: 'BOTTLE-500-BK',
      note: {
        zh_CN:
          '字母、数字和连字符，最多 35 位；该客户已有的 SKU 会更新。图片压缩包中的文件以 SKU 命名，如 SKU.jpg、SKU_2.png',
        en_US:
          'Letters, digits and hyphens, up to 35; an existing SKU of the customer is updated. Name images in the ZIP by SKU, such as SKU.jpg and SKU_2.png.',
      },
    },
    {
      key: 'nameZh',
      title: productsText.nameZh,
      example: '不锈钢保温杯 500ml 黑色',
      note: {
        zh_CN: '中文和英文名称至少填一个，最多 200 个字符',
        en_US: 'Enter the Chinese name, the English name or both; up to 200 characters',
      },
    },
    {
      key: 'nameEn',
      title: productsText.nameEn,
      example: 'Stainless bottle 500ml, black',
      note: atMost(200),
    },
    ...[1, 2, 3].flatMap((n) => [
      {
        key: `barcode${n}`,
        title: numbered(productsText.barcode, n),
        example: n === 1 ? '6901234567892' : '',
        note: {
          zh_CN: 'UPC、EAN 须校验位正确；可填 GS1 字符串，只保留商品编码',
          en_US: 'UPC and EAN need a correct check digit; from a GS1 string only the product number is kept',
        },
      },
      {
        key: `packQuantity${n}`,
        title: numbered(productsText.packQuantity, n),
        example: n === 1 ? '1' : '',
        note: {
          zh_CN: '扫一次条码代表的件数，1 至 1000000 的整数；不填时新条码为 1，已有条码不变',
          en_US:
            'Pieces per scan of this barcode, a whole number from 1 to 1000000. If empty, 1 for a new barcode; an existing barcode stays unchanged.',
        },
      },
    ]),
    { key: 'category', title: productsText.category, example: '', note: atMost(100) },
    { key: 'brand', title: productsText.brand, example: '', note: atMost(100) },
    { key: 'declaredLength', title: productsText.declaredLength, example: '25.5', note: sides },
    { key: 'declaredWidth', title: productsText.declaredWidth, example: '8', note: sides },
    { key: 'declaredHeight', title: productsText.declaredHeight, example: '8', note: sides },
    {
      key: 'declaredWeight',
      title: productsText.declaredWeight,
      example: '0.42',
      note: {
        zh_CN: '仓库的重量单位，最多 3 位小数',
        en_US: 'In the warehouse’s weight unit, up to 3 decimals',
      },
    },
    {
      key: 'declaredValue',
      title: productsText.declaredValue,
      example: '5.50',
      note: {
        zh_CN: '与币种一起填写，最多 2 位小数',
        en_US: 'Enter together with the currency; up to 2 decimals',
      },
    },
    {
      key: 'declaredCurrency',
      title: productsText.declaredCurrency,
      example: 'USD',
      note: { zh_CN: 'ISO 4217 币种代码（大写）', en_US: 'ISO 4217 currency code in upper case' },
    },
    {
      key: 'hsCode',
      title: productsText.hsCode,
      example: '',
      note: { zh_CN: '4 至 14 位数字', en_US: '4 to 14 digits' },
    },
    {
      key: 'originCountry',
      title: productsText.originCountry,
      example: 'CN',
      note: { zh_CN: '两位国家代码', en_US: 'Two-letter country code' },
    },
    ...flags,
    { key: 'expiryManaged', title: productsText.expiryManaged, example: '', note: flag, choices: yesOrNo },
    {
      key: 'shelfLifeDays',
      title: productsText.shelfLifeDays,
      example: '',
      note: wholeNote(1, MAX_DAYS, {
        zh_CN: '有效期管理的产品必填',
        en_US: 'required for products with expiry date tracking',
      }),
    },
    { key: 'lotManaged', title: productsText.lotManaged, example: '', note: flag, choices: yesOrNo },
    {
      key: 'warnStock',
      title: productsText.warnStock,
      example: '',
      note: wholeNote(0, MAX_STOCK, {
        zh_CN: '库存低于此数时提醒',
        en_US: 'warns when stock falls below this number',
      }),
    },
    {
      key: 'warnAgeDays',
      title: productsText.warnAgeDays,
      example: '',
      note: wholeNote(1, MAX_DAYS, {
        zh_CN: '库龄超过此天数时提醒',
        en_US: 'warns when goods are older than this',
      }),
    },
  ],
})
