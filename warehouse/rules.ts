/** From how many days before the end the renewal banner shows, and from how many the dialog, once a day. */
export const WARNING_DAYS = 15
export const DIALOG_DAYS = 3
