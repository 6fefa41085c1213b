import { t } from '../../text/web/language.tsx'
import { webText } from '../../text/web/text.ts'
import { notice } from './notices.ts'

/** Copies a text to the clipboard. A page over plain HTTP has no clipboard API and uses execCommand. */
export async function copy(text: string): Promise<void> {
  const isCopied = await (navigator.clipboard
    ? navigator.clipboard.writeText(text).then(
        () => true,
        () => false,
      )
    : copyBySelection(text))
  if (isCopied) notice('success', t(webText.copied))
  else notice('error', t(webText.notCopied))
}

function copyBySelection(text: string): boolean {
  const field = document.createElement('textarea')
  field.value = text
  const before = document.activeElement as HTMLElement | null
  // An open dialog keeps the focus inside it.
  const dialog = before?.closest<HTMLElement>('[role=dialog]') ?? document.body
  dialog.append(field)
  field.select()
  const isCopied = document.execCommand('copy')
  field.remove()
  before?.focus()
  return isCopied
}
