import type { TrailWords } from '../staff/trail-words.ts'
import { carrierText } from './carrier-text.ts'
import { platformText } from './platform-text.ts'

export const carrierTrailWords: TrailWords = {
  types: {
    carrier_account: { zh_CN: '承运商账号', en_US: 'Carrier account' },
    platform: { zh_CN: '自建渠道平台', en_US: 'Self-built platform' },
  },
  actions: {
    test: carrierText.tested,
    try: platformText.tryIt,
    void_tried: platformText.voidTried,
    forget_credentials: carrierText.forgetCredentials,
  },
  fields: {
    adapter: carrierText.adapter,
    carrier: carrierText.carrier,
    accountName: carrierText.accountName,
    accountNo: carrierText.accountNo,
    environment: carrierText.environment,
    platformId: carrierText.platform,
    credentialNames: carrierText.credentials,
    isOk: carrierText.isOk,
    platformCode: platformText.platformCode,
    platformName: platformText.platformName,
    headers: platformText.headers,
    requests: platformText.requests,
    answers: platformText.answers,
    buyMethod: platformText.buyMethod,
    buyPath: platformText.buyPath,
    buyBody: platformText.buyBody,
    findPath: platformText.findPath,
    voidMethod: platformText.voidMethod,
    voidPath: platformText.voidPath,
    voidBody: platformText.voidBody,
    checkPath: platformText.checkPath,
    okPath: platformText.okPath,
    okValue: platformText.okValue,
    noneValue: platformText.noneValue,
    errorPath: platformText.errorPath,
    refPath: platformText.refPath,
    trackingPath: platformText.trackingPath,
    labelKind: platformText.labelKind,
    labelPath: platformText.labelPath,
    costPath: platformText.costPath,
    currencyPath: platformText.currencyPath,
  },
}
