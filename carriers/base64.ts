/** Base64 of a text in UTF-8, on both sides. */
export const base64 = (text: string) =>
  btoa([...new TextEncoder().encode(text)].map((byte) => String.fromCharCode(byte)).join(''))
