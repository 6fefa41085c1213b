import type { FastifyBaseLogger } from 'fastify'
import { mailer } from '../../server/lazy-packages.ts'

export type Letter = { to: string; subject: string; text: string }
export type Mail = ReturnType<typeof openMail>

const limits = { connectionTimeout: 5000, greetingTimeout: 5000, socketTimeout: 7000 }

/** The way to people outside: an SMTP server, or without one the server's own log. */
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
        log.warn({ to, subject, text }, 'no SMTP_URL is set: this letter was not sent')
      },
      async check() {},
    }
  }
  // The second argument of createTransport is for letters: limits given there are not heard.
  const post = mailer().createTransport({ url, ...limits })
  /** Whoever asked hears only that it failed; why stands in the log, without the letter. */
  const orSay = (fault: unknown) => {
    log.error({ err: fault }, 'the mail server did not take a letter')
    throw fault
  }
  return {
    isReal: true,
    async send(letter: Letter) {
      await post.sendMail({ ...letter, from }).catch(orSay)
    },
    /** All of sending but the letter, for an answer that must not tell whether one went out. */
    async check() {
      await post.verify().catch(orSay)
    },
  }
}
