import type { GuideSection } from '../lib/guide.ts'
import { receivingText } from './text.ts'

export const receivingGuide: readonly GuideSection[] = [
  {
    id: 'inbound',
    paths: ['/inbound/list'],
    title: receivingText.inboundTitle,
    paragraphs: [
      {
        zh_CN: '收货员在这里查看客户预报的到货。每行是一张入库单：谁的货、预报多少、实收多少、预计哪天到仓。',
        en_US:
          'Receivers look up here what customers have announced. Each line is one inbound order: whose goods, how much was announced, how much has come, and the day it is expected.',
      },
      {
        zh_CN: '此页面只供查看。列表为空时会显示“暂无入库单”。',
        en_US:
          'The screen is for looking up. When there is nothing to show, it says “No inbound orders yet”.',
      },
    ],
    terms: [
      {
        term: receivingText.boxes,
        meaning: {
          zh_CN: '前一个数是客户预报的箱数，后一个数是仓库实收的箱数。两者不同即为多收或少收。',
          en_US:
            'First the boxes the customer announced, then the boxes the warehouse counted. A difference means over- or short-received.',
        },
      },
      {
        term: receivingText.tracking,
        meaning: {
          zh_CN: '集装箱号或快递运单号，与外箱或提单上的一致。',
          en_US: 'The container or carrier number, as printed on the box or the bill of lading.',
        },
      },
      {
        term: {
          zh_CN: '待确认 / 收货中 / 收货完成',
          en_US: 'Pending confirmation / Receiving / Recv complete',
        },
        meaning: {
          zh_CN: '货未到仓；已到仓，正在清点；清点与上架均已完成。',
          en_US: 'Not arrived; arrived and being counted; counted and put away.',
        },
      },
    ],
  },
]
