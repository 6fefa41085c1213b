/** Inputs with only what is required; a test adds what it is about. */

export const blankCustomer = {
  customerName: 'Acme',
  mnemonic: null,
  groupId: null,
  contact: null,
  phone: null,
  email: null,
  countryCode: null,
  address: null,
  salesRepId: null,
  remark: null,
}

export const blankProduct = {
  nameZh: null,
  nameEn: 'Thing',
  category: null,
  brand: null,
  declaredLength: null,
  declaredWidth: null,
  declaredHeight: null,
  declaredWeight: null,
  declaredValue: null,
  declaredCurrency: null,
  hsCode: null,
  originCountry: null,
  isBattery: false,
  isLiquid: false,
  isFragile: false,
  isDangerous: false,
  expiryManaged: false,
  shelfLifeDays: null,
  lotManaged: false,
  warnStock: null,
  warnAgeDays: null,
}

export const blankBin = {
  purpose: 'storage',
  pickPriority: 0,
  routeSeq: 0,
  mixSku: true,
  mixBatch: true,
  mixCustomer: false,
  length: null,
  width: null,
  height: null,
  maxWeight: null,
} as const

export const blankInboundHead = {
  referenceNo: null,
  transport: null,
  containerNo: null,
  trackingNos: [],
  eta: null,
  originNo: null,
  putawayDate: null,
  remark: null,
  boxes: [],
}
export const blankInbound = { inboundType: 'by_sku' as const, ...blankInboundHead, isSubmitted: true }
export const blankInboundLine = { boxNo: null, productionDate: null, expiryDate: null }
export const blankBox = { customerBoxNo: null, length: null, width: null, height: null, weight: null }

export const blankChannel = {
  nameZh: '自提',
  nameEn: 'Self pickup',
  carrier: 'self',
  labelSource: 'none',
  carrierAccountId: null,
  serviceCode: null,
  labelFormat: 'pdf_a4',
  watermarkTemplateId: null,
  zoneSchemaId: null,
  supportSignature: false,
  supportInsurance: false,
  trackingPattern: null,
  voidDays: null,
  cutoffTime: null,
  billingMethod: 'none',
  dimDivisor: null,
  dimTriggerVolume: null,
  dimRounding: 'none',
  weightStep: '1',
  weightBasis: 'max',
  maxWeight: null,
  maxLongest: null,
  maxGirthSum: null,
  countries: ['US'] as string[],
  needPhone: false,
  needEmail: false,
  addressLen: 35,
  customerScope: 'all',
  customerIds: [] as number[],
} as const
