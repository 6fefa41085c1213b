/** How many days the server recognises an action that is sent again; after that it would happen twice. */
export const KEY_DAYS = 7

/** How many days a page sends a waiting action by itself: one less, because clocks differ. */
export const RESEND_DAYS = KEY_DAYS - 1
