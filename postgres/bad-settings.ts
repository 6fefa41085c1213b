/** Something the operator has to set right; its message says what, and no stack is shown. */
export class BadSettings extends Error {}
