type ShippedState = { countryCode: string; stateCode: string; nameZh: string; nameEn: string }

/**
 * The default provinces of every company, by ISO 3166-2 codes without the country.
 *
 * Carriers and marketplaces use these codes in addresses; a line is code, English name, Chinese name.
 */
const byCountry: Record<string, string> = {
  US: `
    AL Alabama 亚拉巴马州
    AK Alaska 阿拉斯加州
    AZ Arizona 亚利桑那州
    AR Arkansas 阿肯色州
    CA California 加利福尼亚州
    CO Colorado 科罗拉多州
    CT Connecticut 康涅狄格州
    DE Delaware 特拉华州
    FL Florida 佛罗里达州
    GA Georgia 佐治亚州
    HI Hawaii 夏威夷州
    ID Idaho 爱达荷州
    IL Illinois 伊利诺伊州
    IN Indiana 印第安纳州
    IA Iowa 艾奥瓦州
    KS Kansas 堪萨斯州
    KY Kentucky 肯塔基州
    LA Louisiana 路易斯安那州
    ME Maine 缅因州
    MD Maryland 马里兰州
    MA Massachusetts 马萨诸塞州
    MI Michigan 密歇根州
    MN Minnesota 明尼苏达州
    MS Mississippi 密西西比州
    MO Missouri 密苏里州
    MT Montana 蒙大拿州
    NE Nebraska 内布拉斯加州
    NV Nevada 内华达州
    NH New Hampshire 新罕布什尔州
    NJ New Jersey 新泽西州
    NM New Mexico 新墨西哥州
    NY New York 纽约州
    NC North Carolina 北卡罗来纳州
    ND North Dakota 北达科他州
    OH Ohio 俄亥俄州
    OK Oklahoma 俄克拉何马州
    OR Oregon 俄勒冈州
    PA Pennsylvania 宾夕法尼亚州
    RI Rhode Island 罗得岛州
    SC South Carolina 南卡罗来纳州
    SD South Dakota 南达科他州
    TN Tennessee 田纳西州
    TX Texas 得克萨斯州
    UT Utah 犹他州
    VT Vermont 佛蒙特州
    VA Virginia 弗吉尼亚州
    WA Washington 华盛顿州
    WV West Virginia 西弗吉尼亚州
    WI Wisconsin 威斯康星州
    WY Wyoming 怀俄明州
    DC District of Columbia 哥伦比亚特区
    AS American Samoa 美属萨摩亚
    GU Guam 关岛
    MP Northern Mariana Islands 北马里亚纳群岛
    PR Puerto Rico 波多黎各
    VI U.S. Virgin Islands 美属维尔京群岛`,
  CA: `
    AB Alberta 艾伯塔省
    BC British Columbia 不列颠哥伦比亚省
    MB Manitoba 马尼托巴省
    NB New Brunswick 新不伦瑞克省
    NL Newfoundland and Labrador 纽芬兰与拉布拉多省
    NS Nova Scotia 新斯科舍省
    NT Northwest Territories 西北地区
    NU Nunavut 努纳武特地区
    ON Ontario 安大略省
    PE Prince Edward Island 爱德华王子岛省
    QC Quebec 魁北克省
    SK Saskatchewan 萨斯喀彻温省
    YT Yukon 育空地区`,
  AU: `
    ACT Australian Capital Territory 澳大利亚首都领地
    NSW New South Wales 新南威尔士州
    NT Northern Territory 北领地
    QLD Queensland 昆士兰州
    SA South Australia 南澳大利亚州
    TAS Tasmania 塔斯马尼亚州
    VIC Victoria 维多利亚州
    WA Western Australia 西澳大利亚州`,
  DE: `
    BB Brandenburg 勃兰登堡州
    BE Berlin 柏林
    BW Baden-Württemberg 巴登-符腾堡州
    BY Bavaria 巴伐利亚州
    HB Bremen 不来梅
    HE Hesse 黑森州
    HH Hamburg 汉堡
    MV Mecklenburg-Western Pomerania 梅克伦堡-前波美拉尼亚州
    NI Lower Saxony 下萨克森州
    NW North Rhine-Westphalia 北莱茵-威斯特法伦州
    RP Rhineland-Palatinate 莱茵兰-普法尔茨州
    SH Schleswig-Holstein 石勒苏益格-荷尔斯泰因州
    SL Saarland 萨尔州
    SN Saxony 萨克森州
    ST Saxony-Anhalt 萨克森-安哈尔特州
    TH Thuringia 图林根州`,
  GB: `
    ENG England 英格兰
    NIR Northern Ireland 北爱尔兰
    SCT Scotland 苏格兰
    WLS Wales 威尔士`,
  JP: `
    01 Hokkaido 北海道
    02 Aomori 青森县
    03 Iwate 岩手县
    04 Miyagi 宫城县
    05 Akita 秋田县
    06 Yamagata 山形县
    07 Fukushima 福岛县
    08 Ibaraki 茨城县
    09 Tochigi 栃木县
    10 Gunma 群马县
    11 Saitama 埼玉县
    12 Chiba 千叶县
    13 Tokyo 东京都
    14 Kanagawa 神奈川县
    15 Niigata 新潟县
    16 Toyama 富山县
    17 Ishikawa 石川县
    18 Fukui 福井县
    19 Yamanashi 山梨县
    20 Nagano 长野县
    21 Gifu 岐阜县
    22 Shizuoka 静冈县
    23 Aichi 爱知县
    24 Mie 三重县
    25 Shiga 滋贺县
    26 Kyoto 京都府
    27 Osaka 大阪府
    28 Hyogo 兵库县
    29 Nara 奈良县
    30 Wakayama 和歌山县
    31 Tottori 鸟取县
    32 Shimane 岛根县
    33 Okayama 冈山县
    34 Hiroshima 广岛县
    35 Yamaguchi 山口县
    36 Tokushima 德岛县
    37 Kagawa 香川县
    38 Ehime 爱媛县
    39 Kochi 高知县
    40 Fukuoka 福冈县
    41 Saga 佐贺县
    42 Nagasaki 长崎县
    43 Kumamoto 熊本县
    44 Oita 大分县
    45 Miyazaki 宫崎县
    46 Kagoshima 鹿儿岛县
    47 Okinawa 冲绳县`,
  CN: `
    AH Anhui 安徽省
    BJ Beijing 北京市
    CQ Chongqing 重庆市
    FJ Fujian 福建省
    GD Guangdong 广东省
    GS Gansu 甘肃省
    GX Guangxi 广西壮族自治区
    GZ Guizhou 贵州省
    HA Henan 河南省
    HB Hubei 湖北省
    HE Hebei 河北省
    HI Hainan 海南省
    HK Hong Kong 香港特别行政区
    HL Heilongjiang 黑龙江省
    HN Hunan 湖南省
    JL Jilin 吉林省
    JS Jiangsu 江苏省
    JX Jiangxi 江西省
    LN Liaoning 辽宁省
    MO Macao 澳门特别行政区
    NM Inner Mongolia 内蒙古自治区
    NX Ningxia 宁夏回族自治区
    QH Qinghai 青海省
    SC Sichuan 四川省
    SD Shandong 山东省
    SH Shanghai 上海市
    SN Shaanxi 陕西省
    SX Shanxi 山西省
    TJ Tianjin 天津市
    TW Taiwan 台湾省
    XJ Xinjiang 新疆维吾尔自治区
    XZ Tibet 西藏自治区
    YN Yunnan 云南省
    ZJ Zhejiang 浙江省`,
}

export const shippedStates: readonly ShippedState[] = Object.entries(byCountry).flatMap(
  ([countryCode, lines]) =>
    lines
      .trim()
      .split('\n')
      .map((line) => {
        const [stateCode = '', ...words] = line.trim().split(' ')
        return { countryCode, stateCode, nameZh: words.pop() ?? '', nameEn: words.join(' ') }
      }),
)
