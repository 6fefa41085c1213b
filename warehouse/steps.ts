/** The steps of the set-up, as a warehouse counts them: the first is 1. */
export const setUpSteps = ['warehouse', 'measures', 'locations', 'channel', 'customer'] as const

export type SetUpStep = 1 | 2 | 3 | 4 | 5

/** Where a warehouse stands that has taken them all. */
export const LAST_STEP = 6
