import type { Who } from '../../platform/calls/who.ts'
import { say } from '../../platform/text/text.ts'
import type { CarrierFault } from '../carrier.ts'
import { carrierText } from '../text.ts'

/** A carrier's message as its own; our replacement as ours. */
export const theirWords = (who: Pick<Who, 'language'>, words: string) =>
  say(carrierText.theirWords, who.language, { words })

export const sentenceOf = (who: Pick<Who, 'language'>, { reason }: CarrierFault): string =>
  typeof reason === 'string' ? theirWords(who, reason) : reason[who.language]
