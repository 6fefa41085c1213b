import { fetchFile, send } from '../../calls/web/send.ts'
import { myTasks } from '../../tasks/tasks.ts'

const POLL_MS = 500

/** Waits for the file that a task draws and prints it, while the user continues working. */
export async function printTask(taskId: number): Promise<void> {
  for (;;) {
    const task = (await send(myTasks, {})).find(({ id }) => id === taskId)
    if (task?.fileUrl) return printFile(task.fileUrl)
    if (!task || ['failed', 'cancelled', 'done'].includes(task.status)) throw new Error(task?.message ?? '')
    await new Promise((wake) => setTimeout(wake, POLL_MS))
  }
}

/** Prints a file by its signed link. */
export async function printFile(url: string): Promise<void> {
  printBlob(await fetchFile(url))
}

/** A PDF from a response. */
export const pdfOf = (base64: string): Blob =>
  new Blob([Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0))], { type: 'application/pdf' })

/** Prints a file from a response. */
export const printBytes = (base64: string): void => printBlob(pdfOf(base64))

/** A browser that shows no PDFs never loads the frame. */
const MAX_LOAD = 10_000
const DIALOG_POLL_MS = 1000
const MAX_DIALOG = 60_000
/** A frame that is removed while the browser still reads it prints nothing. */
const KEEP_FRAME = 60_000

const after = (ms: number) => new Promise<void>((wake) => setTimeout(wake, ms))

let lastPrint: Promise<void> = Promise.resolve()

/**
 * A hidden frame prints the file; leaving the page would lose the focus of the scan field.
 *
 * Files are printed one after the other, because a browser prints nothing else while its print dialog is open.
 */
export function printBlob(file: Blob): void {
  lastPrint = lastPrint.catch(() => {}).then(() => printInFrame(file))
}

async function printInFrame(file: Blob): Promise<void> {
  const address = URL.createObjectURL(file)
  const frame = document.createElement('iframe')
  frame.className = 'print-frame'
  frame.setAttribute('aria-hidden', 'true')
  frame.tabIndex = -1
  const loaded = new Promise<void>((done) =>
    frame.addEventListener('load', () => {
      frame.contentWindow?.print()
      done()
    }),
  )
  frame.src = address
  document.body.append(frame)
  await Promise.race([loaded, after(MAX_LOAD)])
  await dialogClosed()
  setTimeout(() => {
    frame.remove()
    URL.revokeObjectURL(address)
  }, KEEP_FRAME)
}

/** No event reports the end of a PDF's print dialog, but the page has no focus while it is open. */
async function dialogClosed(): Promise<void> {
  for (let waited = 0; waited < MAX_DIALOG; waited += DIALOG_POLL_MS) {
    await after(DIALOG_POLL_MS)
    if (document.hasFocus()) return
  }
}
