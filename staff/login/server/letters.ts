import type { Database } from '../../../platform/database/server/db.ts'
import { sameTenant } from '../../../platform/database/server/rows.ts'
import type { Mail } from '../../../platform/mail/server/mail.ts'
import type { Signer } from '../../../platform/server/signer.ts'
import { fill, type Language } from '../../../platform/text/text.ts'
import { linkTo, welcomePath } from '../../server/welcome-links.ts'
import { mailText } from '../mail-text.ts'

/** User input must not become a link in a mail: mail programs turn `a.example` into one. */
export const asWords = (typed: string) => typed.replace(/(?<=\S)[.:/@](?=\S)/g, '$&\u2060')

/** Sends the mail of a pending invitation. Run again, it sends the same link again. */
export const invitationLetter =
  (database: Database, { mail, signer, home }: { mail: Mail; signer: Signer; home: string }) =>
  async (tenantId: number, { accountId, language }: { accountId: number; language: Language }) => {
    const row = await database.read(tenantId, (db) =>
      db
        .selectFrom('passwordLinks as l')
        .innerJoin('accounts as a', sameTenant('a.id', 'l.accountId'))
        .innerJoin('tenants as t', 't.id', 'l.tenantId')
        .select([
          'l.id',
          'a.userName as name',
          'a.loginAccount as account',
          'a.email',
          't.companyName as company',
        ])
        .where('l.tenantId', '=', tenantId)
        .where('l.accountId', '=', accountId)
        .executeTakeFirst(),
    )
    if (!row?.email) return
    const { id, email, ...names } = row
    const link = new URL(welcomePath(linkTo(signer, id)), home).href
    const { subject, text } = mailText.invitation
    await mail.send({
      to: email,
      subject: fill(subject, { company: asWords(names.company) })[language],
      text: fill(text, {
        name: asWords(names.name),
        company: asWords(names.company),
        account: names.account,
        link,
      })[language],
    })
  }
