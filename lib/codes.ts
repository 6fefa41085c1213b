/** Several codes pasted at once, from a column, a line or a list; undefined when it is one code or plain words. */
export function pastedCodes(text: string): string[] | undefined {
  const codes = text
    .split(/[\r\n\t,;，；、]+/)
    .map((code) => code.trim())
    .filter(Boolean)
  return codes.length > 1 ? [...new Set(codes)] : undefined
}
