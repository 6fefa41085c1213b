import type { Text } from './text.ts'

/** A chapter of the user guide: what a screen shows and does, for the people who work with it. */
export type GuideSection = {
  /** The anchor in the guide's own address. */
  id: string
  /** The screens it explains; the help button of such a screen opens the guide here. */
  paths?: readonly string[]
  title: Text
  paragraphs: readonly Text[]
  /** Terms of the screen, each with its meaning. */
  terms?: readonly { term: Text; meaning: Text }[]
}
