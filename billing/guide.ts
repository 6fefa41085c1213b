import type { GuideSection } from '../platform/text/guide.ts'
import { billingText } from './text.ts'

export const billingGuide: readonly GuideSection[] = [
  {
    id: 'fees',
    paths: ['/query/cost'],
    title: billingText.costTitle,
    paragraphs: [
      {
        zh_CN:
          '财务人员在这里查看费用。页签分别是：费用、未计费、审批、账单、仓租、账户流水、费用类型。每笔费用都写明关联单据、计费依据和适用报价；点开可以看到金额是怎么一步步算出来的，便于向客户解释。',
        en_US:
          'Billing staff look up fees here. The tabs are fees, not priced, approvals, bills, rent, account balance flow and fee types. Each fee shows its document, its basis and the quote used; open it to see step by step how the amount was calculated, so you can explain it to the customer.',
      },
      {
        zh_CN:
          '金额有争议时打开费用：“退款”退回全部或部分，累计不超过原金额；“重新计费”按当时的事实再算一次，可指定报价版本，已结算的先全额冲销再重新扣款；未结算的可以作废。手工费用可以逐笔添加或从表格导入；表格中负数的一行，如果单据已有同类型的费用，就是该费用的退款，检查时会注明。手工费用和退款可以上传凭证。',
        en_US:
          'When an amount is disputed, open the fee. “Refund” pays back all or a part, never more than was charged. “Recalculate” calculates the work again from the facts of that moment, with a version you may choose; a settled fee is reversed in full and charged again. Fees that are not settled can be voided. Manual fees are added one by one or imported from a spreadsheet; there a negative row for a document that already has a fee of the same type refunds that fee, and the check says so. Manual fees and refunds can have proof attached.',
      },
      {
        zh_CN:
          '“未计费”列出还没有费用的业务和原因，“去处理”打开要补的报价、分区或产品；补齐后点“重新计费”；发布、启用或设为默认报价和分配价格后系统自动重算，补上分区、产品尺寸或汇率后最迟一小时内自动重算。早于报价第一个版本的业务，或当时的版本没有相应区间、分区价格的业务，用“按指定版本计费”。确定不收的填写原因“免收”。',
        en_US:
          '“Not priced” lists activities without fees and why; “Fix” opens the quote, zone or product that lacks something. Then choose “Recalculate”; it also happens automatically when a quote is published, enabled or made the default or a price is assigned, and within the hour when a zone, a product’s size or an exchange rate was added. For work older than the first version of a quote, and for work that its own version has no tier or price for, use “Calculate with a version”. Use “Waive”, with a reason, for what should not be charged.',
      },
      {
        zh_CN:
          '退款和手工费用超过角色审批金额（在角色中设置）时，会在“审批”中等待另一人通过或拒绝，申请人不能审批自己的申请。同一人对同一单据的退款合并计算，已由他人通过的不再计入；手工费用按笔计算，导入的按整个表格合计。',
        en_US:
          'A refund or manual fee above the amount of your role (set with the role) waits under “Approvals” until another person approves or rejects it. You can’t approve your own request. What you refund of one document counts together, except what another person has approved; manual fees count one by one, and those of a spreadsheet together.',
      },
      {
        zh_CN:
          '“仓租”列出每个计费日的库存快照：状态、客户数、明细行数、合计和较前一日的变化，超过 ±30% 会标出。快照按仓库时区和快照时间从库存流水生成，收货区和虚拟库位不计；打开某一日可看到每个客户的金额，展开后是每行货物的库龄、体积、单价和金额。每天结算的客户当晚扣款；按 N 天结算的客户每晚冻结，到扣款日一次扣除；月结客户的费用不扣余额。漏掉的日期会按顺序自动补算，失败的日期可以“重新运行”。没有尺寸的产品按最小体积计费并有标记。',
        en_US:
          '“Rent” lists the stock snapshot of every charge date: status, customers, lines, total and the change against the night before, marked above ±30 %. It is taken from the inventory flow at the warehouse’s snapshot time and time zone, without receiving areas and virtual bins. Open a night to see each customer’s amount; expand a customer to see age, volume, price and amount of every line. Customers with daily rent pay the same night; with a deposit over N days the money is held each night and taken on the last day; customers who pay by bill get a fee that leaves the balance alone. Missed nights are made up automatically, in order, and a failed one can be run again. Products without sizes are charged at the minimum volume and marked.',
      },
      {
        zh_CN:
          '“计费失败”是应立即从余额扣款、但还没有扣款的费用，首页和菜单会计数。用筛选“计费失败”查看，每笔都写明原因：系统一小时内自动重试，也可以点“结算”；账户已暂停记账的，恢复后再扣。',
        en_US:
          '“Billing failed” are fees that should have left the balance at once and have not; Home and the menu count them. The filter “Billing failed” lists them with the reason: most are tried again within the hour, or choose “Settle”; those of a blocked account are taken once it is unblocked.',
      },
      {
        zh_CN: '在“费用类型”中可以新建自己的费用类型，或停用不用的类型。',
        en_US: 'Under “Fee types” you can add fee types and disable those you don’t use.',
      },
      {
        zh_CN:
          '账户流水列出每个客户账户的每次变动：入款、扣款、冻结、解冻和额度变更，以及变动后的余额。选择客户和日期后，下方显示期初余额、入款合计、扣款合计和期末余额。',
        en_US:
          'The account balance flow lists every change of a customer’s account: money in, out, held, released, and changes of the credit limit, each with the balance after it. Choose a customer and days to see opening balance, money in, money out and closing balance below.',
      },
    ],
    terms: [
      {
        term: billingText.bills,
        meaning: {
          zh_CN:
            '一个客户一段时间的费用。月末点“生成账单”，不选客户即为所有有费用的客户；预览列出每个客户的金额以及尚未计费的业务。账期客户得到待付账单，余额客户得到对账单，期初余额加收款减费用等于期末余额。草稿可以刷新，出账后明细不再变化；收款用途选“账单回款”并选择账单，付清后费用自动结算。付错的账单可重新打开，未付的可作废，费用随后可重新出账。每张账单可下载 PDF 和表格。',
          en_US:
            'The fees of one customer and period. At the end of a month choose “Create bills”; without a choice of customers it bills everyone with fees, and the preview shows each amount and what has no price yet. Customers who are billed get a bill to pay, others a statement whose opening balance plus payments less fees is the closing balance. A draft can be refreshed; once issued its lines don’t change. Record a collection for “Bill payment” and choose the bills: when a bill is paid in full, its fees are settled. A paid bill can be reopened and an unpaid one voided, then its fees can be billed again. Every bill can be downloaded as PDF and spreadsheet.',
        },
      },
      {
        term: billingText.noPrice,
        meaning: {
          zh_CN: '找不到报价的单据列在这里，不会按零收费，也不会被跳过。',
          en_US:
            'Documents without a matching price are listed here. They are neither charged at zero nor skipped.',
        },
      },
      {
        term: { zh_CN: '未结算 / 已结算', en_US: 'Not settled / settled' },
        meaning: {
          zh_CN: '费用尚未从客户账户扣除；已从客户账户扣除。负数金额为退款。',
          en_US:
            'Not yet deducted from the customer’s account; already deducted. A negative amount is a refund.',
        },
      },
    ],
  },
  {
    id: 'collections',
    paths: ['/query/collectPayment'],
    title: billingText.collectionsTitle,
    paragraphs: [
      {
        zh_CN:
          '在这里登记客户的付款。“登记收款”生成草稿，可上传凭证；也可从表格导入银行流水，每行生成一个草稿，已登记过的银行流水号会跳过。草稿可以编辑和删除。卫星仓版本不显示此页面。',
        en_US:
          'Record customers’ payments here. “Record payment” creates a draft, with proof attached; bank lines can also be imported from a spreadsheet, one draft per row, and references that are already recorded are skipped. Drafts can be edited and deleted. This page is not shown in the satellite version.',
      },
      {
        zh_CN:
          '“确认收款”会先显示每个客户确认前后的余额，确认后才计入余额；因余额不足而审核异常的订单会自动重新审核。已确认的收款不能修改，只能填写原因冲销，冲销会把金额从余额中退回。',
        en_US:
          '“Confirm payment” first shows each customer’s balance before and after; only then the money is in the balance, and orders that failed the audit for lack of balance are checked again automatically. A confirmed collection can’t be changed. Reverse it with a reason, and the amount leaves the balance again.',
      },
    ],
    terms: [
      {
        term: { zh_CN: '押金/预存', en_US: 'Deposit' },
        meaning: {
          zh_CN:
            '计入余额并立即冻结，客户不能用于下单。“释放押金”后留在余额中，可以使用；冲销则从余额中退回。',
          en_US:
            'Added to the balance and held at once: the customer can’t order with it. “Release deposit” leaves it in the balance, free to use; reversing it takes it out of the balance.',
        },
      },
      {
        term: { zh_CN: '退款给客户', en_US: 'Refund to customer' },
        meaning: {
          zh_CN: '金额为负数。客户余额减去冻结金额后必须足够，信用额度不计入。',
          en_US:
            'A negative amount. The balance without held money must cover it; the credit limit does not count.',
        },
      },
    ],
  },
  {
    id: 'quotes',
    paths: [
      '/setting/quote',
      '/setting/quote/customer_price',
      '/setting/quote/warehouse_operation',
      '/setting/quote/logistics_freight',
      '/setting/quote/storage_fee',
      '/setting/quote/channel_quote',
      '/setting/quote/what_if',
    ],
    title: billingText.quotesTitle,
    paragraphs: [
      {
        zh_CN:
          '客户报价分为：全部报价、客户价格、仓库操作费、物流运费、仓租、物流分区、渠道报价（成本）。点击标题下方的页签切换。每个报价有若干版本：草稿、待生效、生效、失效，由时间决定。',
        en_US:
          'Customer quote has these sections: all quotes, customer price, warehouse operation fee, logistics freight, storage rent, logistics zones and channel quote (cost). Switch between them with the tabs below the title. A quote has versions: draft, scheduled, effective and inactive, depending on their times.',
      },
      {
        zh_CN:
          '改价：打开报价，点“新版本”，它是现行版本的副本；修改价格后保存草稿，再“发布”并填写晚于当前时间的生效时间。到时原版本自动结束。也可用“复制其他报价”从另一报价开始。待生效的版本可以撤回，生效过的版本不能再改，已产生的费用不变。价格有空档、重叠或缺失时不能发布，编辑器会逐条列出。',
        en_US:
          'To change prices, open the quote and choose “New version”: it starts as a copy of the version in force. Edit, save the draft, then publish it with a start later than now; the old version ends at that time. “Copy another quote” starts from the prices of another one. A scheduled version can be withdrawn. A version that has been in force can’t be changed, and existing fees stay as they are. Prices with gaps, overlaps or missing values can’t be published; the editor lists them.',
      },
      {
        zh_CN:
          '运费表可从 Excel 粘贴，也可“下载 Excel”，在文件中修改后再“上传 Excel”：内容与文件完全一致，有错时指出工作表、行和列，不会载入一部分。“试算包裹”按目的地、客户和发货日期显示分区、计费重、各项费用和合计，与订单实际收费一致。',
        en_US:
          'A freight table can be pasted from Excel. It can also be downloaded as an Excel file, changed there and uploaded again: the prices become exactly those of the file. Mistakes are named with their worksheet, row and column, and then nothing is loaded. “Try a package” shows zone, billable weight, every fee and the total by destination, customer and ship date, exactly as an order is charged.',
      },
      {
        zh_CN:
          '仓库操作费：每个费用类型一条规则，按区间计价，可设最低和封顶；订单不能按箱、托或柜计费。仓租：按库龄分档，可试算 120 天。燃油附加费率按开始日期设置，不必发布新版本。',
        en_US:
          'Warehouse operation fee: one rule for each fee type, with tiers, a minimum and a maximum; orders can’t be billed by box, pallet or container. Storage rent: tiers by stock age, with a preview of 120 days. Fuel surcharges have their own start dates and need no new version.',
      },
      {
        zh_CN:
          '客户价格：给客户或客户分组分配报价和折扣。计费时先找客户自己的，再找客户分组的，最后用默认报价。“无报价客户”列出缺少报价的客户。',
        en_US:
          'Customer price: assign a quote and a discount to customers or groups. The customer’s own price is used first, then the group’s, then the default quote. “Customers without a price” lists who lacks one.',
      },
    ],
    terms: [
      {
        term: { zh_CN: '价格试算', en_US: 'What-if' },
        meaning: {
          zh_CN:
            '用草稿或其他版本重新计算一段时间内已计费的单据，按客户列出实际费用、试算费用和差额，以及差额最大的单据；缺少报价的业务另列首次计价的金额，不计入差额；不改动任何数据。不选版本时按原版本核对，差额应为零。',
          en_US:
            'Calculates work that was charged again with a draft or another version: for each customer what was charged, what it would be and the difference, and the documents with the biggest differences. What has no price yet is listed apart with its first price, which is in no difference. Nothing is changed. Without a version it checks with those that were used, and the difference is zero.',
        },
      },
      {
        term: { zh_CN: '折扣', en_US: 'Discount' },
        meaning: {
          zh_CN: '乘数，0.85 表示按报价的 85% 收费。',
          en_US: 'A multiplier: 0.85 means the customer pays 85% of the quoted price.',
        },
      },
      {
        term: { zh_CN: '生效 / 失效', en_US: 'Effective / inactive' },
        meaning: {
          zh_CN: '报价版本在其生效时间与失效时间之间有效。',
          en_US: 'A quote version applies between its effective time and its inactive time.',
        },
      },
    ],
  },
]
