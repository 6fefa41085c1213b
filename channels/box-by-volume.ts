import Big from 'big.js'

/** The volumetric weight of a 40 × 30 × 20 box, so that a wrong divisor is obvious while typing. */
export const boxByVolume = (divisor: number) => new Big(40 * 30 * 20).div(divisor).round(2).toFixed(2)
