import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { createInterface, type Interface } from 'node:readline'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { openLog } from '../../server/log.ts'
import { openMail } from './mail.ts'

/** An SMTP server in its own process: it prints its port, then every mail it received, one line each. */
const office = `
  import { SMTPServer } from 'smtp-server'
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: ({ address }, _, done) =>
      done(address.startsWith('refused') ? Object.assign(new Error('no such box'), { responseCode: 550 }) : null),
    onData(stream, { envelope }, done) {
      const parts = []
      stream.on('data', (part) => parts.push(part))
      stream.on('end', () => {
        const to = envelope.rcptTo.map(({ address }) => address)
        console.log(JSON.stringify({ from: envelope.mailFrom.address, to, letter: Buffer.concat(parts).toString() }))
        done()
      })
    },
  })
  server.listen(0, '127.0.0.1', () => console.log(server.server.address().port))
`
const children: ChildProcess[] = []
afterAll(() => {
  for (const child of children) child.kill('SIGKILL')
})

async function open() {
  const child = spawn(process.execPath, ['--input-type=module', '-e', office], {
    cwd: import.meta.dirname,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  const lines = createInterface({ input: child.stdout })
  const port = Number(await nextOf(lines))
  return { child, lines, url: `smtp://127.0.0.1:${port}` }
}
const nextOf = async (lines: Interface): Promise<string> => String((await once(lines, 'line'))[0])

const messages: string[] = []
const log = openLog('info', { write: (line) => void messages.push(line) })
const mailAt = (url: string | undefined) => openMail({ url, from: 'Tallyhouse <post@tally.example>', log })
const letter = {
  to: 'receiver@example.com',
  subject: '验证码 012345',
  text: '您的验证码是 012345。\n.\nGoodbye',
}

beforeEach(() => void messages.splice(0))

test('a mail arrives complete, at its one recipient', async () => {
  const { url, lines } = await open()
  const arrived = nextOf(lines)
  await mailAt(url).send(letter)
  const { from, to, letter: raw } = JSON.parse(await arrived)
  expect([from, to]).toEqual(['post@tally.example', ['receiver@example.com']])
  const [head = '', body = ''] = raw.split('\r\n\r\n')
  expect(head).toMatch(/^From: Tallyhouse <post@tally.example>\r$/m)
  expect(head).toMatch(/^To: receiver@example.com\r$/m)
  const subject = /^Subject: =\?UTF-8\?B\?(.+)\?=\r$/m.exec(head)?.[1] ?? ''
  expect(Buffer.from(subject, 'base64').toString()).toBe(letter.subject)
  const isBase64 = /^Content-Transfer-Encoding: base64\r$/m.test(head)
  expect(isBase64).toBe(true)
  expect(Buffer.from(body, 'base64').toString().replaceAll('\r\n', '\n').trimEnd()).toBe(letter.text)
  expect(messages).toEqual([])
})

test('a rejected recipient is a failure, and the log has the reason without the mail', async () => {
  const { url } = await open()
  const sent = mailAt(url).send({ ...letter, to: 'refused@example.com' })
  await expect(sent).rejects.toMatchObject({ responseCode: 550 })
  expect(messages.join()).toContain('no such box')
  expect(messages.join()).not.toContain('012345')
})

test('a subject with a line break adds no header', async () => {
  const { url, lines } = await open()
  const arrived = nextOf(lines)
  await mailAt(url).send({ ...letter, subject: 'Hello\r\nBcc: thief@example.com' })
  const { to, letter: raw } = JSON.parse(await arrived)
  expect(to).toEqual(['receiver@example.com'])
  expect(raw).not.toMatch(/^Bcc:/m)
})

test('a check without a mail sends none, and fails when the server is down', async () => {
  const { url, child, lines } = await open()
  const heard: string[] = []
  lines.on('line', (line) => heard.push(line))
  await mailAt(url).check()
  child.kill('SIGKILL')
  await once(child, 'close')
  expect(heard).toEqual([])
  await expect(mailAt(url).check()).rejects.toMatchObject({ code: 'ESOCKET' })
  await expect(mailAt(url).send(letter)).rejects.toMatchObject({ code: 'ESOCKET' })
  expect(messages).toHaveLength(2)
})

test('an SMTP server that accepts the connection and says nothing times out before the page does', async () => {
  const silent = createServer(() => {})
  silent.listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const at = silent.address()
  const port = typeof at === 'object' ? at?.port : 0
  await expect(mailAt(`smtp://127.0.0.1:${port}`).send(letter)).rejects.toMatchObject({
    code: 'ETIMEDOUT',
    message: 'Greeting never received',
  })
  silent.close()
}, 9500)

test('without an SMTP server the mail is written to the log', async () => {
  const mail = mailAt(undefined)
  await mail.send(letter)
  await mail.check()
  expect(mail.isReal).toBe(false)
  expect(messages.map((line) => JSON.parse(line))).toMatchObject([{ to: letter.to, text: letter.text }])
})
