/** The steps of the setup, starting at 1. */
export const setUpSteps = ['warehouse', 'measures', 'locations', 'channel', 'customer'] as const

export type SetUpStep = 1 | 2 | 3 | 4 | 5

/** The step of a warehouse that has completed them all. */
export const LAST_STEP = 6
