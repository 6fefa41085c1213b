import type { GuideSection } from '../lib/guide.ts'
import { channelsText } from './text.ts'

export const channelsGuide: readonly GuideSection[] = [
  {
    id: 'channels',
    paths: ['/setting/channel'],
    title: channelsText.channelsTitle,
    paragraphs: [
      {
        zh_CN:
          '列出仓库可用的物流渠道：代码、名称、承运商、面单来源、计费方式、面单格式和截单时间。此页面只供查看。',
        en_US:
          'Lists the logistics channels of the warehouse: code, name, carrier, where the label comes from, how freight is charged, label format and cut-off. The screen is for looking up.',
      },
      {
        zh_CN: '卫星仓版本中，渠道由主仓维护，本页为只读。',
        en_US: 'In the satellite version channels are kept by the main warehouse and the page is read-only.',
      },
    ],
    terms: [
      {
        term: channelsText.labelSource,
        meaning: {
          zh_CN: '承运商 API、自建渠道、客户上传面单、平台面单，或无需面单。',
          en_US: 'Carrier API, self-built, uploaded by the customer, platform label, or no label.',
        },
      },
    ],
  },
]
