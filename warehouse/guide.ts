import type { GuideSection } from '../platform/text/guide.ts'
import { warehouseText } from './text.ts'

export const warehouseGuide: readonly GuideSection[] = [
  {
    id: 'warehouse',
    paths: ['/setting/warehouse'],
    title: warehouseText.warehouseTitle,
    paragraphs: [
      {
        zh_CN:
          '“仓库资料”可编辑仓库的代码、类型、地址、联系方式、时区、库存快照时间（00:00 至 06:00）和最小计费体积。地址会作为发件地址印在面单上。顶部栏的仓库名称也会打开此页面。',
        en_US:
          '“Warehouse details” shows the warehouse code, type, address, contact, time zone, stock snapshot time (00:00 to 06:00) and minimum billable volume; click “Edit” to change them. The address is printed on labels as the sender. The warehouse name in the top bar also opens this page.',
      },
      {
        zh_CN:
          '“作业规则”决定收货、审核、拣货、称重、截单和补打如何进行，以及收件人信息保留多久。每次修改都记入操作日志，只记改动的项目。',
        en_US:
          '“Operating rules” define how receiving, audits, picking, weighing, intercepts and reprints work, and how long recipients’ data is kept. Every change is recorded in the audit log, field by field.',
      },
      {
        zh_CN:
          '“库位”列出库位，可按编码、库区、用途和状态筛选，可新建、编辑、启停、导入和导出。“批量生成”按范围（如 A–C、01–20、1–4）先显示全部编码，再一次生成最多 5000 个；已存在的编码不会改动。“库区”维护库区，每个库区只放一种品质。“编码规则”说明如何从编码读出巷道、列和层。“打印标签”先列出标签并预览，再打印或下载。有库存的库位不能停用。',
        en_US:
          '“Bins” lists bins by code, zone, purpose and status; create, edit, enable, disable, import and export them. “Generate” takes ranges such as A–C, 01–20, 1–4, shows all codes first, then creates up to 5,000 at once; existing codes are not changed. “Zones” manages zones; each zone holds one quality. “Code pattern” defines how aisle, bay and level are read from a code. “Print labels” lists and previews labels before printing or downloading them. Bins with stock can’t be disabled.',
      },
      {
        zh_CN:
          '卫星仓版本中，仓库资料和作业规则由主仓在其“仓库信息”页的“卫星仓”中维护，尚未设置的单位与币种也可在那里设置；卫星仓只能查看。库位仍可编辑。',
        en_US:
          'In the satellite version, warehouse details and operating rules are maintained by the main warehouse under “Satellite warehouses” in its Warehouse info, where an unset unit and currency can also be set; the satellite can only view them. Bins can still be edited.',
      },
    ],
    terms: [
      {
        term: { zh_CN: '币种与计量单位', en_US: 'Currency and unit' },
        meaning: {
          zh_CN:
            '只能设置一次，设置时须再输入一次币种和单位，例如 USD LB/IN。计量单位为公制（KG/CM）或英制（LB/IN）。',
          en_US:
            'Can be set only once. To confirm, type currency and unit again, for example USD LB/IN. The unit is metric (KG/CM) or imperial (LB/IN).',
        },
      },
      {
        term: warehouseText.snapshotTime,
        meaning: {
          zh_CN: '按仓库当地时间，而不是按您选择的时区。',
          en_US: 'In the warehouse’s local time, not the time zone you selected.',
        },
      },
      {
        term: { zh_CN: '拣货路线序号', en_US: 'Pick sequence' },
        meaning: {
          zh_CN: '拣货单按此顺序排列。批量生成时自动编号，蛇形路线让相邻巷道方向相反。',
          en_US:
            'Picking lists follow this order. Generated bins are numbered automatically; with a serpentine route, adjacent aisles run in opposite directions.',
        },
      },
    ],
  },
  {
    id: 'logo',
    paths: ['/setting/logo'],
    title: warehouseText.logoTitle,
    paragraphs: [
      {
        zh_CN:
          '上传公司 Logo（顶部栏、收货单和测试页）、WMS Logo（登录页）和 OMS Logo（客户的订单管理系统），并预览它们的效果。支持 .png .jpg .gif，不超过 2M；打印时最大 30 × 22 毫米，图片会自动缩放。上传前可裁剪：在图片上拖动，或填写像素。保存后立即生效；“恢复默认”换回产品自带的图片。',
        en_US:
          'Upload the company logo (top bar, receiving sheets and test page), the WMS logo (login page) and the OMS logo (customers’ order management system), and preview how they look. .png .jpg .gif up to 2M; printed at up to 30 × 22 mm, scaled to fit. You can crop before uploading by dragging on the image or entering pixels. A new logo takes effect immediately; “Reset to default” restores the built-in image.',
      },
      {
        zh_CN: 'Logo 是公开的：知道地址的人无需登录即可看到。卫星仓版本不显示此页面。',
        en_US:
          'Logos are public: anyone with the address can see them without logging in. The page is not shown in the satellite version.',
      },
    ],
  },
]
