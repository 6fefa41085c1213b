import { searchLine } from '../../platform/database/server/pinyin.ts'
import { checkDigit } from '../../platform/scanning/gs1.ts'
import { systemBarcode } from '../../products/barcodes.ts'
import { luck } from './sample-numbers.ts'

/** What a customer sells: name, longest to shortest side in inches, weight in pounds. */
type Good = readonly [zh: string, en: string, l: number, w: number, h: number, lb: number]

export const ranges: Record<string, { mark: string; goods: readonly Good[] }> = {
  QIHANG: {
    mark: 'QH',
    goods: [
      ['蓝牙耳机', 'Bluetooth earphones', 4.2, 4, 1.8, 0.35],
      ['充电宝', 'Power bank', 6, 3.2, 1.4, 0.8],
      ['无线鼠标', 'Wireless mouse', 5.4, 4, 2.2, 0.4],
      ['机械键盘', 'Mechanical keyboard', 18, 7, 2.4, 2.6],
      ['手机支架', 'Phone stand', 7, 4.4, 3, 0.7],
      ['数据线', 'Charging cable', 5, 3.6, 1, 0.15],
    ],
  },
  YUNJU: {
    mark: 'YJ',
    goods: [
      ['收纳箱', 'Storage box', 17, 12, 10, 3.4],
      ['台灯', 'Desk lamp', 16, 8, 6, 2.8],
      ['抱枕套', 'Cushion cover', 12, 10, 1.5, 0.5],
      ['窗帘', 'Curtain', 14, 11, 4, 4.2],
      ['挂钟', 'Wall clock', 13, 13, 2.5, 2.1],
      ['地垫', 'Door mat', 24, 16, 1, 2.9],
    ],
  },
  LANTIAN: {
    mark: 'LT',
    goods: [
      ['露营帐篷', 'Camping tent', 24, 8, 8, 9.5],
      ['睡袋', 'Sleeping bag', 15, 9, 9, 3.8],
      ['折叠椅', 'Folding chair', 36, 6, 6, 7.4],
      ['登山杖', 'Trekking pole', 26, 4, 3, 1.3],
      ['户外水壶', 'Water bottle', 10, 3.4, 3.4, 0.8],
      ['头灯', 'Headlamp', 4, 3.4, 3, 0.4],
    ],
  },
  MIAOSHOU: {
    mark: 'MS',
    goods: [
      ['不锈钢炒锅', 'Stainless wok', 15, 14, 5, 5.6],
      ['菜刀', 'Kitchen knife', 14, 3.6, 1.4, 1.1],
      ['硅胶铲', 'Silicone spatula', 13, 3, 1.6, 0.4],
      ['保温杯', 'Vacuum mug', 9, 3.4, 3.4, 0.9],
      ['烤盘', 'Baking tray', 17, 12, 1.6, 2.2],
      ['调料罐', 'Spice jar', 6, 4, 4, 1],
    ],
  },
  TONGQU: {
    mark: 'TQ',
    goods: [
      ['积木', 'Building blocks', 14, 10, 3.4, 2.4],
      ['毛绒熊', 'Plush bear', 15, 10, 8, 1.5],
      ['遥控车', 'Remote control car', 16, 9, 7, 3.2],
      ['拼图', 'Jigsaw puzzle', 12, 9, 2, 1.6],
      ['画板', 'Drawing board', 18, 13, 1.4, 2],
      ['跳绳', 'Skipping rope', 8, 5, 1.6, 0.5],
    ],
  },
  NORTHPEAK: {
    mark: 'NP',
    goods: [
      ['防水背包', 'Waterproof backpack', 20, 13, 6, 2.6],
      ['登山靴', 'Hiking boots', 14, 9, 5.4, 3.6],
      ['抓绒衣', 'Fleece jacket', 13, 11, 3, 1.3],
      ['羊毛袜', 'Wool socks', 9, 5, 1.4, 0.3],
      ['炉头', 'Camp stove', 6, 5, 5, 1.7],
      ['绳索', 'Climbing rope', 12, 12, 5, 7.8],
    ],
  },
  BRIGHTPET: {
    mark: 'BP',
    goods: [
      ['猫抓板', 'Cat scratcher', 18, 10, 3, 2.4],
      ['狗牵引绳', 'Dog leash', 9, 5, 1.8, 0.6],
      ['宠物床', 'Pet bed', 22, 18, 6, 3.2],
      ['自动喂食器', 'Automatic feeder', 13, 9, 9, 5.1],
      ['猫砂铲', 'Litter scoop', 12, 5, 3, 0.4],
      ['宠物梳', 'Pet brush', 7, 4, 2.2, 0.4],
    ],
  },
  HAOJIE: {
    mark: 'HJ',
    goods: [
      ['洗衣凝珠', 'Laundry pods', 9, 7, 5, 2.9],
      ['洗手液', 'Hand soap', 8, 4, 3, 1.4],
      ['清洁海绵', 'Cleaning sponge', 8, 6, 3, 0.3],
      ['拖把头', 'Mop head', 14, 6, 2, 0.7],
      ['垃圾袋', 'Trash bags', 9, 5, 4, 1.8],
      ['厨房纸巾', 'Paper towels', 11, 11, 9, 2.7],
    ],
  },
  XINGTU: {
    mark: 'XT',
    goods: [
      ['雨刮器', 'Wiper blade', 26, 3, 2, 0.9],
      ['行车记录仪', 'Dash camera', 6, 5, 3, 0.9],
      ['脚垫', 'Floor mat', 28, 18, 3, 6.2],
      ['车载充电器', 'Car charger', 5, 3, 2, 0.3],
      ['机油滤芯', 'Oil filter', 4.4, 4, 4, 0.9],
      ['刹车片', 'Brake pads', 8, 6, 3, 4.4],
    ],
  },
  KRAFTHAUS: {
    mark: 'KH',
    goods: [
      ['电钻', 'Cordless drill', 12, 10, 4, 5.3],
      ['螺丝刀组', 'Screwdriver set', 11, 7, 2, 1.9],
      ['卷尺', 'Tape measure', 4, 3.4, 2, 0.8],
      ['扳手', 'Adjustable wrench', 11, 4, 1, 1.5],
      ['水平尺', 'Spirit level', 25, 3, 1.4, 1.6],
      ['工具箱', 'Tool box', 19, 10, 9, 6.9],
    ],
  },
  MEIZHUANG: {
    mark: 'MZ',
    goods: [
      ['口红', 'Lipstick', 3.4, 1, 1, 0.1],
      ['面膜', 'Face mask', 7, 5.4, 1.6, 0.7],
      ['化妆刷', 'Make-up brush', 8, 4, 1.6, 0.4],
      ['洁面乳', 'Face wash', 7, 2.4, 2, 0.5],
      ['香水', 'Perfume', 5, 3, 2, 0.7],
      ['指甲油', 'Nail polish', 3.4, 1.6, 1.6, 0.2],
    ],
  },
  LVYE: {
    mark: 'LY',
    goods: [
      ['园艺剪刀', 'Garden shears', 10, 4, 1.4, 1],
      ['花盆', 'Flower pot', 11, 11, 9, 3.3],
      ['浇水壶', 'Watering can', 14, 10, 7, 1.8],
      ['营养土', 'Potting soil', 16, 11, 5, 10.4],
      ['园艺手套', 'Garden gloves', 10, 5, 1.4, 0.4],
      ['种子盒', 'Seed kit', 8, 6, 2, 0.6],
    ],
  },
}

const kinds = [
  ['经典款', 'Classic'],
  ['加厚', 'Heavy-duty'],
  ['便携', 'Portable'],
  ['升级版', 'Improved'],
  ['家用', 'Home'],
  ['迷你', 'Mini'],
  ['专业', 'Professional'],
] as const
const colours = [
  ['黑色', 'black', 'BK'],
  ['白色', 'white', 'WH'],
  ['蓝色', 'blue', 'BL'],
  ['绿色', 'green', 'GR'],
  ['红色', 'red', 'RD'],
  ['灰色', 'grey', 'GY'],
] as const

/** A customer's products, plausible and deterministic; barcodes are numbered from `from` on. */
export function productsOf(code: string, from: number, count: number) {
  const { mark, goods } = ranges[code] ?? { mark: 'XX', goods: [] }
  const chance = luck(from + 7)
  return Array.from({ length: count }, (_, i) => {
    const good = goods[i % goods.length] ?? (['样品', 'Sample', 5, 5, 5, 1] as const)
    const [kindZh, kindEn] = kinds[Math.floor(i / goods.length) % kinds.length] ?? ['', '']
    const [colourZh, colourEn, colourMark] = colours[
      Math.floor(i / (goods.length * kinds.length)) % colours.length
    ] ?? ['', '', '']
    const [goodZh, goodEn, l, w, h, lb] = good
    const sku = `${mark}-${String(1001 + i)}-${colourMark}`
    const nameZh = `${kindZh}${goodZh} ${colourZh}`
    const nameEn = `${kindEn} ${goodEn.toLowerCase()}, ${colourEn}`
    const grown = 0.85 + chance() * 0.3
    const size = (side: number) => (side * grown).toFixed(2)
    const scaled = (value: number, off: number, places: number) => (value * off).toFixed(places)
    const isDeclared = chance() > 0.06
    const isMeasured = chance() < 0.6
    const off = chance() < 0.12 ? 1.06 + chance() * 0.2 : 0.98 + chance() * 0.04
    const ean = `690${String(from + i).padStart(9, '0')}`
    const isLiquid = /液|乳|水$|油$|凝珠/.test(goodZh)
    return {
      customer: code,
      sku,
      nameZh,
      nameEn,
      line: searchLine(sku, nameZh, nameEn),
      category: goodZh,
      declared: isDeclared ? [size(l), size(w), size(h), (lb * grown).toFixed(3)] : null,
      measured: isMeasured
        ? [
            scaled(l * grown, off, 2),
            scaled(w * grown, off, 2),
            scaled(h * grown, off, 2),
            scaled(lb * grown, off, 3),
          ]
        : null,
      isLiquid,
      isBattery: /蓝牙|充电|无线|遥控|电钻|头灯|记录仪/.test(goodZh),
      shelfLifeDays: isLiquid || goodZh === '面膜' ? 730 : null,
      lotManaged: goodZh === '面膜',
      isPassed: i % 14 !== 13,
      isEnabled: i % 61 !== 60,
      barcodes: [
        { barcode: systemBarcode(code, sku), type: 'system', pack: 1 },
        ...(i % 5 === 4 ? [] : [{ barcode: ean + checkDigit(ean), type: 'ean', pack: 1 }]),
        ...(i % 10 === 0 ? [{ barcode: `CTN-${sku}`, type: 'custom', pack: 12 }] : []),
      ],
    }
  })
}
