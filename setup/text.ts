import type { Text } from '../platform/text/text.ts'
import type { AuditLabels } from '../staff/audit-labels.ts'

export const setUpText = {
  title: { zh_CN: '初始设置', en_US: 'Setup' },
  stepOf: { zh_CN: '第 {step} 步，共 5 步', en_US: 'Step {step} of 5' },
  next: { zh_CN: '保存并继续', en_US: 'Save and continue' },
  goOn: { zh_CN: '继续', en_US: 'Continue' },
  skip: { zh_CN: '跳过此步', en_US: 'Skip this step' },
  later: { zh_CN: '以后再设置', en_US: 'Set up later' },
  laterHint: {
    zh_CN: '已保存的步骤不会丢失，可随时在任何设备上从首页继续。',
    en_US: 'Saved steps are kept. Continue from Home at any time, on any device.',
  },
  help: { zh_CN: '查看说明', en_US: 'Open the guide' },

  stepWarehouse: { zh_CN: '仓库', en_US: 'Warehouse' },
  whyWarehouse: {
    zh_CN: '地址和联系方式会作为发件人印在面单上；时区决定仓库的“今天”和库存快照时间。',
    en_US:
      'The address and contact are printed on labels as the sender. The time zone determines the warehouse’s “today” and when the stock snapshot is taken.',
  },
  yourName: { zh_CN: '您的姓名', en_US: 'Your name' },
  yourNameHint: {
    zh_CN: '同事在操作日志、任务和单据上看到的名字。',
    en_US: 'The name colleagues see in the audit log, tasks and documents.',
  },
  receivingHint: {
    zh_CN: '之后可在“仓库信息”的作业规则中修改。',
    en_US: 'You can change this later in the operating rules under “Warehouse info”.',
  },
  receiving: { zh_CN: '收货方式', en_US: 'Receiving mode' },
  oneStep: { zh_CN: '一步：收货即上架', en_US: 'One step: receive and put away together' },
  oneStepHint: {
    zh_CN: '收货时扫描存储库位，货物立即成为可用库存；适合由同一人收货并上架的仓库。',
    en_US:
      'Scan the storage bin while receiving, and the goods become available immediately. Best when the same person receives and puts away.',
  },
  twoSteps: { zh_CN: '两步：先收货，再上架', en_US: 'Two steps: receive first, put away later' },
  twoStepsHint: {
    zh_CN: '货物先清点到收货区，上架后才成为可用库存；适合收货和上架由不同的人完成的仓库。',
    en_US:
      'Goods are counted into the receiving area first and become available after putaway. Best when different people receive and put away.',
  },
  stepMeasures: { zh_CN: '单位与币种', en_US: 'Unit and currency' },
  whyMeasures: {
    zh_CN: '全部重量、尺寸、价格和余额都以它们为准，保存后谁也不能修改。',
    en_US: 'All weights, dimensions, prices and balances use them. They can’t be changed after saving.',
  },
  measuresAre: { zh_CN: '单位与币种已设置：{measures}', en_US: 'Unit and currency are set: {measures}' },
  measuresOpen: { zh_CN: '请先设置单位和币种', en_US: 'Set unit and currency first' },
  stepLocations: { zh_CN: '库位', en_US: 'Bins' },
  whyLocations: {
    zh_CN: '每件货都放在一个库位上，拣货单按库位顺序行走。',
    en_US: 'Every piece is stored in a bin, and picking lists follow the bin sequence.',
  },
  locationsHint: {
    zh_CN:
      '收货区 RECV 和次品库位 DEFECTIVE 会自动建立，可放所有客户的货；跳过时另建良品库位 A-01-01。下面的库位放在良品区，之后都可以修改。',
    en_US:
      'RECV for receiving and DEFECTIVE for defective goods are always created and accept goods of every customer. If you skip this step, A-01-01 for good stock is created too. The bins below are added to the zone for good stock; you can change them later.',
  },
  locationsAre: {
    zh_CN: '已有 {count} 个库位。',
    en_US: '{count|There is|There are} already {count} {count|bin|bins}.',
  },
  locationsLink: { zh_CN: '导入库位或打印库位标签', en_US: 'Import bins or print bin labels' },
  createAndGoOn: { zh_CN: '生成 {count} 个并继续', en_US: 'Create {count} and continue' },
  stepChannel: { zh_CN: '物流渠道', en_US: 'Channel' },
  whyChannel: {
    zh_CN: '渠道是包裹离开仓库的方式，决定面单从哪里来。',
    en_US: 'A channel is how packages leave the warehouse. It determines where their labels come from.',
  },
  way: { zh_CN: '面单从哪里来', en_US: 'Label source' },
  ownWay: { zh_CN: '自建渠道：使用自己的运单号', en_US: 'Self-built: use your own tracking numbers' },
  carrierWay: {
    zh_CN: '承运商：由 EasyPost 或演示承运商出单',
    en_US: 'Carrier: EasyPost or the demo carrier creates the label',
  },
  platformWay: {
    zh_CN: '自建平台：由您描述的 HTTP 接口出单',
    en_US: 'Self-built platform: an HTTP API that you describe creates the label',
  },
  ownHint: {
    zh_CN: '号段或号码列表之后在“物流渠道”中添加。',
    en_US: 'Add number ranges or import numbers later under “Logistics channels”.',
  },
  carrierHint: {
    zh_CN: '演示承运商不需要网络和密钥，适合先试用；服务代码为 GROUND 或 EXPRESS。',
    en_US:
      'The demo carrier needs no network or key and is good for trying things out. Its service codes are GROUND and EXPRESS.',
  },
  platformHint: {
    zh_CN: '先描述平台的接口，再在平台上新建账号。',
    en_US: 'Describe the platform’s API first, then create an account on it.',
  },
  noAccountYet: { zh_CN: '暂无账号，请先新建', en_US: 'No accounts yet. Create one first.' },
  accountNeeded: { zh_CN: '请选择或新建账号', en_US: 'Select or create an account' },
  channelHint: {
    zh_CN: '发往仓库所在国家，面单为 100×150 mm；其余设置和更多渠道在“物流渠道”中维护。',
    en_US:
      'Ships to the warehouse’s country with 4×6 in labels. Other settings and more channels are under “Logistics channels”.',
  },
  channelsAre: {
    zh_CN: '已有 {count} 个渠道。',
    en_US: '{count|There is|There are} already {count} {count|channel|channels}.',
  },
  channelName: { zh_CN: '渠道名称', en_US: 'Channel name' },
  channelLink: { zh_CN: '打开物流渠道', en_US: 'Open logistics channels' },
  stepCustomer: { zh_CN: '首个客户', en_US: 'First customer' },
  whyCustomer: {
    zh_CN: '库存、订单和费用都属于某个客户；有登录账号的客户可以自行下单。',
    en_US: 'Stock, orders and fees belong to a customer. A customer with a login can place orders.',
  },
  customersAre: {
    zh_CN: '已有 {count} 个客户。',
    en_US: '{count|There is|There are} already {count} {count|customer|customers}.',
  },
  withLogin: { zh_CN: '同时开通登录账号', en_US: 'Create a login as well' },
  loginNeedsAccount: { zh_CN: '请填写登录账号', en_US: 'Enter a login account' },
  loginNeedsPassword: { zh_CN: '请为登录账号设置初始密码', en_US: 'Enter an initial password for the login' },
  fromParent: {
    zh_CN: '由主仓维护并自动同步到此卫星仓，这里无需设置。',
    en_US:
      'Maintained by the main warehouse and synced to this satellite automatically. Nothing to set up here.',
  },
  finish: { zh_CN: '保存并完成', en_US: 'Save and finish' },
  stepDone: { zh_CN: '完成', en_US: 'Finish' },
  finished: { zh_CN: '初始设置已完成', en_US: 'Setup is complete' },
  finishedHint: {
    zh_CN: '还可以做以下事情，首页也会列出，直到全部完成。',
    en_US: 'You can do the following next. Home also lists these items until they are all done.',
  },
  toHome: { zh_CN: '前往首页', en_US: 'Go to Home' },

  samples: { zh_CN: '示例数据', en_US: 'Sample data' },
  samplesHint: {
    zh_CN: '填入 3 个客户、30 个产品和 40 个库位用于试用，名称都带“示例”。仅限试用期且尚无客户和产品时。',
    en_US:
      'Loads 3 customers, 30 products and 40 bins for trying things out, all marked as samples. Only for trial companies without customers and products.',
  },
  samplesAfter: {
    zh_CN: '设置单位和币种后即可填入。',
    en_US: 'Available once unit and currency are set.',
  },
  fillSamples: { zh_CN: '填入示例数据', en_US: 'Load sample data' },
  samplesStarted: { zh_CN: '正在填入示例数据', en_US: 'Loading sample data' },
  samplesLaid: {
    zh_CN: '已填入示例数据：{customers} 个客户、{products} 个产品、{locations} 个库位',
    en_US: 'Sample data loaded: {customers} customers, {products} products, {locations} bins',
  },
  noSamples: {
    zh_CN: '示例数据只用于试用期内、已设置单位且尚无客户和产品的公司',
    en_US:
      'Sample data is only for trial companies that have set their unit and have no customers or products yet',
  },
  sampleOf: { zh_CN: '示例 · {name}', en_US: 'Sample · {name}' },
  sampleZone: { zh_CN: '示例库区', en_US: 'Sample zone' },
} as const satisfies Record<string, Text>

/** The audit entry of creating samples. */
export const setUpAuditLabels: AuditLabels = {
  types: {},
  actions: { fill_samples: setUpText.fillSamples },
  fields: {
    customers: { zh_CN: '客户', en_US: 'Customers' },
    products: { zh_CN: '产品', en_US: 'Products' },
    locations: { zh_CN: '库位', en_US: 'Bins' },
  },
}
