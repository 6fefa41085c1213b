import { myTasks } from '../tasks.ts'
import { send } from './send.ts'

const LOOK_EVERY = 500

/** Waits for the paper that a task draws and hands it to the printer, while the screen goes on with its work. */
export async function printTask(taskId: number): Promise<void> {
  for (;;) {
    const task = (await send(myTasks, {})).find(({ id }) => id === taskId)
    if (task?.fileUrl) return printFile(task.fileUrl)
    if (!task || ['failed', 'cancelled', 'done'].includes(task.status)) throw new Error(task?.message ?? '')
    await new Promise((wake) => setTimeout(wake, LOOK_EVERY))
  }
}

/** A frame that nobody sees prints the file; leaving the page for it would lose the focus of the scan field. */
async function printFile(url: string): Promise<void> {
  const answer = await fetch(url)
  const address = URL.createObjectURL(await answer.blob())
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
