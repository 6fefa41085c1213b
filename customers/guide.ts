import type { GuideSection } from '../platform/text/guide.ts'
import { customersText } from './text.ts'

export const customersGuide: readonly GuideSection[] = [
  {
    id: 'customers',
    paths: ['/query/customer'],
    title: customersText.customersTitle,
    paragraphs: [
      {
        zh_CN:
          '列出客户。可按代码、名称、助记码或拼音首字母搜索（如输入 qhdz 找到“启航电子”），按状态和分组筛选。点击一行，右侧显示资料、结算方式和账户金额。',
        en_US:
          'Lists the customers whose goods you store. Search by code, name, mnemonic or pinyin initials; filter by status and group. Click a row to see details, payment terms and account amounts on the right.',
      },
      {
        zh_CN:
          '“新建客户”（快捷键 n）需要代码和名称；代码保存后不能修改。“导入”可一次导入最多 500 个客户：下载模板，填写后上传，检查全部行，改正错误的单元格，再导入；失败的行可以下载，改正后重新导入。',
        en_US:
          '“New customer” (shortcut n) needs a code and a name; the code can’t be changed after saving. “Import” adds up to 500 customers at a time: download the template, fill it in and upload it, review all checked rows, correct wrong cells, then import. Failed rows can be downloaded, corrected and imported again.',
      },
      {
        zh_CN:
          '“更多”中可以导出当前列表（Excel 或 CSV）、设置显示的列及其顺序、固定、宽度和行高，把当前筛选条件保存为自己的视图或与全仓共享。',
        en_US:
          '“More” exports the filtered list (Excel or CSV), sets which columns are shown and their order, pinning, width and row height, and saves the current filters as your own view or one shared with the whole warehouse.',
      },
      {
        zh_CN:
          '结算与信用（信用额度、下单金额限制、仓租结算周期）需要信用额度权限。没有查看权限的员工看不到金额。',
        en_US:
          'Payment and credit (credit limit, order amount limit, storage settlement cycle) require the credit limit permission. Staff without permission to view them see no amounts.',
      },
      {
        zh_CN:
          '点击客户可查看余额、冻结金额、信用额度和可下单金额。可下单金额为负时页面上方会提示，并计入首页的“余额低于预警的客户”，即使没有设置余额预警；账单结算且不限制下单金额的客户除外。“充值”登记一笔付款，确认后计入余额；“查看账户流水”列出该客户的每笔资金变动。',
        en_US:
          'Open a customer to see balance, held amount, credit limit and the amount available for orders. If that is negative, the page says so and Home counts the customer under “Low balances”, even without a balance warning, unless they pay by bill and their orders need no balance. “Top up” records a payment, which is in the balance once confirmed; “Show balance flow” lists every change of the customer’s money.',
      },
      {
        zh_CN:
          '列表显示每个客户的最近下单时间和已分配的报价（客户自己的优先于分组的）；可筛选有无已分配报价，勾选后点击“分配报价”一次分配给多个客户。客户页的“当前报价”列出每类业务现在使用的报价、折扣和来源；标为“无报价”的业务会使订单审核不通过。',
        en_US:
          'The list shows each customer’s last order and assigned quotes (its own come before its group’s). Filter by whether there is one; select customers and choose “Assign quote” to assign one to all of them. “Prices in force” on the customer’s page lists which quote, with which discount and from where, each kind of work is priced with now. Where it says “No price”, orders stop at the audit.',
      },
      {
        zh_CN:
          '账务每晚自动核对。与流水不一致的客户账户会标为“账务异常”并暂停记账：新产生的费用等待，订单审核不通过，其他客户照常。查明原因后，有信用额度权限的人填写原因即可恢复，等待的费用随后扣款，订单自动重新审核。',
        en_US:
          'The ledger check runs every night. An account that doesn’t match its balance flow is blocked: its fees wait and its orders fail their audit, while other customers are served as usual. Once the cause is found, someone who may edit credit limits unblocks it with a reason; what waited is then charged and the orders are audited again.',
      },
      {
        zh_CN:
          '可以为客户开通登录账号和重置密码；在列表中勾选多个客户可一次重置，新密码只显示一次，可下载。停用客户时，其登录立即结束且不能再登录，也不能新建单据；库存、仓租和进行中的单据继续。有未完成订单的客户、渠道或产品不会直接停用：系统先列出订单号，确认后点击“仍然停用”。',
        en_US:
          'You can create a login for a customer and reset its password. Select several in the list to reset them together: the new passwords are shown once and can be downloaded. Disabling a customer ends their sessions immediately; they can’t log in again or create new documents. Stock, storage rent and documents in progress continue. Customers, channels and products with open orders aren’t disabled right away: their order numbers are listed first, and “Disable anyway” confirms.',
      },
      {
        zh_CN: '卫星仓版本中，客户由主仓维护，本页为只读。',
        en_US:
          'In the satellite version, customers are maintained by the main warehouse and this page is read-only.',
      },
    ],
    terms: [
      {
        term: customersText.orderable,
        meaning: {
          zh_CN: '余额减去冻结金额；客户允许使用信用额度时再加上信用额度；账单结算的客户再减去未结算的费用。',
          en_US:
            'Balance minus the frozen amount, plus the credit limit if the customer is allowed to use it, minus the fees that a customer with bills hasn’t settled yet.',
        },
      },
      {
        term: customersText.group,
        meaning: {
          zh_CN: '同组客户可以共用报价。',
          en_US: 'Customers in the same group can share quotes.',
        },
      },
    ],
  },
]
