import { fetchFile, send } from '../../calls/web/send.ts'
import { myTasks } from '../../tasks/tasks.ts'

const LOOK_EVERY = 500

/** Waits for the file that a task draws and prints it, while the user continues working. */
export async function printTask(taskId: number): Promise<void> {
  for (;;) {
    const task = (await send(myTasks, {})).find(({ id }) => id === taskId)
    if (task?.fileUrl) return printFile(task.fileUrl)
    if (!task || ['failed', 'cancelled', 'done'].includes(task.status)) throw new Error(task?.message ?? '')
    await new Promise((wake) => setTimeout(wake, LOOK_EVERY))
  }
}

async function printFile(url: string): Promise<void> {
  printBlob(await fetchFile(url))
}

/** Prints a file from a response. */
export const printBytes = (base64: string): void =>
  printBlob(
    new Blob([Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0))], { type: 'application/pdf' }),
  )

/** A hidden frame prints the file; leaving the page would lose the focus of the scan field. */
export function printBlob(file: Blob): void {
  const address = URL.createObjectURL(file)
  const frame = document.createElement('iframe')
  frame.className = 'print-frame'
  frame.setAttribute('aria-hidden', 'true')
  frame.tabIndex = -1
  document.querySelector('.print-frame')?.remove()
  frame.addEventListener('load', () => {
    frame.contentWindow?.print()
    setTimeout(() => URL.revokeObjectURL(address), 60_000)
  })
  frame.src = address
  document.body.append(frame)
}
