import { labelKindOf } from '../../platform/printing/label-kind.ts'
import {
  type CarrierAdapter,
  CarrierFault,
  isReference,
  isTrackingNo,
  type Label,
  type Manifest,
  validCost,
} from '../carrier.ts'
import { answerText } from '../text.ts'

/**
 * Validates a carrier's responses: a label has a printable and scannable number, its cost can be stored, and no message contains the
 * account's credentials.
 */
export function checked(carrier: CarrierAdapter, clean: (words: string) => string): CarrierAdapter {
  const cleaned = <T>(work: Promise<T>) =>
    work.catch((fault) => {
      if (!(fault instanceof CarrierFault)) throw fault
      const { problem, reason, isUnknown, sold } = fault
      const isValid = sold && isTrackingNo(sold.trackingNo) && isReference(sold.ref)
      throw new CarrierFault(
        problem,
        typeof reason === 'string' ? clean(reason) : reason,
        isUnknown,
        isValid ? sold : undefined,
      )
    })
  const { manifest } = carrier
  return {
    ...carrier,
    validateCredentials: () => cleaned(carrier.validateCredentials()),
    quote: (shipment) => cleaned(carrier.quote(shipment)),
    buy: async (...input) => checkLabel(await cleaned(carrier.buy(...input))),
    find: async (key) => {
      const label = await cleaned(carrier.find(key))
      return label && checkLabel(label)
    },
    void: async (ref) => {
      const { outcome, words } = await cleaned(carrier.void(ref))
      return { outcome, words: words && clean(words) }
    },
    track: (refs) => cleaned(carrier.track(refs)),
    ...(manifest && {
      manifest: {
        make: async (...input) => checkManifest(await cleaned(manifest.make(...input))),
        find: async (parcels) => {
          const match = await cleaned(manifest.find(parcels))
          return match && checkManifest(match)
        },
      },
    }),
  }
}

/** The manifest was made, so that a file or number of no use leaves the outcome unknown. */
function checkManifest(manifest: Manifest): Manifest {
  if (labelKindOf(manifest.file) !== 'pdf') throw new CarrierFault('service', answerText.notAManifest, true)
  if (!isReference(manifest.number)) throw new CarrierFault('service', answerText.manifestNumber, true)
  return manifest
}

/** The label was paid for, so an invalid number leaves the outcome unknown, and an invalid cost is left out. */
function checkLabel(label: Label): Label {
  if (!isTrackingNo(label.trackingNo)) throw new CarrierFault('service', answerText.trackingForm, true)
  if (!isReference(label.ref)) throw new CarrierFault('service', answerText.refForm, true)
  return { ...label, cost: validCost(label.cost) }
}
