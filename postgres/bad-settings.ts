/** A settings error the administrator has to correct; its message says what, without a stack trace. */
export class BadSettings extends Error {}
