import { platformParagraphs } from '../carriers/guide.ts'
import { callText } from '../platform/text/common-text.ts'
import type { GuideSection } from '../platform/text/guide.ts'
import { setUpText } from '../setup/text.ts'
import { paperParagraphs } from '../shipping/guide.ts'
import { basicDataText, homeText } from './page-text.ts'

export const shellGuide: readonly GuideSection[] = [
  {
    id: 'shell',
    title: { zh_CN: '顶部栏与菜单', en_US: 'Top bar and menu' },
    paragraphs: [
      {
        zh_CN:
          '顶部栏从左到右：公司 Logo 与系统名称；仓库代码和名称（点击名称打开仓库信息）；币种；计量单位；搜索；任务；时区；帮助；语言；您的账号。',
        en_US:
          'The top bar, from left to right: company logo and system name; warehouse code and name (click the name to open Warehouse info); currency; unit; search; tasks; time zone; help; language; your account.',
      },
      {
        zh_CN:
          '左侧菜单可以收起为图标，系统会记住。菜单只显示您有权限、且当前系统版本开放的页面。缺少的页面请联系仓库管理员开通。',
        en_US:
          'The menu on the left collapses to icons, and the system remembers your choice. It shows only pages you have permission to see and that your system version includes. Ask your warehouse manager if a page is missing.',
      },
      {
        zh_CN:
          '页面上的淡色水印是您的账号姓名，打印时不会出现。使用期即将结束时，顶部会显示剩余天数和联系方式。',
        en_US:
          'The pale watermark on the page is your name; it is not printed. When your usage period is about to end, a banner shows the days left and how to contact us.',
      },
      {
        zh_CN: '帮助按钮在新窗口打开本指南，并定位到当前页面的说明。',
        en_US: 'The help button opens this guide in a new window at the section about the current screen.',
      },
    ],
  },
  {
    id: 'tabs',
    title: { zh_CN: '标签页', en_US: 'Tabs' },
    paragraphs: [
      {
        zh_CN:
          '打开的页面排列在标签栏，最多 7 个。首页标签页不能关闭。打开第 8 个时，最早打开的非首页标签会被关闭。“关闭全部”只保留首页。',
        en_US:
          'Open pages appear in the tab bar, up to 7 at a time. The Home tab can’t be closed. Opening an eighth page closes the oldest tab other than Home. “Close all” keeps only Home.',
      },
      {
        zh_CN: '打开上级页面时，会取代它的下级标签页。例如打开“订单出库”，会取代“打印面单”标签页。',
        en_US:
          'Opening a parent page replaces its child’s tab. For example, “Order outbound” replaces “Print labels”.',
      },
      {
        zh_CN:
          '标签页上的圆点表示有未保存的修改。关闭这样的标签页会先询问；它因新标签页被挤出时，草稿会保留，并提示您可以重新打开。',
        en_US:
          'A dot on a tab marks unsaved changes. Closing that tab asks for confirmation. If a new tab pushes it out, the draft is kept and you are offered to reopen it.',
      },
      {
        zh_CN:
          '您编辑期间，如果其他人修改并保存了同一内容，表单会提示，且不会直接覆盖：请放弃您的修改，或确认保留后再保存。',
        en_US:
          'If someone else saves what you are editing, the form tells you and doesn’t overwrite it: discard your changes, or confirm that you keep them and save again.',
      },
    ],
  },
  {
    id: 'lists',
    title: { zh_CN: '列表', en_US: 'Lists' },
    paragraphs: [
      {
        zh_CN:
          '筛选、排序、页码和打开的详情都保存在网址里：浏览器的后退键可用，复制网址给有同样权限的同事，对方看到同样的内容。',
        en_US:
          'Filters, sorting, page number and the open drawer are part of the page address: the Back button works, and a colleague with the same permissions sees the same list when you share the link.',
      },
      {
        zh_CN:
          '空列表有三种：还没有数据；有数据但不符合筛选条件，可以清除筛选；没有权限或当前系统版本未开放。页面会说明是哪一种。',
        en_US:
          'An empty list tells you why: there is no data yet; nothing matches the filters, which you can clear; or you don’t have permission or your system version doesn’t include it.',
      },
      {
        zh_CN:
          '导入：选择、拖入文件，或在 Excel 里连表头复制后按 Ctrl+V。列按表头对应，改过的对应关系下次仍在。检查结果按新增、更新、需核对和错误分开，错误再按种类分开；每个错误说明是哪一行哪一列、要求什么、怎么改，可在原处修改。等待中的导入可在任务里取消，之后可重新导入；上传中断后重新选择同一文件会接着传。',
        en_US:
          'To import, choose or drop a file, or copy cells in Excel including the header row and press Ctrl+V. Columns are matched by their headers, and your own mapping is remembered. The check separates new, updated, needs review and error rows, and groups errors by type. Each error names the row and column, what is expected and how to fix it, and you can fix it on the spot. A waiting import can be cancelled under Tasks and run again later. If an upload is interrupted, choose the same file again to resume it.',
      },
      {
        zh_CN:
          '加载失败时，原来的内容保留并变灰，同时显示原因和“重试”。批量操作先完成能做的，再逐条列出没有完成的及其原因；失败的行保持选中，可以重试，单号可以复制。选中一行后可“选择全部匹配的记录”（最多 10,000 条），操作由任务完成，进度见任务。单号旁的按钮复制单号。',
        en_US:
          'If loading fails, the previous content stays, greyed out, with the reason and a Retry button. Bulk actions process what they can and list every record that failed with the reason; failed records stay selected so you can retry, and their numbers can be copied. After selecting a row you can select all matching records (up to 10,000); a task then does the work and shows its progress. The button next to a number copies it.',
      },
    ],
  },
  {
    id: 'keyboard',
    title: { zh_CN: '键盘', en_US: 'Keyboard' },
    paragraphs: [
      {
        zh_CN:
          '不用鼠标也能工作。按 ? 显示当前可用的全部快捷键。单键快捷键可以在个人信息中关闭；扫描枪输入时不会触发快捷键。',
        en_US:
          'You can work without a mouse. Press ? to see all available shortcuts. Single-key shortcuts can be turned off under Personal information; scanner input never triggers them.',
      },
    ],
    terms: [
      {
        term: { zh_CN: 'Ctrl+K（Mac 为 ⌘K）', en_US: 'Ctrl+K (⌘K on a Mac)' },
        meaning: {
          zh_CN:
            '打开命令面板：输入单号（订单号、参考号、运单号、入库单号等）打开单据，或输入页面名称或拼音首字母，例如 kccx 找到库存查询。',
          en_US:
            'Opens the command palette: type or paste the number of a document (an order, its reference or tracking number, an inbound order and more), a page name, or the pinyin initials of its Chinese name.',
        },
      },
      {
        term: { zh_CN: 'g 然后 h、i、o、s、c、f、q', en_US: 'g then h, i, o, s, c, f, q' },
        meaning: {
          zh_CN: '前往首页、入库单、订单、库存、客户、费用、报价。',
          en_US: 'Go to Home, inbound orders, orders, stock, customers, fees, quotes.',
        },
      },
      {
        term: { zh_CN: 'Alt+1 … Alt+7，Alt+W', en_US: 'Alt+1 … Alt+7, Alt+W' },
        meaning: {
          zh_CN: '切换到第几个标签页；关闭当前标签页。',
          en_US: 'Switch to a tab by its position; close the current tab.',
        },
      },
      {
        term: { zh_CN: 'j / k，x，Shift+x，Enter，Esc', en_US: 'j / k, x, Shift+x, Enter, Esc' },
        meaning: {
          zh_CN: '在列表中下移或上移、勾选、勾选到此行、打开详情、关闭。',
          en_US: 'Move down or up in a list, select a row, select up to this row, open details, close.',
        },
      },
      {
        term: { zh_CN: '/ 或 f，v，Shift+r', en_US: '/ or f, v, Shift+r' },
        meaning: {
          zh_CN: '跳到搜索和筛选条件、切换到下一个视图、刷新列表。',
          en_US: 'Jump to search and filters, switch to the next view, refresh the list.',
        },
      },
      {
        term: { zh_CN: 'Ctrl+S（Mac 为 ⌘S）', en_US: 'Ctrl+S (⌘S on a Mac)' },
        meaning: { zh_CN: '保存表单。', en_US: 'Save the form.' },
      },
    ],
  },
  {
    id: 'tasks',
    title: { zh_CN: '任务', en_US: 'Tasks' },
    paragraphs: [
      {
        zh_CN:
          '耗时较长的工作作为任务在后台运行，您可以继续做别的事，关闭或刷新页面也不影响。顶部栏的任务图标显示进行中的数量，点击可查看进度和结果。',
        en_US:
          'Long-running work is done by background tasks, so you can keep working, or close or reload the page. The tasks button in the top bar shows how many are running; click it for progress and results.',
      },
      {
        zh_CN: '等待中或进行中的任务可以取消，失败的任务可以重试。您自己的任务保留 30 天。',
        en_US:
          'Waiting or running tasks can be cancelled, failed tasks retried. Your tasks are kept for 30 days.',
      },
    ],
  },
  {
    id: 'time-and-language',
    title: { zh_CN: '时区与语言', en_US: 'Time zone and language' },
    paragraphs: [
      {
        zh_CN:
          '页面上的时间按您选择的时区显示；鼠标停在时间上可看到仓库当地时间。选项中的 GMT 偏移是今天的偏移，夏令时由系统自动处理。',
        en_US:
          'Times are shown in the time zone you choose; hover over a time to see the warehouse’s local time. The GMT offset in the list is today’s; daylight saving time is handled automatically.',
      },
      {
        zh_CN: '单据编号、快照和账单等业务日期一律按仓库时区，不受您的时区影响。',
        en_US:
          'Business dates, such as those in document numbers, snapshots and bills, always use the warehouse’s time zone, whatever yours is.',
      },
      {
        zh_CN: '界面语言有简体中文和英文。切换语言或时区会刷新页面；有未保存的修改时会先询问。',
        en_US:
          'The interface is available in Simplified Chinese and English. Changing the language or time zone reloads the page; if you have unsaved changes, you are asked first.',
      },
    ],
  },
  {
    id: 'messages',
    title: { zh_CN: '提示与错误', en_US: 'Messages and errors' },
    paragraphs: [
      {
        zh_CN: '联系支持时，请提供错误提示中的请求编号。',
        en_US: 'When you contact support, include the request number from the error message.',
      },
    ],
    terms: [
      {
        term: callText.networkError,
        meaning: {
          zh_CN: '10 秒内没有收到服务器的回答。请检查网络后重试；重复提交同一操作不会执行两次。',
          en_US:
            'The server did not respond within 10 seconds. Check your network and try again; sending the same action twice runs it only once.',
        },
      },
      {
        term: callText.networkException,
        meaning: {
          zh_CN: '收到了回答，但不是系统能读懂的内容，通常是中间的代理或网关所致。请稍后重试。',
          en_US:
            'The response did not come from the system, usually because of a proxy or gateway in between. Try again shortly.',
        },
      },
      {
        term: callText.serverError,
        meaning: {
          zh_CN: '系统自身出错，已被记录。请稍后重试，仍有问题时联系支持。',
          en_US:
            'The system had an internal error, which has been logged. Try again; contact support if it keeps happening.',
        },
      },
      {
        term: callText.notLoggedIn,
        meaning: {
          zh_CN: '登录已失效。重新登录后回到原来的页面。',
          en_US: 'Your session has expired. After you log in again, you return to the page you were on.',
        },
      },
      {
        term: { zh_CN: '缺少权限', en_US: 'Missing permission' },
        meaning: {
          zh_CN: '提示中写明缺少的权限和拥有它的同事：请他们代为操作，或请仓库负责人为您开通。',
          en_US:
            'The message names the missing permission and colleagues who have it. Ask one of them to do it, or ask the warehouse owner to grant it to you.',
        },
      },
      {
        term: callText.readOnlyHere,
        meaning: {
          zh_CN: '卫星仓版本中，客户、渠道和仓库信息由主仓维护。',
          en_US:
            'In the satellite version, customers, channels and warehouse info are maintained by the main warehouse.',
        },
      },
      {
        term: { zh_CN: '使用期已结束', en_US: 'Your usage period has ended' },
        meaning: {
          zh_CN: '仍可查询，不能修改。请按续费提示中的联系方式与我们联系。',
          en_US:
            'You can still view data but not change it. Use the contact details in the renewal notice to reach us.',
        },
      },
      {
        term: callText.partlyDone,
        meaning: {
          zh_CN: '部分记录已完成，其余逐条列出原因。',
          en_US: 'Some records were processed; the rest are listed with the reason.',
        },
      },
      {
        term: callText.selectionSize,
        meaning: {
          zh_CN: '一次可处理 1 到 500 条记录。',
          en_US: 'You can process 1 to 500 records at a time.',
        },
      },
    ],
  },
]

export const homeGuide: GuideSection = {
  id: 'home',
  paths: ['/'],
  title: homeText.title,
  paragraphs: [
    {
      zh_CN:
        '最上方是等待您处理的工作：待确认、待收货、待上架的入库单，待审核、异常、待打印、待出库的订单，以及盘点、费用和余额提醒。下面的卡片：仓库的基本信息和当地时间；您的任务中进行中和失败的数量；启用的员工账号数和今日登录人数。数字可以点击，打开对应的列表。',
      en_US:
        'Home starts with the work that waits for you: inbound orders to confirm, receive and put away; orders to audit, correct, print and ship; counts, fees and low balances. The cards below show the warehouse and its local time; your running and failed tasks; enabled staff accounts and how many people logged in today. Click a number to open the matching list.',
    },
    {
      zh_CN: '有权限的人可以在“账务自检”卡片上开始自检，结果显示在任务列表中。',
      en_US:
        'Users with permission can start a check from the “Ledger check” card; the result appears under Tasks.',
    },
    {
      zh_CN:
        '“设置清单”卡片列出还没有设置的事情，点击即可前往；全部完成后卡片消失。只有能编辑仓库信息的人看得到。',
      en_US:
        'The “Setup checklist” card lists what still needs to be set up, with a link for each item, and disappears when everything is done. Only users who can edit the warehouse see it.',
    },
    {
      zh_CN: '某张卡片加载失败时，只有它显示“重试”，其余卡片不受影响。',
      en_US: 'If a card fails to load, only that card shows Retry; the others are not affected.',
    },
  ],
}

export const setUpGuide: GuideSection = {
  id: 'set-up',
  paths: ['/setup'],
  title: setUpText.title,
  paragraphs: [
    {
      zh_CN:
        '新公司的负责人登录后会来到这里，按步骤设置：仓库、单位与币种、库位、物流渠道、首个客户。每一步保存后立即生效；离开后可从首页的“设置清单”继续，换一台设备也可以。已完成的步骤可以点击上方的标题返回修改，直到最后一步完成。',
      en_US:
        'The owner of a new company lands here after logging in and sets up the warehouse step by step: warehouse, unit and currency, bins, logistics channel, first customer. Each step takes effect as soon as it is saved. You can leave and continue later from the “Setup checklist” on Home, even on another device. Until the last step is finished, click a title above to go back and edit a completed step.',
    },
    {
      zh_CN:
        '第一步还会问您的姓名，以及收货方式：一步是收货时直接放到存储库位，两步是先清点到收货区再上架。之后可在“仓库信息”的作业规则中修改。',
      en_US:
        'The first step also asks for your name and the receiving mode: in one step, straight into a storage bin, or in two steps, counted into the receiving area first and put away later. You can change this later in the operating rules under “Warehouse info”.',
    },
    {
      zh_CN:
        '单位和币种只能设置一次，须再输入一次（例如 USD LB/IN）以确认。库位、渠道和客户可以跳过；跳过库位时仍会建立 RECV、A-01-01 和 DEFECTIVE。',
      en_US:
        'Unit and currency can be set only once, so you type them again to confirm, for example USD LB/IN. Bins, channel and customer can be skipped; RECV, A-01-01 and DEFECTIVE are created even if you skip bins.',
    },
    {
      zh_CN:
        '首个渠道先选面单从哪里来：自己的运单号、承运商（EasyPost 或演示承运商），或您描述的 HTTP 平台。所需的账号就在这一步新建并测试连接，凭证保存后不再显示；选择承运商时按渠道费用计费，之后都可以在“物流渠道”中修改。',
      en_US:
        'For the first channel, choose where its labels come from: your own tracking numbers, a carrier (EasyPost or the demo carrier), or an HTTP platform that you describe. You create the account it needs and test the connection in the same step; its credentials are never shown again. A carrier channel is billed by carrier cost. You can change all of this later under “Logistics channels”.',
    },
    {
      zh_CN:
        '试用期内、尚无客户和产品的公司可以“填入示例数据”：3 个客户、30 个产品和 40 个库位，编码以 SAMPLE 开头，名称带“示例”；还有操作费、仓租和固定单价渠道的示例报价。之后才新建的固定单价渠道，在“物流运费”报价的空列表中点“生成示例报价”补上。',
      en_US:
        'A trial company without customers and products can be filled with sample data: 3 customers, 30 products and 40 bins. Their codes start with SAMPLE and their names are marked as samples. Handling, storage and channels charged flat per package get sample prices. For such a channel created later, choose “Create sample prices” in the empty list of freight quotes.',
    },
    {
      zh_CN:
        '卫星仓的客户和渠道由主仓自动同步，这里无需设置；仓库资料和收货方式在初始设置时填写，之后由主仓在“仓库信息”的“卫星仓”中修改。',
      en_US:
        'A satellite’s customers and channels are synced from the main warehouse automatically, so there is nothing to set up here. Its warehouse details and receiving mode are entered during setup; afterwards the main warehouse changes them under “Satellite warehouses” in its Warehouse info.',
    },
  ],
}

export const basicDataGuide: GuideSection = {
  id: 'basic-data',
  paths: ['/setting/basicData'],
  title: basicDataText.title,
  paragraphs: [
    {
      zh_CN:
        '四个页签：州/省（国家、代码和名称）、打印设置、面单水印（水印模板）、自建渠道平台（承运商接口）。卫星仓版本不显示此页面。',
      en_US:
        'Four tabs: states and provinces (country, code and name), print settings, waybill watermark (templates) and self-built channel platform (carrier APIs). The page is not shown in the satellite version.',
    },
    {
      zh_CN:
        '州/省：自带美国、加拿大、澳大利亚、德国、英国、日本和中国的数据。可按国家、状态、代码、名称或拼音首字母查找，可新建、编辑名称、批量启用或停用、导入和导出。代码 2 至 5 位，保存为大写；国家和代码保存后不能修改，也不能删除，只能停用。“日志查询”打开操作日志，显示谁改了什么。',
      en_US:
        'States: those of the United States, Canada, Australia, Germany, the United Kingdom, Japan and China are included. Search by country, status, code, name or pinyin initials; add states, edit names, enable or disable several at once, import and export. Codes have 2 to 5 characters and are saved in upper case. Country and code can’t be changed after saving, and a state can’t be deleted, only disabled. “Log” opens the audit log, which shows who changed what.',
    },
    ...paperParagraphs,
    ...platformParagraphs,
  ],
}
