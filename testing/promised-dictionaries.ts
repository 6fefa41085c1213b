/** Written out by hand from the specification: these fifteen are promised to every client. */
export const promisedDictionaries = [
  'channelLabelSource',
  'channelBillingMethod',
  'hwmsLabelFormat',
  'labelWatermarkItem',
  'hwmsStatus',
  'metricUnit',
  'position_type',
  'freightBillingCode',
  'transaction_business_type',
  'bill_order_type',
  'bill_amount_limit',
  'account_log_biz_type',
  'account_log_type',
  'prc_wh_operation_condition_type',
  'storage_settlement_cycle',
]
