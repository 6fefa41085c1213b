import type { GuideSection } from '../platform/text/guide.ts'
import { ordersText } from './text.ts'

export const ordersGuide: readonly GuideSection[] = [
  {
    id: 'orders',
    paths: ['/order/list', '/order/list/order_query'],
    title: ordersText.ordersTitle,
    paragraphs: [
      {
        zh_CN:
          '订单出库由五个视图组成：全部订单、打印面单、批量出库、拣货单、订单查询。点击标题下方的页签切换，每个视图有自己的网址，可以直接发给同事。',
        en_US:
          'Order outbound has five views: all orders, print labels, batch outbound, picking lists and order query. Switch between them with the tabs below the title; each view has its own address that you can share with colleagues.',
      },
      {
        zh_CN:
          '新建订单时选择客户、渠道和产品，填写收件人；产品旁显示可用数量。参考号在同一客户的有效订单中不能重复。',
        en_US:
          'To create an order, choose the customer, channel and products and enter the recipient; the available quantity is shown beside each product. A customer can use a reference once among orders that are not voided.',
      },
      {
        zh_CN:
          '用 Excel 导入：每行一种商品，同一客户、同一参考号的行合为一个订单；收件人、渠道等订单内容填在其中一行即可。一次最多 500 行。有错误的订单整单不导入，错误标在单元格上；可选择只导入正确的订单，或有错误就全部不导入。导入的订单待审核，结果列出新的订单号。',
        en_US:
          'Import from Excel: one row per product; rows with the same customer and reference form one order, and the recipient, channel and other details of the order need to be in only one of its rows. Up to 500 rows at a time. An order with an error is left out as a whole, and the error is shown at its cell; choose whether to import the valid orders or nothing at all. Imported orders are pending audit, and the result lists the new order numbers.',
      },
      {
        zh_CN:
          '审核按顺序检查地址、渠道、库存、价格和客户余额：通过的订单锁定库存并冻结预估费用，进入“待发货”；没有通过的进入“审核异常”，并写明原因。点击一个原因，会列出处理方式：编辑、更换渠道、上传或重新出面单，或前往设置报价、收款、分区和单号的页面；没有相应权限的人员看不到。修改订单后点击“重新审核”；库存补足、价格生效或客户付款后，因此未通过的订单会自动重新审核。仓库设置中可以打开“订单自动审核”。库存不足时，优先级高的订单先得到库存。“今日应发”筛选出在渠道截单时间之前收到、尚未发出的订单。',
        en_US:
          'The audit checks address, channel, stock, price and the customer’s balance, in this order. Orders that pass have their stock allocated and the estimated cost held, and become “Pending shipment”; the others become “Audit exception” and say why. Click a cause to see what corrects it: editing, another channel, uploading or reissuing the label, or the page for prices, collections, zones or tracking numbers, if you have the permission. Correct the order, then choose “Check again”; orders that lacked stock, a price or money are checked again automatically once it is there. “Audit orders automatically” in the warehouse settings audits new orders at once. The filter “Ships today” finds open orders that came before the cut-off time of their channel. When stock is scarce, orders with a higher priority are served first.',
      },
      {
        zh_CN:
          '需要面单的渠道，审核时一并取得面单：自有单号、客户上传，或向承运商购买。承运商暂时不可用时系统自动重试；没有收到答复时先查询，不会重复购买。仍不能确定时，订单进入“审核异常”：请在承运商系统中核对，再点击“重新出面单”，旧面单会先作废。承运商拒绝作废的面单留在订单的面单列表中，可点击“再次作废”；已收取的费用不会自动退还。首页和订单列表以红色显示“承运商拒绝作废的面单”数量，点击打开这些订单：与承运商核对后，填写原因点击“确认作废失败”，订单就不再计入；面单列表写明谁在何时为何确认。用“面单作废失败”也能筛选出已确认的订单。只缺面单的订单保留已锁定的货物。',
        en_US:
          'Where the channel needs a label, the audit also gets it: your own number, the customer’s upload, or a purchase from the carrier. A carrier that is down is asked again automatically; if its answer was lost, it is asked before anything is bought again. If that does not settle it, the order becomes “Audit exception”: look in the carrier’s own system, then choose “Reissue label”, which voids the old label first. A label that the carrier refused to void stays on the order, where “Void again” asks the carrier once more; what was charged for it is not refunded automatically. Home and the order list count these orders in red under “Void refused by the carrier”, and the count opens them: settle it with the carrier, then choose “Acknowledge refused void” and give a reason, and the order is no longer counted. Its labels show who acknowledged it, when and why; the filter “Label void refused” also finds the acknowledged ones. An order that only lacks its label keeps its goods.',
      },
      {
        zh_CN:
          '有费用查看权限的人员在新建订单和订单详情中看到预估费用、客户余额和冻结金额；没有价格时写明缺少什么。出库时按实际重量计费，并从余额扣除；出库后详情显示已计费用。导入订单时，余额不足或没有价格的订单会提示，但仍可导入。主管可以填写原因强制通过。',
        en_US:
          'Users who may see fees find the estimated cost, the customer’s balance and what is held of it in the order form and on the order; where there is no price, it says what is missing. When the order ships, it is charged by what was measured, out of the balance, and the order shows its fees. The check of an import names orders that the balance does not cover or that have no price; they can be imported anyway. A manager can force the audit and gives a reason.',
      },
      {
        zh_CN:
          '作废订单需要填写原因；锁定的库存立即释放。已拣出的货物会转到用途为“退货”的库位，移回存储库位后才可用；库存查询的“退货区待归位”列出这些货物。订单详情中的“操作记录”写明谁在何时做了哪一步、状态如何变化，“单据”列出拣货单、称得的重量和出库批次。没有编辑权限的人员看不到收件人的姓名、电话和街道。订单发货或作废满一定天数（仓库设置中的“收件人信息保留天数”，默认 730 天）后，收件人信息自动删除，只保留国家、州省和邮编前三位；订单上会写明删除日期。操作日志只记录改了哪些收件人字段，不记录内容。',
        en_US:
          'Voiding an order needs a reason; its allocated stock is released at once. Goods that are already picked are moved to a bin with the purpose “Returns” and are available once they are moved back to a storage bin; “To put back” on the stock page lists them. “Activity” in the details of an order says who did which step when and how the status changed; “Documents” lists its picking lists, what its packages weighed and the batch it left with. Users who may not edit orders don’t see the recipient’s name, phone number or street. Some time after an order is shipped or voided (“Days to keep recipients’ data” in the warehouse settings, 730 by default), the recipient’s data is deleted automatically, except for country, state and the first three characters of the postal code; the order shows when. The audit log records which of these fields were changed, not their content.',
      },
    ],
    terms: [
      {
        term: { zh_CN: '待审核 / 审核中 / 审核异常', en_US: 'Pending audit / Under audit / Audit exception' },
        meaning: {
          zh_CN: '等待检查；正在检查地址、渠道、库存、报价和余额；其中一项没有通过。',
          en_US:
            'Waiting to be checked; address, channel, stock, price and balance are being checked; one of the checks failed.',
        },
      },
      {
        term: { zh_CN: '待发货 / 已打单 / 已发货', en_US: 'Pending shipment / Waybill printed / Shipped' },
        meaning: {
          zh_CN: '库存已锁定；面单已打印；包裹已离仓，库存已扣减。',
          en_US:
            'Stock is allocated; the waybill is printed; the package has left the warehouse and stock has been deducted.',
        },
      },
      {
        term: { zh_CN: '预估重量 / 实际重量', en_US: 'Estimated weight / Actual weight' },
        meaning: {
          zh_CN: '由产品资料推算的重量；扫描出库时称得的重量，全部包裹称重后显示。',
          en_US:
            'The weight by product data; what the packages weighed when they were scanned out, once all of them are weighed.',
        },
      },
    ],
  },
]
