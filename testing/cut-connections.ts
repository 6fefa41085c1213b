import net from 'node:net'

/**
 * When a connection is cut: before COMMIT gets through, while it runs, or after it and before the client is
 * told.
 */
export type Cut = 'before' | 'during' | 'after'

/**
 * A proxy to PostgreSQL's socket that can be cut at the worst moment: around the COMMIT of a writing
 * transaction.
 */
export async function cutter(socket: string) {
  let armed: Cut | undefined
  let cuts = 0
  const lines = new Set<net.Socket>()

  const server = net.createServer((near) => {
    const far = net.connect(socket)
    let isWriting = false
    let isLastAnswer = false
    const cut = () => {
      near.destroy()
      far.destroy()
    }
    for (const line of [near, far]) {
      lines.add(line)
      line.on('error', cut).on('close', () => {
        cut()
        lines.delete(line)
      })
    }
    near.on('data', (sent) => {
      if (sent.includes('begin read write')) isWriting = true
      if (sent.includes('begin read only')) isWriting = false
      if (!armed || !isWriting || !sent.includes('commit')) return far.write(sent)
      const moment = armed
      armed = undefined
      cuts++
      if (moment === 'before') return cut()
      far.write(sent, () => moment === 'during' && cut())
      isLastAnswer = true
    })
    far.on('data', (answer) => (isLastAnswer ? cut() : near.write(answer)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))

  return {
    port: (server.address() as net.AddressInfo).port,
    arm(moment: Cut) {
      armed = moment
    },
    cuts: () => cuts,
    /** Every connection at once, like a network switch losing power. */
    cutAll() {
      for (const line of lines) line.destroy()
    },
    async close() {
      server.close()
      for (const line of lines) line.destroy()
    },
  }
}
