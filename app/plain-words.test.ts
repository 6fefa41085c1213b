import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** Wording that was replaced once, and what to say instead. The glossary is in CONTRIBUTING.md. */
const bannedEnglish: [RegExp, string][] = [
  [/^needed\b/i, 'required'],
  [/\bbook(ed|s)?\b(?! rates?)(?<!price book)/i, 'post, posted, system quantity, ledger check'],
  [/\bg(o|oes|oing) on\b/i, 'continue'],
  [/\ball the same\b/i, 'anyway'],
  [/\bmeanwhile\b/i, 'changed by someone else'],
  [/\b(some|no)body\b|\bwhoever\b/i, 'someone, no one, anyone'],
  [/\b(lies?|lying|laid|lays?)\b/i, 'is in, is stored in, load'],
  [/\bmend(ed|s)?\b/i, 'correct'],
  [/\btak(e|en|es) back\b/i, 'undo, undone'],
  [/\banew\b/i, 'again'],
  [
    /(?<!receiving |hand-over |A4 )(?<!spread)\bsheets?\b(?! 3×8)/i,
    'spreadsheet (receiving and hand-over sheets are paper)',
  ],
  [/\bpostcodes?\b/i, 'postal code'],
  [/\be-mails?\b/i, 'email'],
  [/\blog-(in|out)\b|\bsign(ed|s|ing)?[ -](in|out)\b/i, 'log in, login, log out'],
  [/\bset-up\b/i, 'setup'],
  [/\btelephone\b/i, 'phone'],
  [/\bstands?\b(?! for)/i, 'is, appears'],
  [/\btrail\b/i, 'audit log'],
  [/\blocations?\b/i, 'bin'],
  [/\brights\b|\bthe right (to|“)/i, 'permission'],
  [/\bannounce(d|ment)?\b/i, 'expected'],
  [/\bwalking order\b/i, 'pick sequence'],
  [/\b(hand(ed)? in|hands in)\b/i, 'submit'],
  [/\bstopped\b/i, 'blocked, disabled'],
  [/\blet(s)? (it )?(go|in)\b/i, 'unblock, unfreeze, receive'],
  [/\bfold\b/i, 'collapse'],
  [/\bin one go\b|\bso many\b/i, 'at a time, that many'],
  [/\bfor now\b|\bset for good\b/i, 'temporary, permanently'],
  [/\b(a|the) leads?\b/i, 'supervisor'],
  [/\bunder way\b/i, 'in progress'],
  [/\bof your own\b/i, 'your own …'],
  [/\bnever changes\b/i, 'can’t be changed'],
  [/\b(account|code|name|number|reference) is taken\b/i, 'is already in use'],
  [/\b(here today|as the system|where it lies|way of)\b|^to home$/i, 'see the glossary'],
  [/\bpartly\b/i, 'partially'],
]

/** The same for comments and test names, where code is described rather than shown. */
const bannedProse: [RegExp, string][] = [
  [/(?<!`)\b(some|no|any|every)body\b|\bwho(so)?ever\b/i, 'the user, the caller, no one'],
  [/\b(lies|lying|laid|lays?)\b/i, 'is in, is stored, creates'],
  [/\bthe (house|door)\b/i, 'the warehouse, the company, the login'],
  [/\bmend(ed|s|ing)?\b/i, 'correct, fix'],
  [/\banew\b|\ball the same\b/i, 'again, anyway'],
  [/\btrails?\b/i, 'audit log'],
  [/\b(deed|errand)s?\b/i, 'action, operation, job'],
  [/\b(booked|the books)\b/i, 'posted, the ledgers'],
  [/\bso many\b(?! \w+ that)|\bin one go\b/i, 'this many, at once'],
  [/\bgo(es|ing)? on\b/i, 'continue'],
  [/\bt(ake|akes|aken|aking|ook) back\b/i, 'undo, reverse, release'],
  [/\bannounce(d|ment)\b/i, 'expected'],
  [/\bpromised? (piece|good)s?\b/i, 'allocated'],
  [/\bpostcodes?\b|\be-mails?\b|\blog-(in|out)\b|\bset-up\b/i, 'postal code, email, login, setup'],
  [/\bsign(ed|s|ing)? (in|out)\b/i, 'log in, log out'],
  [/\btwins?\b/i, 'duplicate'],
]

const bannedChinese: [RegExp, string][] = [
  [/残次/, '次品'],
  [/占用/, '锁定'],
  [/到期日|(?<!有)效期/, '有效期'],
  [/订货/, '订单管理系统'],
  [/账目/, '账务'],
  [/货位/, '库位'],
  [/登陆/, '登录'],
]

const root = join(import.meta.dirname, '..')
const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
  (name) =>
    /^(?!node_modules|dist|data|e2e|bench|testing|demo|db|scripts|\.)\w+\/.*\.tsx?$/.test(name) &&
    !/\.test\.ts$|\/sample-\w+\.ts$|province-data\.ts$/.test(name),
)

const quote = `\x60`
const literal = String.raw`('(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|${quote}(?:[^${quote}\\]|\\.)*${quote})`
const english = new RegExp(String.raw`en_US:\s*${literal}|'[^'\n]*\p{Script=Han}[^'\n]*',\s*${literal}`, 'gu')
const chinese = new RegExp(literal, 'gu')

const literalsIn = (pattern: RegExp, source: string) =>
  [...source.matchAll(pattern)].map((match) => match.slice(1).find((value) => value !== undefined) ?? '')
const shown = (value: string) =>
  value
    .slice(1, -1)
    .replace(/\{\w+\|([^|}]*)\|[^}]*\}/g, '$1')
    .replace(/\$?\{[^}]*\}/g, '')

const texts = files.flatMap((file) => {
  const source = readFileSync(join(root, file), 'utf8')
  const isChinese = (value: string) => /\p{Script=Han}/u.test(value)
  return [
    ...literalsIn(english, source)
      .filter((value) => !isChinese(value))
      .map((value) => ({ file, value, banned: bannedEnglish })),
    ...literalsIn(chinese, source)
      .filter(isChinese)
      .map((value) => ({ file, value, banned: bannedChinese })),
  ]
})

test('texts of both languages are found, on the page and on the server', () => {
  expect(texts.length).toBeGreaterThan(5000)
  for (const part of ['platform/imports/web/import-text.ts', 'staff/text.ts', 'receiving/text.ts'])
    expect(texts.filter(({ file }) => file === part).length, part).toBeGreaterThan(40)
})

test('no text uses wording that was replaced', () => {
  const hits = texts.flatMap(({ file, value, banned }) =>
    banned
      .filter(([pattern]) => pattern.test(shown(value)))
      .map(([, instead]) => `${file}: ${value} → ${instead}`),
  )
  expect(hits).toEqual([])
})

/** A number that may be 1 needs both forms of its noun: `{count} {count|bill|bills}`. */
const withoutSingular = /(?<![Aa]ll )\{(count|days)\} (?!pcs|records match)(?:[a-z]+ )?[a-z]+[^s\W]s\b/

test('no English text counts one thing in the plural', () => {
  const hits = texts
    .filter(({ value }) => withoutSingular.test(value))
    .map(({ file, value }) => `${file}: ${value}`)
  expect(hits).toEqual([])
})

const described = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) =>
  /^(?!node_modules|dist|data|db\/(migrations|upgrade-from|schema)|\.)\w+\/.*\.(tsx?|css|sql)$/.test(name),
)
const comment = /(?:^[ \t]*(?:\/\/|\{?\/\*|\*(?!\s*\$)|--).*\n?)+/gm
const title = new RegExp(
  String.raw`^\s*(?:(?:test|describe)(?:[.\w]|\([^\n]*\))*\(|\]\)\()\s*${literal}`,
  'gm',
)

const prose = described.flatMap((file) => {
  const source = readFileSync(join(root, file), 'utf8')
  const comments = [...source.matchAll(comment)].map(([block]) =>
    block.replaceAll(/\n\s*(\/\/|\*|--)?\s*/g, ' '),
  )
  const titles = /\.(test|spec)\.ts$/.test(file) ? literalsIn(title, source) : []
  return [...comments, ...titles].map((value) => ({ file, value: value.trim() }))
})

test('comments and test names are found', () => {
  expect(prose.length).toBeGreaterThan(4500)
  for (const part of [
    'db/functions/post_stock.sql',
    'app/plain-words.test.ts',
    'platform/lists/web/list.css',
  ])
    expect(
      prose.some(({ file }) => file === part),
      part,
    ).toBe(true)
})

test('no comment or test name uses wording that was replaced', () => {
  const hits = prose.flatMap(({ file, value }) =>
    bannedProse
      .filter(([pattern]) => pattern.test(value))
      .map(([, instead]) => `${file}: ${value} → ${instead}`),
  )
  expect(hits).toEqual([])
})

/** The same in the names of code, word by word; words that name a thing of the trade or of the platform are kept. */
const bannedNames =
  /(House|Door|Doors|Deed|Errand|Trail|Tell|Told|Said|Most|Look|Looks|Looked|Lay|Laid|Lying|Tries|Bench|Asked)(?![a-z])/
const keptNames = /^(atMost|isLaidOut|layOut)$/
const declared = /\b(?:const|let|function|type|class|async function)\s+(\w+)|\bconst \[(\w+), (\w+)\]/g

const inCapitals = (name: string) =>
  /^[A-Z0-9_]+$/.test(name)
    ? name
        .split('_')
        .map((word) => word.slice(0, 1) + word.slice(1).toLowerCase())
        .join('')
    : name.slice(0, 1).toUpperCase() + name.slice(1)

const names = files.flatMap((file) =>
  [...readFileSync(join(root, file), 'utf8').matchAll(declared)].flatMap(([, ...found]) =>
    found.flatMap((name) => (name ? [{ file, name }] : [])),
  ),
)

test('no name in the code uses a word that was replaced', () => {
  expect(names.length).toBeGreaterThan(8000)
  expect(names.filter(({ name }) => bannedNames.test(inCapitals(name)) && !keptNames.test(name))).toEqual([])
})
