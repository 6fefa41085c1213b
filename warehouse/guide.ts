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
          '“Facts” holds the warehouse’s code, type, address, contact, time zone, snapshot time (00:00 to 06:00) and least volume charged; “Edit” changes them. The address is the sender’s on labels. The warehouse name in the top bar leads here too.',
      },
      {
        zh_CN: '“作业规则”决定收货、打包、截单、补打和拣货如何进行。每次修改都记入操作日志，只记改动的项目。',
        en_US:
          '“How work is done” decides on receiving, packing, intercepts, reprints and picking. Every change is in the audit log, field by field.',
      },
      {
        zh_CN:
          '“库位”列出库位，可按编码、库区、用途和状态筛选，可新建、编辑、启停、导入和导出。“批量生成”按范围（如 A–C、01–20、1–4）先显示全部编码，再一次生成最多 5000 个；已存在的编码不会改动。“库区”维护库区，每个库区只放一种品质。“编码规则”说明如何从编码读出巷道、列和层。“打印标签”先列出标签并预览，再打印或下载。有库存的库位不能停用。',
        en_US:
          '“Locations” lists them by code, zone, purpose and status; they can be made, edited, switched, imported and exported. “Generate” takes ranges such as A–C, 01–20, 1–4, shows every code first and then makes up to 5,000 in one go; codes that exist are left alone. “Zones” keeps the zones, each of one quality. “Code pattern” says how aisle, bay and level are read from a code. “Print labels” lists and shows them first, then prints them or hands over the file. A location where goods lie cannot be disabled.',
      },
      {
        zh_CN:
          '卫星仓版本中，仓库资料和作业规则由主仓在其“仓库信息”页的“卫星仓”中维护，尚未设置的单位与币种也可在那里设置；卫星仓只能查看。库位仍可编辑。',
        en_US:
          'A satellite only looks up its facts and how work is done there: the main warehouse keeps both under “Satellite warehouses” on its own warehouse page, and can set a unit and currency that are still open. Locations can be edited in the satellite.',
      },
    ],
    terms: [
      {
        term: { zh_CN: '币种与计量单位', en_US: 'Currency and unit' },
        meaning: {
          zh_CN:
            '只能设置一次，设置时须再输入一次币种和单位，例如 USD LB/IN。计量单位为公制（KG/CM）或英制（LB/IN）。',
          en_US:
            'Can be set only once, by typing both once more, such as USD LB/IN. The unit is metric (KG/CM) or imperial (LB/IN).',
        },
      },
      {
        term: warehouseText.snapshotTime,
        meaning: {
          zh_CN: '按仓库当地时间，而不是按您选择的时区。',
          en_US: 'In warehouse time, not in the time zone you have chosen.',
        },
      },
      {
        term: { zh_CN: '拣货路线序号', en_US: 'Walking order' },
        meaning: {
          zh_CN: '拣货单按此顺序排列。批量生成时自动编号，蛇形路线让相邻巷道方向相反。',
          en_US:
            'Picking lists follow it. Generating numbers locations by itself; with a serpentine route every second aisle is walked from its far end.',
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
          '上传公司 Logo（顶部栏、收货单和测试页）、仓储系统 Logo（登录页）和订货系统 Logo，并预览它们的效果。支持 .png .jpg .gif，不超过 2M；打印时最大 30 × 22 毫米，图片会自动缩放。上传前可裁剪：在图片上拖动，或填写像素。保存后立即生效；“恢复默认”换回产品自带的图片。',
        en_US:
          'Upload the company logo (top bar, receiving sheets and the test page), the WMS logo (log-in page) and the OMS logo, and see how they look there. .png .jpg .gif up to 2M; printed at most 30 × 22 mm, the image is scaled to fit. Before it is sent it can be cropped, by dragging over it or by typing pixels. A new logo shows at once; “Back to default” shows the product’s own again.',
      },
      {
        zh_CN: 'Logo 是公开的：知道地址的人无需登录即可看到。卫星仓版本不显示此页面。',
        en_US:
          'Logos are public: whoever knows the address sees them without logging in. The page is not shown in the satellite version.',
      },
    ],
  },
]
