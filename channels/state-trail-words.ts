import { columnText } from '../lib/column-text.ts'
import type { TrailWords } from '../staff/trail-words.ts'
import { stateText } from './state-text.ts'

export const stateTrailWords: TrailWords = {
  types: { state: { zh_CN: '州/省', en_US: 'State' } },
  actions: {},
  fields: {
    countryCode: columnText.country,
    stateCode: stateText.stateCode,
    nameZh: stateText.nameZh,
    nameEn: stateText.nameEn,
  },
}
