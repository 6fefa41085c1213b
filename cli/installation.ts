import { sql } from 'kysely'
import { z } from 'zod'
import { dictionaries } from '../app/dictionaries.ts'
import type { Dictionary } from '../platform/text/dictionary.ts'
import { email, phone } from '../staff/rules.ts'
import { checked } from './admin-context.ts'
import { aligned } from './columns.ts'
import { type Command, type Office, type Options, UsageError } from './command.ts'

const line = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .regex(/^\P{Cc}*$/u)

const contactRules = { phone, email, chat: line(300) }
const contactForms = { phone: undefined, email: undefined, chat: '300 characters at most, in one line' }

/** Shows or sets the renewal contact; an empty text clears it, and the setting applies again. */
async function contacts({ database, env }: Office, options: Options): Promise<string> {
  const given = (name: keyof typeof contactRules) => {
    const typed = options[name]
    return typed === undefined
      ? undefined
      : checked(name, contactRules[name], typed, contactForms[name]) || null
  }
  const input = {
    ...(options.phone !== undefined && { contactPhone: given('phone') }),
    ...(options.email !== undefined && { contactEmail: given('email') }),
    ...(options.chat !== undefined && { contactChat: given('chat') }),
  }
  // An external database has no such row yet; the demo is never seeded there.
  if (Object.keys(input).length > 0) {
    await database.gate
      .insertInto('installation')
      .values({ demo: 'none', ...input })
      .onConflict((on) => on.column('isOnly').doUpdateSet(input))
      .execute()
  }
  const own = await database.gate
    .selectFrom('installation')
    .select(['contactPhone', 'contactEmail', 'contactChat'])
    .executeTakeFirst()
  const row = (name: string, set: string | null | undefined, setting: string | undefined) => [
    name,
    set ?? setting,
    set ? 'set here' : setting ? `setting CONTACT_${name.toUpperCase()}` : 'not shown',
  ]
  return aligned([
    ['contact', 'value', 'from'],
    row('phone', own?.contactPhone, env.CONTACT_PHONE),
    row('email', own?.contactEmail, env.CONTACT_EMAIL),
    row('chat', own?.contactChat, env.CONTACT_CHAT),
  ])
}

function dictionaryNamed(code: string): Dictionary {
  const match = dictionaries.find((dictionary) => dictionary.code === code)
  if (match) return match
  throw new UsageError(`Dictionary "${code}" not found. Run npm run admin -- dict to list them.`)
}

function itemOf({ code, items }: Dictionary, value: string) {
  const match = items.find((item) => item.value === value)
  if (match) return match
  throw new UsageError(
    `The dictionary ${code} has no item "${value}". It has: ${items.map((item) => item.value).join(', ')}.`,
  )
}

const listDictionaries = () =>
  aligned([
    ['dictionary', 'items'],
    ...dictionaries.map(({ code, items }) => [code, items.map((item) => item.value).join(' ')]),
  ])

const ownTexts = ({ database }: Office, code: string) =>
  database.gate
    .selectFrom('dictionaryTexts')
    .select(['itemValue', 'zhCn', 'enUs'])
    .where('dictCode', '=', code)
    .execute()

async function showDictionary(office: Office, code: string): Promise<string> {
  const { items } = dictionaryNamed(code)
  const own = await ownTexts(office, code)
  return aligned([
    ['item', 'zh', 'en', 'words'],
    ...items.map(({ value, text, enabled }) => {
      const other = own.find(({ itemValue }) => itemValue === value)
      const whose = other ? `own, for ${text.zh_CN} / ${text.en_US}` : 'of the product'
      return [
        value,
        other?.zhCn ?? text.zh_CN,
        other?.enUs ?? text.en_US,
        enabled === false ? `${whose}; not offered` : whose,
      ]
    }),
  ])
}

const words = line(100).min(1)
const wordsForm = '1 to 100 characters in one line'

/** Gives an item a custom label. An omitted language keeps its label. */
async function setWords(office: Office, code: string, value: string, { zh, en }: Options): Promise<string> {
  const { text } = itemOf(dictionaryNamed(code), value)
  if (zh === undefined && en === undefined)
    throw new UsageError('dict-set needs the text: --zh TEXT, --en TEXT or both.')
  const before = (await ownTexts(office, code)).find(({ itemValue }) => itemValue === value)
  const after = {
    zhCn: zh === undefined ? (before?.zhCn ?? text.zh_CN) : checked('zh', words, zh, wordsForm),
    enUs: en === undefined ? (before?.enUs ?? text.en_US) : checked('en', words, en, wordsForm),
  }
  await office.database.gate
    .insertInto('dictionaryTexts')
    .values({ dictCode: code, itemValue: value, ...after })
    .onConflict((on) => on.columns(['dictCode', 'itemValue']).doUpdateSet(after))
    .execute()
  return `${code} ${value} now reads ${after.zhCn} / ${after.enUs}.`
}

async function resetWords({ database }: Office, code: string, value: string): Promise<string> {
  const { text } = itemOf(dictionaryNamed(code), value)
  const { rows } = await sql`
    delete from dictionary_texts where dict_code = ${code} and item_value = ${value} returning item_value`.execute(
    database.gate,
  )
  return `${code} ${value} ${rows.length ? 'reads as the product has it again' : 'had no words of its own'}: ${text.zh_CN} / ${text.en_US}.`
}

/**
 * For a permanently lost key: the next start may use another. Data sealed with the old one stays unreadable.
 */
async function forgetKey({ database }: Office): Promise<string> {
  const { rows } = await sql`
    update installation set secret_fingerprint = null where secret_fingerprint is not null returning is_only`.execute(
    database.gate,
  )
  if (rows.length === 0) return 'No key is stored. The next start uses the key it finds, or creates one.'
  return 'The key was removed. Restart the server, then enter the credentials of the carrier accounts again.'
}

export const installationCommands: readonly Command[] = [
  {
    name: 'contacts',
    may: { phone: 'NUMBER', email: 'ADDRESS', chat: 'LINK' },
    does: 'Shows or sets the renewal contacts shown to all companies; "" clears a value.',
    run: (office, _, options) => contacts(office, options),
  },
  {
    name: 'dict',
    words: ['[DICTIONARY]'],
    does: 'Lists the dictionaries, or the items of one in both languages.',
    run: async (office, [code]) => (code === undefined ? listDictionaries() : showDictionary(office, code)),
  },
  {
    name: 'dict-set',
    words: ['DICTIONARY', 'ITEM'],
    may: { zh: 'TEXT', en: 'TEXT' },
    does: 'Changes the text of an item in every company. Users see it when they next open the page.',
    run: (office, [code = '', item = ''], options) => setWords(office, code, item, options),
  },
  {
    name: 'dict-reset',
    words: ['DICTIONARY', 'ITEM'],
    does: 'Resets an item to its default text.',
    run: (office, [code = '', item = '']) => resetWords(office, code, item),
  },
  {
    name: 'secret-key-forget',
    does: 'Lets the next start encrypt carrier credentials with another key; existing credentials must be entered again.',
    run: (office) => forgetKey(office),
  },
]
