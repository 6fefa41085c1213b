import { type RightGroup, right } from '../platform/slices/rights.ts'

export const billingRights: readonly RightGroup[] = [
  {
    name: 'quotes',
    title: { zh_CN: '报价', en_US: 'Quotes' },
    views: [right('setting:quote:view', '查看报价', 'View quotes')],
    acts: [right('setting:quote:price', '编辑报价', 'Edit quotes')],
    fullFor: ['biller'],
    viewFor: ['manager'],
  },
  {
    name: 'fees',
    title: { zh_CN: '费用：手工、重算、退款', en_US: 'Fees: manual, recalculate, refund' },
    views: [right('query:cost:view', '查看费用', 'View fees')],
    acts: [
      right('query:cost:create', '手工费用', 'Add manual fees'),
      right('query:cost:price', '重新计费', 'Recalculate fees'),
      right('query:cost:refund', '退款', 'Refund fees'),
      right('query:cost:settle', '结算和作废费用', 'Settle and void fees'),
      right('query:cost:waive', '免收费用', 'Waive fees'),
      right('query:cost:approve', '审批退款和手工费用', 'Approve refunds and manual fees', ['manager']),
      right('query:cost:profit', '查看成本和利润', 'View cost and profit', ['manager']),
    ],
    fullFor: ['biller'],
    viewFor: ['manager', 'service_desk', 'read_only'],
  },
  {
    name: 'bills',
    title: { zh_CN: '账单：生成、出账、作废、重新打开', en_US: 'Bills: create, issue, void, reopen' },
    views: [],
    acts: [
      right('query:bill:create', '生成账单', 'Create bills'),
      right('query:bill:issue', '账单出账', 'Issue bills'),
      right('query:bill:void', '作废账单', 'Void bills'),
      right('query:bill:reopen', '重新打开账单', 'Reopen paid bills'),
    ],
    fullFor: ['biller'],
  },
  {
    name: 'collections',
    title: { zh_CN: '收款：草稿、确认、冲销', en_US: 'Collections: draft, confirm, reverse' },
    views: [right('query:collection:view', '查看收款', 'View collections')],
    acts: [
      right('query:collection:create', '登记收款', 'Record collections'),
      right('query:collection:settle', '确认收款', 'Confirm collections'),
      right('query:collection:void', '冲销收款', 'Reverse collections'),
    ],
    fullFor: ['biller'],
    viewFor: ['manager'],
  },
  {
    name: 'moneyExports',
    title: { zh_CN: '导出客户资金数据', en_US: 'Export customer money' },
    views: [],
    acts: [right('query:money:export', '导出客户资金数据', 'Export customer money')],
    fullFor: ['manager', 'biller'],
  },
]
