import type { Text } from './text.ts'

/** A chapter of the user guide: what a screen shows and does. */
export type GuideSection = {
  /** The anchor in the guide's URL. */
  id: string
  /** The screens it explains; their help buttons open the guide here. */
  paths?: readonly string[]
  title: Text
  paragraphs: readonly Text[]
  /** Terms of the screen with their meaning. */
  terms?: readonly { term: Text; meaning: Text }[]
}
