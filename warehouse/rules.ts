/** From how many days before the end the renewal banner shows. */
export const WARNING_DAYS = 15
