import type { Dictionary } from '../platform/text/dictionary.ts'

export const billingDictionaries = [
  {
    code: 'freightBillingCode',
    items: [
      { value: 'flat', text: { zh_CN: '区间一口价', en_US: 'Flat per tier' } },
      { value: 'unit', text: { zh_CN: '区间单价', en_US: 'Unit price' } },
      { value: 'first_next', text: { zh_CN: '首重+续重', en_US: 'First + additional' } },
      { value: 'piece', text: { zh_CN: '按件', en_US: 'Per piece' } },
      { value: 'volume', text: { zh_CN: '按体积', en_US: 'By volume' } },
    ],
  },
  {
    code: 'transaction_business_type',
    items: [
      { value: 'top_up', text: { zh_CN: '充值', en_US: 'Top-up' } },
      { value: 'bill_payment', text: { zh_CN: '账单回款', en_US: 'Bill payment' } },
      { value: 'deposit', text: { zh_CN: '押金/预存', en_US: 'Deposit' } },
      { value: 'refund', text: { zh_CN: '退款给客户', en_US: 'Refund to customer' } },
      { value: 'adjustment', text: { zh_CN: '调账', en_US: 'Adjustment' } },
    ],
  },
  {
    code: 'bill_order_type',
    items: [
      { value: 'inbound', text: { zh_CN: '入库单', en_US: 'Inbound order' } },
      { value: 'order', text: { zh_CN: '订单', en_US: 'Order' } },
      { value: 'return', text: { zh_CN: '退货单', en_US: 'Return' } },
      { value: 'storage', text: { zh_CN: '仓租', en_US: 'Storage rent' } },
      { value: 'value_added', text: { zh_CN: '增值服务', en_US: 'Value-added service' } },
      { value: 'manual', text: { zh_CN: '手工/其他', en_US: 'Manual / other' } },
    ],
  },
  {
    code: 'account_log_biz_type',
    items: [
      { value: 'collection', text: { zh_CN: '收款', en_US: 'Collection' } },
      { value: 'inbound_fee', text: { zh_CN: '入库费', en_US: 'Inbound fee' } },
      { value: 'order_operation_fee', text: { zh_CN: '订单操作费', en_US: 'Order operation fee' } },
      { value: 'order_freight', text: { zh_CN: '订单运费', en_US: 'Order freight (incl. surcharges)' } },
      { value: 'storage_rent', text: { zh_CN: '仓租', en_US: 'Storage rent' } },
      { value: 'return_fee', text: { zh_CN: '退货费', en_US: 'Return fee' } },
      { value: 'value_added', text: { zh_CN: '增值服务', en_US: 'Value-added service' } },
      { value: 'manual_fee', text: { zh_CN: '手工费用', en_US: 'Manual fee' } },
      { value: 'refund', text: { zh_CN: '退款/赔付', en_US: 'Refund / claim' } },
      { value: 'adjustment', text: { zh_CN: '调账', en_US: 'Adjustment' } },
      { value: 'reversal', text: { zh_CN: '冲销', en_US: 'Reversal' } },
      { value: 'credit_limit_change', text: { zh_CN: '信用额度调整', en_US: 'Credit limit change' } },
    ],
  },
  {
    code: 'account_log_type',
    items: [
      { value: 'in', text: { zh_CN: '入款', en_US: 'In' } },
      { value: 'out', text: { zh_CN: '扣款', en_US: 'Out' } },
      { value: 'freeze', text: { zh_CN: '冻结', en_US: 'Hold' } },
      { value: 'unfreeze', text: { zh_CN: '解冻', en_US: 'Release' } },
      { value: 'limit_change', text: { zh_CN: '额度变更', en_US: 'Limit change' } },
    ],
  },
  {
    code: 'prc_wh_operation_condition_type',
    items: [
      { value: 'none', text: { zh_CN: '无条件', en_US: 'None' } },
      { value: 'order_weight', text: { zh_CN: '订单总重量', en_US: 'Order weight' } },
      { value: 'piece_weight', text: { zh_CN: '单件重量', en_US: 'Piece weight' } },
      { value: 'pieces', text: { zh_CN: '件数', en_US: 'Pieces' } },
      { value: 'sku_kinds', text: { zh_CN: 'SKU种类数', en_US: 'SKU count' } },
      { value: 'total_volume', text: { zh_CN: '总体积', en_US: 'Total volume' } },
      { value: 'longest_side', text: { zh_CN: '最长边', en_US: 'Longest side' } },
      { value: 'box_weight', text: { zh_CN: '单箱重量', en_US: 'Box weight' } },
      {
        value: 'piece_billable_weight',
        text: { zh_CN: '单件计费重', en_US: 'Piece billable weight' },
      },
    ],
  },
  {
    code: 'chargeUnit',
    items: [
      { value: 'order', text: { zh_CN: '按单', en_US: 'Per order' } },
      { value: 'piece', text: { zh_CN: '按件', en_US: 'Per piece' } },
      { value: 'sku', text: { zh_CN: '按SKU', en_US: 'Per SKU' } },
      { value: 'box', text: { zh_CN: '按箱', en_US: 'Per box' } },
      { value: 'pallet', text: { zh_CN: '按托', en_US: 'Per pallet' } },
      { value: 'container', text: { zh_CN: '按柜', en_US: 'Per container' } },
      { value: 'weight', text: { zh_CN: '按重量', en_US: 'By weight' } },
      { value: 'volume', text: { zh_CN: '按体积', en_US: 'By volume' } },
    ],
  },
  {
    code: 'surchargeType',
    items: [
      { value: 'residential', text: { zh_CN: '住宅附加费', en_US: 'Residential surcharge' } },
      { value: 'remote', text: { zh_CN: '偏远附加费', en_US: 'Remote area surcharge' } },
      { value: 'oversize', text: { zh_CN: '超长附加费', en_US: 'Oversize surcharge' } },
      { value: 'overweight', text: { zh_CN: '超重附加费', en_US: 'Overweight surcharge' } },
      { value: 'peak', text: { zh_CN: '旺季附加费', en_US: 'Peak surcharge' } },
      { value: 'signature', text: { zh_CN: '签名服务费', en_US: 'Signature fee' } },
      { value: 'label_cancel', text: { zh_CN: '面单取消费', en_US: 'Label cancellation fee' } },
    ],
  },
  {
    code: 'feeStatus',
    items: [
      { value: 'not_settled', text: { zh_CN: '未结算', en_US: 'Not settled' } },
      { value: 'settled', text: { zh_CN: '已结算', en_US: 'Settled' } },
      { value: 'voided', text: { zh_CN: '已作废', en_US: 'Voided' } },
      { value: 'reversed', text: { zh_CN: '已冲销', en_US: 'Reversed' } },
    ],
  },
  {
    code: 'billableKind',
    items: [
      { value: 'inbound', text: { zh_CN: '入库完成', en_US: 'Inbound completed' } },
      { value: 'return', text: { zh_CN: '退货完成', en_US: 'Return completed' } },
      { value: 'order', text: { zh_CN: '订单出库', en_US: 'Order shipped' } },
      { value: 'order_void', text: { zh_CN: '订单作废', en_US: 'Order voided' } },
      { value: 'order_intercept', text: { zh_CN: '订单截单', en_US: 'Order intercepted' } },
      { value: 'storage', text: { zh_CN: '仓租', en_US: 'Storage rent' } },
    ],
  },
  {
    code: 'billableStatus',
    items: [
      { value: 'waiting', text: { zh_CN: '待计费', en_US: 'Waiting' } },
      { value: 'open', text: { zh_CN: '无法计费', en_US: 'Not priced' } },
      { value: 'charged', text: { zh_CN: '已计费', en_US: 'Charged' } },
      { value: 'free', text: { zh_CN: '免费', en_US: 'Free' } },
      { value: 'waived', text: { zh_CN: '已免收', en_US: 'Waived' } },
      { value: 'reversed', text: { zh_CN: '已冲销', en_US: 'Reversed' } },
    ],
  },
  {
    code: 'priceGap',
    items: [
      { value: 'no_price', text: { zh_CN: '无报价', en_US: 'No price' } },
      { value: 'no_tier', text: { zh_CN: '无对应区间', en_US: 'No tier' } },
      { value: 'no_zone', text: { zh_CN: '无分区', en_US: 'No zone' } },
      { value: 'no_dims', text: { zh_CN: '缺少尺寸重量', en_US: 'No measures' } },
    ],
  },
  {
    code: 'feeRequestStatus',
    items: [
      { value: 'waiting', text: { zh_CN: '待审批', en_US: 'Waiting' } },
      { value: 'approved', text: { zh_CN: '已通过', en_US: 'Approved' } },
      { value: 'refused', text: { zh_CN: '已拒绝', en_US: 'Rejected' } },
    ],
  },
  {
    code: 'billStatus',
    items: [
      { value: 'draft', text: { zh_CN: '草稿', en_US: 'Draft' } },
      { value: 'not_settled', text: { zh_CN: '未结算', en_US: 'Not settled' } },
      { value: 'paid', text: { zh_CN: '已付清', en_US: 'Paid' } },
      { value: 'voided', text: { zh_CN: '已作废', en_US: 'Voided' } },
    ],
  },
  {
    code: 'billKind',
    items: [
      { value: 'bill', text: { zh_CN: '账单', en_US: 'Bill' } },
      { value: 'balance', text: { zh_CN: '对账单', en_US: 'Statement' } },
    ],
  },
  {
    code: 'collectionStatus',
    items: [
      { value: 'draft', text: { zh_CN: '草稿', en_US: 'Draft' } },
      { value: 'paid', text: { zh_CN: '已收款', en_US: 'Paid' } },
      { value: 'reversed', text: { zh_CN: '已冲销', en_US: 'Reversed' } },
    ],
  },
  {
    code: 'payMethod',
    items: [
      { value: 'bank', text: { zh_CN: '银行转账', en_US: 'Bank transfer' } },
      { value: 'cash', text: { zh_CN: '现金', en_US: 'Cash' } },
      { value: 'card', text: { zh_CN: '银行卡', en_US: 'Bank card' } },
      { value: 'ewallet', text: { zh_CN: '电子钱包', en_US: 'E-wallet' } },
      { value: 'check', text: { zh_CN: '支票', en_US: 'Check' } },
      { value: 'other', text: { zh_CN: '其他', en_US: 'Other' } },
    ],
  },
  {
    code: 'quoteKind',
    items: [
      { value: 'operation', text: { zh_CN: '仓库操作费', en_US: 'Warehouse operation fee' } },
      { value: 'freight', text: { zh_CN: '物流运费', en_US: 'Logistics freight' } },
      { value: 'storage', text: { zh_CN: '仓租', en_US: 'Storage rent' } },
    ],
  },
  {
    code: 'quoteStatus',
    items: [
      { value: 'draft', text: { zh_CN: '草稿', en_US: 'Draft' } },
      { value: 'pending', text: { zh_CN: '待生效', en_US: 'Scheduled' } },
      { value: 'effective', text: { zh_CN: '生效', en_US: 'Effective' } },
      { value: 'inactive', text: { zh_CN: '失效', en_US: 'Inactive' } },
    ],
  },
] as const satisfies Dictionary[]
