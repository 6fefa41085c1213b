import type { Text } from '../platform/text/text.ts'
import type { AuditLabels } from '../staff/audit-labels.ts'
import { ordersDictionaries } from './dictionaries.ts'
import { orderStates, orderStateText } from './states.ts'
import { addressKindText, ordersText } from './text.ts'

/** The name of the cause of an exception. */
export const exceptionWord = wordOf('orderExceptionCode')

export const ordersAuditLabels: AuditLabels = {
  types: { order: ordersText.order },
  actions: {
    pass_audit: ordersText.pass_audit,
    fail_audit: ordersText.fail_audit,
    mark: ordersText.mark,
    purge: ordersText.purge,
    start_audit: ordersText.start_audit,
    force_audit: ordersText.force_audit,
    assign_channel: ordersText.assign_channel,
    reissue_label: ordersText.reissue_label,
    upload_label: ordersText.upload_label,
    void_label_again: ordersText.void_label_again,
    acknowledge_refused_void: ordersText.acknowledge_refused_void,
    print: { zh_CN: '打印面单', en_US: 'Label printed' },
    reprint: { zh_CN: '补打面单', en_US: 'Label reprinted' },
    cancel_print: { zh_CN: '取消打印', en_US: 'Print cancelled' },
    weigh: { zh_CN: '称重', en_US: 'Weighed' },
    ship: { zh_CN: '出库', en_US: 'Shipped' },
    void: ordersText.void,
    request_intercept: ordersText.request_intercept,
    approve_intercept: ordersText.approve_intercept,
    reject_intercept: ordersText.reject_intercept,
  },
  fields: {
    orderStatus: ordersText.orderStatus,
    exceptionCode: ordersText.exceptionCode,
    platform: ordersText.platform,
    platformOrderNo: ordersText.platformOrderNo,
    shopName: ordersText.shopName,
    channelId: ordersText.channel,
    receiverName: ordersText.receiverName,
    company: ordersText.company,
    taxNo: ordersText.taxNo,
    stateCode: ordersText.state,
    city: ordersText.city,
    postcode: ordersText.postcode,
    address1: ordersText.address1,
    address2: ordersText.address2,
    address3: ordersText.address3,
    doorplate: ordersText.doorplate,
    addressKind: ordersText.addressKind,
    senderName: ordersText.senderName,
    senderPhone: ordersText.senderPhone,
    senderCountry: ordersText.senderCountry,
    senderState: ordersText.senderState,
    senderCity: ordersText.senderCity,
    senderPostcode: ordersText.senderPostcode,
    senderAddress: ordersText.senderAddress,
    signature: ordersText.signature,
    insuredValue: ordersText.insuredValue,
    pickRemark: ordersText.pickRemark,
    priority: ordersText.priority,
    tags: ordersText.tags,
    lineCount: ordersText.lines,
    trackingNo: ordersText.trackingNo,
    interceptStatus: ordersText.interceptStatus,
  },
  values: {
    addressKind: (code) =>
      Object.entries(addressKindText).find(([kind]) => kind === code)?.[1] ?? { zh_CN: code, en_US: code },
    exceptionCode: exceptionWord,
    interceptStatus: wordOf('interceptStatus'),
    orderStatus: (code) => {
      const state = orderStates.states.find((state) => state === code)
      return state ? orderStateText[state] : { zh_CN: code, en_US: code }
    },
  },
}

function wordOf(dictionary: (typeof ordersDictionaries)[number]['code']) {
  const items: readonly { value: string; text: Text }[] =
    ordersDictionaries.find(({ code }) => code === dictionary)?.items ?? []
  return (code: string): Text =>
    items.find(({ value }) => value === code)?.text ?? { zh_CN: code, en_US: code }
}
