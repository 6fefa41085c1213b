import type { GuideSection } from '../lib/guide.ts'
import { warehouseText } from './text.ts'

export const warehouseGuide: readonly GuideSection[] = [
  {
    id: 'warehouse',
    paths: ['/setting/warehouse'],
    title: warehouseText.warehouseTitle,
    paragraphs: [
      {
        zh_CN:
          '“仓库资料”显示仓库的代码、类型、地址、联系方式、时区、币种、计量单位、库存快照时间和最小计费体积；“库位”列出库位。顶部栏的仓库名称也会打开此页面。',
        en_US:
          '“Facts” shows the warehouse’s code, type, address, contact, time zone, currency, unit, snapshot time and least volume charged; “Locations” lists the locations. The warehouse name in the top bar leads here too.',
      },
      {
        zh_CN: '此页面只供查看。卫星仓版本中，仓库资料由主仓维护。',
        en_US: 'The screen is for looking up. In the satellite version the main warehouse keeps these facts.',
      },
    ],
    terms: [
      {
        term: { zh_CN: '币种与计量单位', en_US: 'Currency and unit' },
        meaning: {
          zh_CN: '只能设置一次。计量单位为公制（KG/CM）或英制（LB/IN）。',
          en_US: 'Can be set only once. The unit is metric (KG/CM) or imperial (LB/IN).',
        },
      },
      {
        term: warehouseText.snapshotTime,
        meaning: {
          zh_CN: '按仓库当地时间，而不是按您选择的时区。',
          en_US: 'In warehouse time, not in the time zone you have chosen.',
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
          '显示公司 Logo、仓储系统 Logo 和订货系统 Logo 的当前图片。此页面只供查看；卫星仓版本不显示此页面。',
        en_US:
          'Shows the company, WMS and OMS logos as they are now. The screen is for looking up; it is not shown in the satellite version.',
      },
    ],
  },
]
