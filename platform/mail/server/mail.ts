import type { FastifyBaseLogger } from 'fastify'
import { mailer } from '../../server/lazy-packages.ts'

export type Letter = { to: string; subject: string; text: string }
export type Mail = ReturnType<typeof openMail>

const limits = { connectionTimeout: 5000, greetingTimeout: 5000, socketTimeout: 7000 }

/** Outgoing mail: an SMTP server, or without one the server's log. */
export function openMail({
  url,
  from,
  log,
}: {
  url: string | undefined
  from: string
  log: FastifyBaseLogger
}) {
  if (!url) {
    return {
      isReal: false,
      async send({ to, subject, text }: Letter) {
        log.warn({ to, subject, text }, 'SMTP_URL is not set: this mail was not sent')
      },
      async check() {},
    }
  }
  // The second argument of createTransport is for message defaults: timeouts given there are ignored.
  const post = mailer().createTransport({ url, ...limits })
  /** The caller only learns that it failed; the log has the reason, without the mail. */
  const orSay = (fault: unknown) => {
    log.error({ err: fault }, 'the mail server refused a mail')
    throw fault
  }
  return {
    isReal: true,
    async send(letter: Letter) {
      await post.sendMail({ ...letter, from }).catch(orSay)
    },
    /** Everything but sending the mail, for a response that must not reveal whether one was sent. */
    async check() {
      await post.verify().catch(orSay)
    },
  }
}
