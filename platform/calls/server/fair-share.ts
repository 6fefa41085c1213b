/** Thrown when a company's calls wait too long for each other; handled like an exhausted connection pool. */
const tooLong = () =>
  new Error('timeout exceeded when trying to connect: the company holds its share of connections')

type Waiting = { go: () => void }

/**
 * Shares a scarce resource among companies: each holds at most `most` at a time, and further requests wait
 * for one of the same company to finish.
 */
export function openShares(max: number, waitMs: number) {
  const held = new Map<number, number>()
  const queues = new Map<number, Waiting[]>()
  const heldBy = (company: number) => held.get(company) ?? 0

  async function take(company: number): Promise<void> {
    if (heldBy(company) < max) {
      held.set(company, heldBy(company) + 1)
      return
    }
    const queue = queues.get(company) ?? []
    queues.set(company, queue)
    await new Promise<void>((resolve, reject) => {
      const waiting = {
        go: () => {
          clearTimeout(late)
          resolve()
        },
      }
      const late = setTimeout(() => {
        queue.splice(queue.indexOf(waiting), 1)
        reject(tooLong())
      }, waitMs)
      queue.push(waiting)
    })
  }

  /** Passes the slot to the request of this company that has waited longest. */
  function release(company: number): void {
    const queue = queues.get(company)
    const next = queue?.shift()
    if (queue?.length === 0) queues.delete(company)
    if (next) next.go()
    else if (heldBy(company) > 1) held.set(company, heldBy(company) - 1)
    else held.delete(company)
  }

  return { take, release }
}
