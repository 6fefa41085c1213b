import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'

/** The SMTP server of the journeys: a real mail server on this machine that stores every mail as a file. */

const folder = process.env.LETTERS_DIR ?? ''
mkdirSync(folder, { recursive: true })
let count = 0

const office = new SMTPServer({
  disabledCommands: ['AUTH', 'STARTTLS'],
  onData(stream, session, done) {
    text(stream).then((letter) => {
      const number = `${Date.now()}-${String(++count).padStart(6, '0')}`
      for (const { address } of session.envelope.rcptTo) {
        const file = join(folder, `${encodeURIComponent(address)} ${number}.eml`)
        // Readers see a complete mail or none.
        writeFileSync(`${file}.part`, letter)
        renameSync(`${file}.part`, file)
      }
      done()
    }, done)
  },
})
office.listen(Number(process.env.SMTP_PORT), '127.0.0.1')

process.on('SIGTERM', () => office.close(() => process.exit(0)))
