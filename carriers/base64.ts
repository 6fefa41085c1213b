/** Base64 of a UTF-8 text, on both sides. */
export const base64 = (text: string) =>
  btoa([...new TextEncoder().encode(text)].map((byte) => String.fromCharCode(byte)).join(''))
