import { type ReadResult, readBarcodes } from 'zxing-wasm/reader'

/** The barcode's content; GS1 data gets a symbology identifier, as a scanner would send it. */
const textOf = ({ text, contentType, symbologyIdentifier }: ReadResult) =>
  contentType === 'GS1' ? symbologyIdentifier + text : text

/** The code in a picture, if there is one. Plain text has GS1's separators; the default would print brackets instead. */
export async function codeIn(picture: Parameters<typeof readBarcodes>[0]): Promise<string | undefined> {
  const [match] = await readBarcodes(picture, { tryHarder: true, maxNumberOfSymbols: 1, textMode: 'Plain' })
  return match?.text ? textOf(match) : undefined
}
