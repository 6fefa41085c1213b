import type { Text } from '../platform/text/text.ts'
import type { TrailWords } from '../staff/audit-labels.ts'

export const setUpText = {
  title: { zh_CN: '初始设置', en_US: 'Set-up' },
  stepOf: { zh_CN: '第 {step} 步，共 5 步', en_US: 'Step {step} of 5' },
  next: { zh_CN: '保存并继续', en_US: 'Save and go on' },
  goOn: { zh_CN: '继续', en_US: 'Go on' },
  skip: { zh_CN: '跳过此步', en_US: 'Skip this step' },
  later: { zh_CN: '以后再设置', en_US: 'Later' },
  laterHint: {
    zh_CN: '已保存的步骤不会丢失，可随时在任何设备上从首页继续。',
    en_US: 'What is saved stays. Go on from Home at any time, on any device.',
  },
  help: { zh_CN: '查看说明', en_US: 'Read the guide' },

  stepWarehouse: { zh_CN: '仓库', en_US: 'Warehouse' },
  whyWarehouse: {
    zh_CN: '地址和联系方式会作为发件人印在面单上；时区决定仓库的“今天”和库存快照时间。',
    en_US:
      'Address and contact are printed on labels as the sender’s; the time zone decides what “today” is here and when stock is counted.',
  },
  yourName: { zh_CN: '您的姓名', en_US: 'Your name' },
  yourNameHint: {
    zh_CN: '同事在操作日志、任务和单据上看到的名字。',
    en_US: 'What colleagues see in the audit log, in tasks and on documents.',
  },
  receivingHint: {
    zh_CN: '之后可在“仓库信息”的作业规则中修改。',
    en_US: 'You can change this later under “Warehouse info”.',
  },
  receiving: { zh_CN: '收货方式', en_US: 'How goods are received' },
  oneStep: { zh_CN: '一步：收货即上架', en_US: 'One step: receive and put away together' },
  oneStepHint: {
    zh_CN: '收货时扫描存储库位，货物立即成为可用库存；适合由同一人收货并上架的仓库。',
    en_US:
      'Scan the storage bin while counting, and the goods can be sold at once. Fits a warehouse where one person does both.',
  },
  twoSteps: { zh_CN: '两步：先收货，再上架', en_US: 'Two steps: receive first, put away later' },
  twoStepsHint: {
    zh_CN: '货物先清点到收货区，上架后才成为可用库存；适合收货和上架由不同的人完成的仓库。',
    en_US:
      'Goods are counted into the receiving area and can be sold after putaway. Fits a warehouse where different people do each.',
  },
  stepMeasures: { zh_CN: '单位与币种', en_US: 'Unit and currency' },
  whyMeasures: {
    zh_CN: '全部重量、尺寸、价格和余额都以它们为准，保存后谁也不能修改。',
    en_US: 'All weights, sizes, prices and balances are kept in them, and nobody can change them afterwards.',
  },
  measuresAre: { zh_CN: '单位与币种已设置：{measures}', en_US: 'Unit and currency are set: {measures}' },
  measuresOpen: { zh_CN: '请先设置单位和币种', en_US: 'Set unit and currency first' },
  stepLocations: { zh_CN: '库位', en_US: 'Locations' },
  whyLocations: {
    zh_CN: '每件货都放在一个库位上，拣货单按库位顺序行走。',
    en_US: 'Every piece lies in a location, and picking lists follow their order.',
  },
  locationsHint: {
    zh_CN:
      '收货区 RECV 和次品库位 D-01-01 会自动建立，可放所有客户的货；跳过时另建良品库位 A-01-01。下面的库位放在良品区，之后都可以修改。',
    en_US:
      'RECV for receiving and D-01-01 for damaged goods are created in any case and accept every customer; if you skip, A-01-01 for good goods is created too. The bins below go into the zone for good goods and can be changed later.',
  },
  locationsAre: {
    zh_CN: '已有 {count} 个库位。',
    en_US: '{count|There is|There are} {count} {count|location|locations} already.',
  },
  locationsLink: { zh_CN: '导入库位或打印库位标签', en_US: 'Import locations or print their labels' },
  createAndGoOn: { zh_CN: '生成 {count} 个并继续', en_US: 'Create {count} and go on' },
  stepChannel: { zh_CN: '物流渠道', en_US: 'Channel' },
  whyChannel: {
    zh_CN: '渠道是包裹离开仓库的方式，决定面单从哪里来。',
    en_US: 'A channel is the way parcels leave, and says where their labels come from.',
  },
  way: { zh_CN: '面单从哪里来', en_US: 'Where labels come from' },
  ownWay: { zh_CN: '自建渠道：使用自己的运单号', en_US: 'Self-built: tracking numbers of your own' },
  carrierWay: {
    zh_CN: '承运商：由 EasyPost 或演示承运商出单',
    en_US: 'A carrier: EasyPost or the demo carrier makes the label',
  },
  platformWay: {
    zh_CN: '自建平台：由您描述的 HTTP 接口出单',
    en_US: 'A self-built platform: an HTTP interface that you describe makes the label',
  },
  ownHint: {
    zh_CN: '号段或号码列表之后在“物流渠道”中添加。',
    en_US: 'Its numbers are added later under “Logistics channels”.',
  },
  carrierHint: {
    zh_CN: '演示承运商不需要网络和密钥，适合先试用；服务代码为 GROUND 或 EXPRESS。',
    en_US:
      'The demo carrier needs neither network nor key and is good to begin with; its services are GROUND and EXPRESS.',
  },
  platformHint: {
    zh_CN: '先描述平台的接口，再在平台上新建账号。',
    en_US: 'Describe the interface first, then open an account on it.',
  },
  noAccountYet: { zh_CN: '暂无账号，请先新建', en_US: 'There is no account yet; open one' },
  accountNeeded: { zh_CN: '请选择或新建账号', en_US: 'Choose an account or open one' },
  channelHint: {
    zh_CN: '发往仓库所在国家，面单为 100×150 mm；其余设置和更多渠道在“物流渠道”中维护。',
    en_US:
      'It goes to the country of the warehouse with 4×6 labels; everything else and more channels are kept under “Logistics channels”.',
  },
  channelsAre: {
    zh_CN: '已有 {count} 个渠道。',
    en_US: '{count|There is|There are} {count} {count|channel|channels} already.',
  },
  channelName: { zh_CN: '渠道名称', en_US: 'Channel name' },
  channelLink: { zh_CN: '打开物流渠道', en_US: 'Open logistics channels' },
  stepCustomer: { zh_CN: '首个客户', en_US: 'First customer' },
  whyCustomer: {
    zh_CN: '库存、订单和费用都属于某个客户；有登录账号的客户可以自行下单。',
    en_US: 'Stock, orders and fees belong to a customer; one with a login can place orders.',
  },
  customersAre: {
    zh_CN: '已有 {count} 个客户。',
    en_US: '{count|There is|There are} {count} {count|customer|customers} already.',
  },
  withLogin: { zh_CN: '同时开通登录账号', en_US: 'Open a login for them as well' },
  loginNeedsAccount: { zh_CN: '请填写登录账号', en_US: 'The login needs an account' },
  loginNeedsPassword: { zh_CN: '请为登录账号设置初始密码', en_US: 'The login needs a first password' },
  fromParent: {
    zh_CN: '由主仓维护并自动同步到此卫星仓，这里无需设置。',
    en_US: 'The main warehouse keeps these and they come here by themselves; there is nothing to set.',
  },
  finish: { zh_CN: '保存并完成', en_US: 'Save and finish' },
  stepDone: { zh_CN: '完成', en_US: 'Done' },
  finished: { zh_CN: '初始设置已完成', en_US: 'The set-up is finished' },
  finishedHint: {
    zh_CN: '还可以做以下事情，首页也会列出，直到全部完成。',
    en_US: 'Here is what else can be done; Home lists it too until all is.',
  },
  toHome: { zh_CN: '前往首页', en_US: 'To Home' },

  samples: { zh_CN: '示例数据', en_US: 'Sample data' },
  samplesHint: {
    zh_CN: '填入 3 个客户、30 个产品和 40 个库位用于试用，名称都带“示例”。仅限试用期且尚无客户和产品时。',
    en_US:
      'Lays 3 customers, 30 products and 40 bins to try things with, all marked as samples. For companies on trial without customers and products.',
  },
  samplesAfter: {
    zh_CN: '设置单位和币种后即可填入。',
    en_US: 'Can be had once unit and currency are set.',
  },
  fillSamples: { zh_CN: '填入示例数据', en_US: 'Fill with sample data' },
  samplesStarted: { zh_CN: '正在填入示例数据', en_US: 'Sample data is being laid' },
  samplesLaid: {
    zh_CN: '已填入示例数据：{customers} 个客户、{products} 个产品、{locations} 个库位',
    en_US: 'Sample data laid: {customers} customers, {products} products, {locations} locations',
  },
  noSamples: {
    zh_CN: '示例数据只用于试用期内、已设置单位且尚无客户和产品的公司',
    en_US: 'Sample data is for companies on trial with their unit set and without customers and products',
  },
  sampleOf: { zh_CN: '示例 · {name}', en_US: 'Sample · {name}' },
  sampleZone: { zh_CN: '示例库区', en_US: 'Sample zone' },
} as const satisfies Record<string, Text>

/** What the deed of laying samples leaves in the trail. */
export const setUpTrailWords: TrailWords = {
  types: {},
  actions: { fill_samples: setUpText.fillSamples },
  fields: {
    customers: { zh_CN: '客户', en_US: 'Customers' },
    products: { zh_CN: '产品', en_US: 'Products' },
    locations: { zh_CN: '库位', en_US: 'Locations' },
  },
}
