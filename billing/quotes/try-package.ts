import type { RemoteLevel } from '../../channels/zones/rules.ts'
import { freightCalculator } from '../pricing/freight.ts'
import type { FreightFacts, FreightResult } from '../pricing/freight-types.ts'
import type { Day, FreightVersion, Measured, Unit } from '../pricing/price-types.ts'

/** A package that is tried: what an order with this one package would say to its price. */
type TriedPackage = Measured & {
  insuredValue: string | null
  isHome: boolean
  isSigned: boolean
  pieces: number
}

type Channel = Pick<
  FreightFacts,
  'billingMethod' | 'dimDivisor' | 'dimTriggerVolume' | 'dimRounding' | 'weightStep' | 'weightBasis'
>

/** Where it goes, by the zone schema of its channel. */
export type TriedZone = { zoneCode: string | null; remoteLevel: RemoteLevel | null }

/** The facts of an order with one package, as they are charged. */
export function factsOfTrial(channel: Channel, zone: TriedZone, tried: TriedPackage): FreightFacts {
  const { weight, length, width, height, insuredValue, isHome, isSigned, pieces } = tried
  const measured = { weight, length, width, height }
  return {
    ...channel,
    zoneCode: zone.zoneCode,
    remoteLevel: zone.remoteLevel,
    addressKind: isHome ? 'residential' : 'commercial',
    signature: isSigned,
    services: isSigned ? ['signature'] : [],
    insurance: insuredValue,
    pieces,
    estimated: measured,
    packages: [{ packageSeq: 1, ...measured }],
  }
}

/** What a package costs by a version, from the function that charges it. */
export const priceOfTrial = (
  version: FreightVersion | null,
  facts: FreightFacts,
  terms: { discount: string; chargeDate: Day; unit: Unit; currency: string },
): FreightResult => freightCalculator(version)(facts, terms)
