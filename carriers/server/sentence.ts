import type { Who } from '../../platform/calls/who.ts'
import { say } from '../../platform/text/text.ts'
import type { CarrierFault } from '../carrier.ts'
import { carrierText } from '../text.ts'

/** A carrier's message as its own; our replacement as ours. */
export const theirWords = (who: Who, words: string) => say(carrierText.theirWords, who.language, { words })

export const sentenceOf = (who: Who, { reason }: CarrierFault): string =>
  typeof reason === 'string' ? theirWords(who, reason) : reason[who.language]
