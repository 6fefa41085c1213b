import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import sharp from 'sharp'
import { checkDigit } from '../../lib/gs1.ts'
import { searchLine } from '../../lib/server/pinyin.ts'
import type { Store } from '../../lib/server/store.ts'
import { systemBarcode } from '../../products/barcodes.ts'
import { wordsOf } from '../../products/server/words.ts'

/** What a customer sells: name, longest to shortest side in inches, weight in pounds. */
type Good = readonly [zh: string, en: string, l: number, w: number, h: number, lb: number]

const ranges: Record<string, { mark: string; goods: readonly Good[] }> = {
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

const EACH = 250

/** The same numbers at every start. */
function luck(seed: number) {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
}

function productsOf(code: string, from: number) {
  const { mark, goods } = ranges[code] ?? { mark: 'XX', goods: [] }
  const chance = luck(from + 7)
  return Array.from({ length: EACH }, (_, i) => {
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
    const found = (value: number, off: number, places: number) => (value * off).toFixed(places)
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
            found(l * grown, off, 2),
            found(w * grown, off, 2),
            found(h * grown, off, 2),
            found(lb * grown, off, 3),
          ]
        : null,
      isLiquid,
      isBattery: /蓝牙|充电|无线|遥控|电钻|头灯|记录仪/.test(goodZh),
      shelfLifeDays: isLiquid || goodZh === '面膜' ? 730 : null,
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

/** Lays the products of the demo's customers, in few statements over all of them. */
export async function layProducts(client: pg.Client, tenantId: number, store: Store): Promise<void> {
  const ofEach = Object.keys(ranges).map((code, place) => productsOf(code, place * EACH))
  // The customers' products in turn, as they would have come in.
  const products = Array.from({ length: EACH }, (_, i) =>
    ofEach.flatMap((those) => those.slice(i, i + 1)),
  ).flat()
  const rows = products.map(({ barcodes: _, ...one }, place) => ({ ...one, place }))
  const { rows: made } = await client.query<{ id: string; customer_id: string }>(
    `with given as materialized (
       select * from jsonb_to_recordset($2::jsonb) as g (
         place int, customer text, sku text, "nameZh" text, "nameEn" text, line text, category text, declared numeric[],
         measured numeric[], "isLiquid" boolean, "isBattery" boolean, "shelfLifeDays" int, "isEnabled" boolean))
     insert into products (tenant_id, customer_id, sku, name_zh, name_en, search_line, category, declared_length, declared_width,
       declared_height, declared_weight, measured_length, measured_width, measured_height, measured_weight, measured_at,
       measured_by, is_liquid, is_battery, expiry_managed, shelf_life_days, origin_country, is_enabled, created_at)
     select $1, c.id, sku, "nameZh", "nameEn", line, category, declared[1], declared[2], declared[3], declared[4],
       measured[1], measured[2], measured[3], measured[4],
       case when measured is not null then now() - interval '100 days' end,
       case when measured is not null then (select min(id) from accounts where tenant_id = $1) end,
       "isLiquid", "isBattery", "shelfLifeDays" is not null, "shelfLifeDays", 'CN', g."isEnabled",
       now() - interval '200 days' + place * interval '90 minutes'
     from given g join customers c on c.tenant_id = $1 and c.customer_code = g.customer
     order by place
     returning id, customer_id`,
    [tenantId, JSON.stringify(rows)],
  )
  const laid = products.map((one, i) => ({
    ...one,
    id: Number(made[i]?.id),
    customerId: Number(made[i]?.customer_id),
  }))
  await client.query(
    `update products set audit_status = 'passed' where tenant_id = $1 and id = any($2::bigint[])`,
    [tenantId, laid.filter(({ isPassed }) => isPassed).map(({ id }) => id)],
  )
  await layBarcodes(client, tenantId, laid)
  await layWords(client, tenantId, laid)
  await layPictures(client, tenantId, store, laid)
}

type Laid = ReturnType<typeof productsOf>[number] & { id: number; customerId: number }

async function layBarcodes(client: pg.Client, tenantId: number, laid: Laid[]) {
  const all = laid.flatMap(({ id, customerId, barcodes }) =>
    barcodes.map((one) => ({ ...one, id, customerId })),
  )
  await client.query(
    `insert into product_barcodes (tenant_id, customer_id, product_id, barcode, type, pack_quantity, is_default)
     select $1, b.customer, b.product, b.barcode, b.type::barcode_type, b.pack, b.type = 'system'
     from unnest($2::bigint[], $3::bigint[], $4::text[], $5::text[], $6::int[]) b (customer, product, barcode, type, pack)
     returning id`,
    [
      tenantId,
      all.map(({ customerId }) => customerId),
      all.map(({ id }) => id),
      all.map(({ barcode }) => barcode),
      all.map(({ type }) => type),
      all.map(({ pack }) => pack),
    ],
  )
}

async function layWords(client: pg.Client, tenantId: number, laid: Laid[]) {
  const words = laid.flatMap((one) =>
    wordsOf(
      one,
      one.barcodes.map(({ barcode }) => barcode),
    ).map((word) => ({ id: one.id, word })),
  )
  await client.query(
    `with put as (
       insert into product_words (tenant_id, word, product_id)
       select $1, w.word, w.product from unnest($2::text[], $3::bigint[]) w (word, product)
       order by w.word collate "C", w.product returning 1)
     select count(*) from put`,
    [tenantId, words.map(({ word }) => word), words.map(({ id }) => id)],
  )
}

const shapes = [
  '<rect x="90" y="140" width="220" height="150" rx="10"/><rect x="90" y="180" width="220" height="14" fill="#fff" opacity=".6"/>',
  '<rect x="150" y="120" width="100" height="210" rx="24"/><rect x="170" y="80" width="60" height="48" rx="8"/>',
  '<circle cx="200" cy="200" r="110"/><circle cx="200" cy="200" r="60" fill="#fff" opacity=".5"/>',
  '<path d="M200 80 L320 300 L80 300 Z"/><path d="M200 180 L240 300 L160 300 Z" fill="#fff" opacity=".6"/>',
  '<rect x="110" y="150" width="180" height="160" rx="20"/><path d="M150 150 q50 -90 100 0" fill="none" stroke="#345" stroke-width="14"/>',
  '<rect x="185" y="70" width="30" height="180" rx="12"/><rect x="120" y="240" width="160" height="80" rx="16"/>',
]
const inks = ['#1f6feb', '#2da44e', '#bf8700', '#cf222e', '#8250df', '#57606a']
/** Some pictures hang on several products each. */
const HUNG = 8

/** Draws a few plain pictures. A store that is away must not keep the demo from starting. */
async function layPictures(client: pg.Client, tenantId: number, store: Store, laid: Laid[]) {
  const drawn = await Promise.all(
    shapes.map(async (shape, i) => {
      const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="400"><rect width="400" height="400" fill="#f6f8fa"/><g fill="${inks[i]}">${shape}</g></svg>`
      const large = await sharp(Buffer.from(svg)).png({ palette: true }).toBuffer()
      return [large, await sharp(large).resize(128).png({ palette: true }).toBuffer()] as const
    }),
  )
  const keep = async (bytes: Buffer, name: string) => {
    const key = randomBytes(16).toString('hex')
    const { size, sha256 } = await store.put(key, { bytes })
    return { key, size, sha256, name }
  }
  const kept = await Promise.all(
    drawn.map(async ([large, small], i) => [
      await keep(large, `demo-${i + 1}.png`),
      await keep(small, `demo-${i + 1}-small.png`),
    ]),
  ).catch(() => [])
  if (kept.length === 0) return
  const flat = kept.flat()
  const { rows: files } = await client.query<{ id: string }>(
    `insert into files (tenant_id, file_name, mime, purpose, size, sha256, storage_key, created_by)
     select $1, f.name, 'image/png', 'image', f.size, f.hash, f.key, (select min(id) from accounts where tenant_id = $1)
     from unnest($2::text[], $3::int[], $4::bytea[], $5::text[]) with ordinality f (name, size, hash, key, n) order by f.n
     returning id`,
    [
      tenantId,
      flat.map(({ name }) => name),
      flat.map(({ size }) => size),
      flat.map(({ sha256 }) => sha256),
      flat.map(({ key }) => key),
    ],
  )
  const ids = files.map(({ id }) => Number(id))
  const newest = laid
    .toReversed()
    .filter((_, i) => i % 3 === 0)
    .slice(0, kept.length * HUNG)
  await client.query(
    `insert into product_images (tenant_id, product_id, place, file_id, small_file_id)
     select $1, i.product, 1, i.large, i.small from unnest($2::bigint[], $3::bigint[], $4::bigint[]) i (product, large, small)
     returning product_id`,
    [
      tenantId,
      newest.map(({ id }) => id),
      newest.map((_, i) => ids[(i % kept.length) * 2]),
      newest.map((_, i) => ids[(i % kept.length) * 2 + 1]),
    ],
  )
}
