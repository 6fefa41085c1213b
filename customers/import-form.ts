import { z } from 'zod'
import { code, country, email, neededWords, phone, words } from '../platform/calls/rules.ts'
import { importForm } from '../platform/imports/imports.ts'
import { createCustomer, editCustomer } from './contract.ts'
import { customersText } from './text.ts'

const line = z.object({
  customerCode: code,
  customerName: neededWords(100),
  mnemonic: words(100).optional(),
  groupCode: code.optional(),
  contact: words(100).optional(),
  phone: phone.optional(),
  email: email.optional(),
  countryCode: country.optional(),
  address: words(300).optional(),
  remark: words(500).optional(),
})
export type CustomerLine = z.output<typeof line>

/** Customers from a spreadsheet. An existing code updates that customer; payment terms are never imported. */
export const customerImport = importForm<CustomerLine>({
  kind: 'customers',
  title: customersText.customersTitle,
  permission: createCustomer.permission,
  editPermission: editCustomer.permission,
  feature: createCustomer.feature,
  line,
  identity: ({ customerCode }) => customerCode.toLowerCase(),
  keys: ['customerCode'],
  columns: [
    {
      key: 'customerCode',
      title: customersText.customerCode,
      isRequired: true,
      example: 'ACME-01',
      note: {
        zh_CN: '字母、数字和连字符，最多 35 位；已存在的代码会更新该客户的资料',
        en_US: 'Letters, digits and hyphens, up to 35; an existing code updates that customer',
      },
    },
    {
      key: 'customerName',
      title: customersText.customerName,
      isRequired: true,
      example: '示例贸易有限公司',
      note: { zh_CN: '最多 100 个字符', en_US: 'Up to 100 characters' },
    },
    {
      key: 'mnemonic',
      title: customersText.mnemonic,
      example: 'SLMY',
      note: { zh_CN: '便于搜索，最多 100 个字符', en_US: 'For searching; up to 100 characters' },
    },
    {
      key: 'groupCode',
      title: customersText.groupCode,
      example: '',
      note: { zh_CN: '已有的客户分组代码', en_US: 'Code of an existing customer group' },
    },
    {
      key: 'contact',
      title: customersText.contact,
      example: '',
      note: { zh_CN: '最多 100 个字符', en_US: 'Up to 100 characters' },
    },
    {
      key: 'phone',
      title: customersText.phone,
      example: '+86 755 8888 0000',
      note: { zh_CN: '数字、空格和 + ( ) -', en_US: 'Digits, spaces and + ( ) -' },
    },
    {
      key: 'email',
      title: customersText.email,
      example: 'trade@example.com',
      note: { zh_CN: '一个邮箱地址', en_US: 'Email address' },
    },
    {
      key: 'countryCode',
      title: customersText.country,
      example: 'CN',
      note: { zh_CN: '两位国家代码', en_US: 'Two-letter country code' },
    },
    {
      key: 'address',
      title: customersText.address,
      example: '',
      note: { zh_CN: '最多 300 个字符', en_US: 'Up to 300 characters' },
    },
    {
      key: 'remark',
      title: customersText.remark,
      example: '',
      note: { zh_CN: '最多 500 个字符', en_US: 'Up to 500 characters' },
    },
  ],
})
