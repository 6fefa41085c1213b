import { DEEPEST_ROW } from '../../calls/call.ts'

/** A count as it is shown; lists count up to the deepest page. */
export const figureOf = (total: number) =>
  total === DEEPEST_ROW + 1 ? `${DEEPEST_ROW.toLocaleString('en-US')}+` : total.toLocaleString('en-US')
