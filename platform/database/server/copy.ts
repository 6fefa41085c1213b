import { once } from 'node:events'
import type { Socket } from 'node:net'
import { Readable } from 'node:stream'
import type pg from 'pg'

/** What COPY needs from pg's connection; pg has no typed API for it. */
type Connection = {
  stream: Socket
  query: (text: string) => void
  sendCopyFromChunk: (chunk: Buffer) => void
  endCopyFrom: () => void
  sendCopyFail: (reason: string) => void
}

const submit = (client: pg.Client, query: object) => client.query(query as pg.Submittable)

type Complete = { text: string }
/** PostgreSQL reports "COPY 123" at the end. */
const rowsIn = (message: string) => Number(message.split(' ')[1])

const CHUNK_BYTES = 64 * 1024

/**
 * The rows of a `copy … to stdout` as bytes; `count` receives their number at the end. The database waits
 * while the reader is slow.
 */
export function copyOut(client: pg.Client, text: string, count: (rows: number) => void): Readable {
  let connection: Connection | undefined
  let waiting: Buffer[] = []
  let bytes = 0
  const rows = new Readable({ read: () => connection?.stream.resume() })
  const flush = () => {
    const isFull = bytes > 0 && !rows.push(Buffer.concat(waiting))
    waiting = []
    bytes = 0
    return isFull
  }
  submit(client, {
    submit(given: Connection) {
      connection = given
      connection.query(text)
    },
    // Each row is a separate message, and its buffer is overwritten by the next packet.
    handleCopyData({ chunk }: { chunk: Buffer }) {
      waiting.push(Buffer.from(chunk))
      bytes += chunk.length
      if (bytes >= CHUNK_BYTES && flush()) connection?.stream.pause()
    },
    handleCommandComplete: ({ text: message }: Complete) => count(rowsIn(message)),
    // The connection continues with the next statement, whether or not all rows were read.
    handleReadyForQuery(given: Connection) {
      flush()
      rows.push(null)
      given.stream.resume()
    },
    handleError(fault: Error, given: Connection) {
      rows.destroy(fault)
      given.stream.resume()
    },
  })
  return rows
}

/** Sends bytes to a `copy … from stdin` and returns the number of rows copied. */
export function copyIn(client: pg.Client, text: string, source: Readable): Promise<number> {
  return new Promise((resolve, reject) => {
    let rows = 0
    let fault: Error | undefined
    const send = async (connection: Connection) => {
      try {
        for await (const chunk of source) {
          if (fault) return
          connection.sendCopyFromChunk(chunk)
          if (connection.stream.writableNeedDrain) await once(connection.stream, 'drain')
        }
        connection.endCopyFrom()
      } catch (broken) {
        connection.sendCopyFail(String(broken))
      }
    }
    submit(client, {
      submit: (connection: Connection) => connection.query(text),
      handleCopyInResponse: (connection: Connection) => void send(connection),
      handleCommandComplete({ text: message }: Complete) {
        rows = rowsIn(message)
      },
      handleReadyForQuery: () => resolve(rows),
      handleError(given: Error) {
        fault = given
        reject(given)
      },
    })
  })
}
