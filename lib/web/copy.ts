import { t } from './language.tsx'
import { notice } from './notices.ts'
import { webText } from './text.ts'

/** Puts a text on the clipboard. A page that came over plain HTTP has no clipboard of its own and takes the old way. */
export async function copy(text: string): Promise<void> {
  await (navigator.clipboard ? navigator.clipboard.writeText(text) : copyBySelection(text))
  notice('success', t(webText.copied))
}

function copyBySelection(text: string) {
  const field = document.createElement('textarea')
  field.value = text
  const before = document.activeElement as HTMLElement | null
  document.body.append(field)
  field.select()
  document.execCommand('copy')
  field.remove()
  before?.focus()
}
