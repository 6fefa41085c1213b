/**
 * More than any call needs: the deepest input has six levels, and two thousand rows of postal codes have
 * twenty thousand values.
 */
export const MAX_DEPTH = 20
export const MAX_VALUES = 50_000

const QUOTE = 34
const COMMA = 44
const BACKSLASH = 92
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [91, 93, 123, 125]

/**
 * Whether a JSON text is nested too deeply or holds too many values to parse.
 *
 * Scans the bytes once before anything is allocated. Whether it is valid JSON is left to the parser.
 */
export function isTooComplex(json: Buffer): boolean {
  let depth = 0
  let values = 1
  for (let at = 0; at < json.length; at++) {
    const byte = json[at]
    if (byte === QUOTE) at = endOfText(json, at)
    else if (byte === COMMA) values++
    else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
      depth++
      values++
    } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) depth--
    if (depth > MAX_DEPTH || values > MAX_VALUES) return true
  }
  return false
}

/** The end of the string that starts here: the next quote with an even number of backslashes before it. */
function endOfText(json: Buffer, start: number): number {
  for (let end = json.indexOf(QUOTE, start + 1); end !== -1; end = json.indexOf(QUOTE, end + 1)) {
    let before = end
    while (json[before - 1] === BACKSLASH) before--
    if ((end - before) % 2 === 0) return end
  }
  return json.length
}
