import { staffTrailWords, type TrailWords } from '../staff/trail-words.ts'

/** The words of every slice's trail. */
export const trailWords: TrailWords = staffTrailWords
