import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

type RawAnswer = { status: number; headers: Map<string, string>; body: string; isClosed: boolean }

/** Sends raw bytes, in pieces if needed, and reads until the other side closes or stops sending. */
export async function sendRaw(
  port: number,
  pieces: (string | Buffer)[],
  over: { pause?: number; wait?: number } = {},
) {
  const socket = connect(port, '127.0.0.1')
  const chunks: Buffer[] = []
  let isClosed = false
  const closed = new Promise<void>((resolve) => {
    socket.on('close', () => {
      isClosed = true
      resolve()
    })
  })
  socket.on('error', () => {})
  let isAnswered = () => {}
  const answered = new Promise<void>((resolve) => {
    isAnswered = resolve
  })
  socket.on('data', (chunk) => {
    chunks.push(chunk)
    if (isWhole(Buffer.concat(chunks).toString('latin1'))) isAnswered()
  })
  for (const piece of pieces) {
    if (isClosed) break
    socket.write(piece)
    if (over.pause) await Promise.race([sleep(over.pause), closed])
  }
  await Promise.race([closed, sleep(over.wait ?? 5000), answered.then(() => sleep(30))])
  socket.destroy()
  return { ...parse(Buffer.concat(chunks).toString('utf8')), isClosed }
}

function isWhole(text: string) {
  const at = text.indexOf('\r\n\r\n')
  const length = /content-length: (\d+)/i.exec(text.slice(0, at))?.[1]
  return at > 0 && length !== undefined && text.length >= at + 4 + Number(length)
}

function parse(text: string): Omit<RawAnswer, 'isClosed'> {
  const at = text.indexOf('\r\n\r\n')
  const [first = '', ...lines] = (at < 0 ? text : text.slice(0, at)).split('\r\n')
  const headers = new Map(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 2)]),
  )
  return { status: Number(first.split(' ')[1] ?? 0), headers, body: at < 0 ? '' : text.slice(at + 4) }
}
